internal import VoiceActivity
package import VoiceDiff
package import VoiceJSON
package import VoiceSession
package import VoiceTrace

/// The log of a call as its program wrote it.
package struct CallLogFile: Sendable {
    /// The file.
    package let path: String
    private let log: CallLog

    /// Reads the log at `path`; a file of what its lines mean is at `mapping`.
    ///
    /// - Throws: ``SessionError/callLog(path:what:)`` for a log that cannot be used;
    ///   ``SessionError/malformed(path:what:form:)`` for the mapping; ``SessionError/disk(_:)``.
    package init(path: String, mapping: String?) throws(SessionError) {
        self.path = path
        log = try CallLogReader.read(path, mapping: mapping)
        let own = Set(EventVocabulary.call.names)
        if let kind = log.kinds.first(where: { own.contains($0.name) }) {
            throw .callLog(
                path: path,
                what: "\"\(kind.name)\" is what the sound of a call tells. Give the event another"
                    + " name with \"as\" in the mapping")
        }
    }

    /// Lays the log on the sound of a call in which the two sides speak as `speech` says.
    ///
    /// - Throws: ``SessionError/callLog(path:what:)`` for the log of another call.
    package func laid(on speech: CallSpeech) throws(SessionError) -> LoggedCall {
        do throws(ClockAlignment.Misfit) {
            return LoggedCall(try events(on: speech), of: log)
        } catch { throw .callLog(path: path, what: error.sentence) }
    }

    /// Returns the channel that is the app's by the log, where `speech` takes the first one for it;
    /// nil where the log lies on the sound about as well the other way round.
    func side(of speech: CallSpeech) -> SideHint? {
        var turned = speech
        (turned.caller, turned.app) = (speech.app, speech.caller)
        let pairs = [speech, turned].map { (try? events(on: $0).pairs) ?? 0 }
        guard let channel = [0, 1].first(where: { pairs[$0] >= 2 * max(1, pairs[1 - $0]) }) else {
            return nil
        }
        return SideHint(channel: channel, reason: "the log says so")
    }

    private func events(on speech: CallSpeech) throws(ClockAlignment.Misfit) -> LoggedEvents {
        try LoggedEvents(
            log, caller: speech.caller, app: speech.app, rate: speech.sampleRate,
            frames: speech.frames)
    }
}

/// Events of a log, on the clock of the call's sound.
package struct LoggedCall: Sendable {
    /// Its events, in order of their frames.
    package let events: [TraceEvent]
    /// Meaning of the events.
    package let vocabulary: EventVocabulary
    /// Facts of the log itself: its form, its events, and how well it lies on the sound.
    package let facts: JSONObject
    /// Remarks for the user, in sentences without their full stops.
    package let notes: [String]

    fileprivate init(_ logged: LoggedEvents, of log: CallLog) {
        (events, facts, notes) = (logged.events, logged.facts, logged.notes)
        let told = Set(logged.events.map(\.kind))
        vocabulary = EventVocabulary(kinds: log.kinds.filter { told.contains($0.name) })
    }
}
