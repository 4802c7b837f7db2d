package import VoiceDiff
package import VoiceJSON
package import VoiceTrace

/// What a log tells of a call, on the clock of the call's sound.
package struct LoggedCall: Sendable {
    /// Its events, in order of their frames.
    package let events: [TraceEvent]
    /// What they mean.
    package let vocabulary: EventVocabulary
    /// What the log says of itself: its form, its events, and how well it lies on the sound.
    package let facts: JSONObject
    /// What a user has to know, in sentences without their full stops.
    package let notes: [String]

    /// The log at `path` of the call in which the two sides speak as `speech` says; a file of what
    /// its lines mean is at `mapping`.
    ///
    /// - Throws: ``SessionError/callLog(path:what:)`` for a log that cannot be used or is of
    ///   another call; ``SessionError/malformed(path:what:form:)`` for the mapping;
    ///   ``SessionError/disk(_:)``.
    package init(
        path: String, mapping: String?, speech: CallSpeech
    ) throws(SessionError) {
        let log = try CallLogReader.read(path, mapping: mapping)
        let own = Set(EventVocabulary.call.names)
        if let kind = log.kinds.first(where: { own.contains($0.name) }) {
            throw .callLog(
                path: path,
                what: "\"\(kind.name)\" is what the sound of a call tells. Give the event another"
                    + " name with \"as\" in the mapping")
        }
        do throws(ClockAlignment.Misfit) {
            let logged = try LoggedEvents(
                log, caller: speech.caller, app: speech.app, rate: speech.sampleRate,
                frames: speech.frames)
            (events, facts, notes) = (logged.events, logged.facts, logged.notes)
        } catch { throw .callLog(path: path, what: error.sentence) }
        let told = Set(events.map(\.kind))
        vocabulary = EventVocabulary(kinds: log.kinds.filter { told.contains($0.name) })
    }
}
