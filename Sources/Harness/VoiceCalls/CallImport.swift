internal import VoiceAudio
package import VoiceDiff
internal import VoiceEngine
internal import VoiceFiles
package import VoiceJSON
internal import VoiceMedia
internal import VoiceRedaction
package import VoiceSession
internal import VoiceTime
package import VoiceTrace

/// Makes a session of a call that happened: the caller's side is its microphone, what the app says
/// are its prompts. No code can run it again.
///
/// However long the call, memory stays the same but for one prompt and the trace.
package struct CallImport: Sendable {
    /// The call.
    package let heard: HeardCall
    /// The program that makes the session.
    let createdBy: String
    /// Further facts of the call.
    package var details: CallDetails
    /// Recognizer that made the words in ``details``.
    package var recognizer = SessionManifest.RecognizerPart(kind: "none", model: "", digest: "")
    /// Meaning of the kinds of `CallDetails.logged`; nil without a log.
    package var logVocabulary: EventVocabulary?
    /// Facts of the log itself; empty without one.
    package var logFacts: JSONObject = [:]

    /// The longest prompt whose sound is kept, in seconds: it is in memory while it is written.
    private static let promptSeconds: Frame = 600

    /// The session of `heard`, which `createdBy` makes. Words that labels tell and keys that were
    /// heard are in ``details``.
    package init(_ heard: HeardCall, createdBy: String) {
        self.heard = heard
        self.createdBy = createdBy
        details = heard.details
    }

    /// Seals the session at `place`.
    ///
    /// - Returns: its manifest.
    /// - Throws: ``SessionError``; then nothing is left.
    package func write(to place: SessionWriter) throws(SessionError) -> SessionManifest {
        let draft = CallDraft(
            manifest: manifest(named: place, isRedacted: false), track: heard.callerTrack)
        let written = try draft.write(to: place) { (journal) throws(SessionError) in
            var details = details
            details.digests = try writePrompts(to: &journal, sparing: [])
            return heard.trace(details).events
        }
        guard let written else { preconditionFailure("a session that nothing judges is sealed") }
        return written
    }

    /// Seals the session without what its caller says: noise is in the place of its speech, and no
    /// word, no event of a log and no prompt that `silencesApp` or in which the caller is heard is
    /// kept.
    ///
    /// - Parameters:
    ///   - place: where the session will stand.
    ///   - silencesApp: whether no sound of the app is kept.
    ///   - isFit: judges what was made, in a folder that has not got its name yet.
    /// - Returns: nil where it is not fit; then nothing is left, and what stood there before stays.
    /// - Throws: ``SessionError``; then nothing is left.
    package func writeRedacted(
        to place: SessionWriter, silencesApp: Bool,
        where isFit: (RedactedCall, SessionFolder) throws(SessionError) -> Bool = { _, _ in true }
    ) throws(SessionError) -> RedactedCall? {
        let turns = heard.trace().turns.map(\.active)
        let rate = heard.speech.sampleRate
        let prompts = heard.speech.prompts
        var draft = CallDraft(
            manifest: manifest(named: place, isRedacted: true), track: heard.callerTrack)
        let mask = try CallMask(
            heard.callerTrack, turns: turns, hiding: .allSpeech, seed: draft.manifest.seed)
        draft.masker = mask.masker
        let caller = HeardCaller(
            mask.said(inSharedChannel: heard.appChannel == nil), delay: heard.callerDelay,
            keys: try PressedKeys.keys(in: heard.appSide, hertz: rate.hertz).map(\.frames),
            rate: rate)
        let silenced = prompts.indices.filter { silencesApp || caller.isIn(prompts[$0]) }
        var kept: [Int: String] = [:]
        var redacted: RedactedCall?
        func judge(_ folder: SessionFolder) throws(SessionError) -> Bool {
            let made = try RedactedCall(
                mask, prompts: prompts.count, sounding: kept.keys.sorted().map { prompts[$0] },
                words: details.answers.count + details.texts.count, logged: details.logged.count,
                in: folder)
            redacted = made
            return try isFit(made, folder)
        }
        let written = try draft.write(to: place, where: judge) { (journal) throws(SessionError) in
            var details = CallDetails()
            kept = try writePrompts(to: &journal, sparing: Set(silenced))
            details.digests = kept
            return heard.trace(details).events
        }
        return written == nil ? nil : redacted
    }

    /// Writes the sounds of prompts, but for those at the places `silenced`, and gives their
    /// digests by their places.
    private func writePrompts(
        to journal: inout SessionJournal, sparing silenced: Set<Int>
    ) throws(SessionError) -> [Int: String] {
        let longest = Self.promptSeconds * Frame(heard.speech.sampleRate.hertz)
        let prompts = heard.speech.prompts.enumerated().filter { place, prompt in
            !silenced.contains(place) && prompt.upperBound - prompt.lowerBound <= longest
        }
        var digests: [Int: String] = [:]
        var failure: SessionError?
        var cutter = SoundCutter(prompts.map(\.element))
        func write(_ index: Int, _ samples: [Int16]) {
            guard failure == nil, !samples.isEmpty else { return }
            let place = prompts[index].offset
            do throws(SessionError) {
                digests[place] = try Self.write(
                    MonoSound(sampleRate: heard.speech.sampleRate.hertz, samples: samples),
                    of: CallTrace.item(place), to: &journal)
            } catch { failure = error }
        }
        try heard.appTrack.show { (block) throws(SessionError) in
            cutter.process(block, cut: write)
            if let failure { throw failure }
        }
        cutter.finish(cut: write)
        if let failure { throw failure }
        return digests
    }

    private static func write(
        _ sound: MonoSound, of item: String, to journal: inout SessionJournal
    ) throws(SessionError) -> String {
        var digest = SoundDigest(hertz: sound.sampleRate)
        sound.samples.withUnsafeBufferPointer { digest.update($0) }
        let name = digest.hex()
        let request: JSONObject = ["item": .string(item)]
        var index = PromptIndex()
        index[Digest.hex(of: Array(JSONWriter.text(.object(request)).utf8))] = .init(
            request: request,
            outcome: .realized(
                RealizedPrompt(source: .audioFile, digest: name, frames: Int64(sound.frames))))
        try journal.append(index) { _ in sound }
        return name
    }

    private func manifest(named place: SessionWriter, isRedacted: Bool) -> SessionManifest {
        let name = DiskFile.name(of: place.path)
        let suffix = SessionFolder.suffix
        var manifest = heard.manifest(
            named: name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name,
            createdBy: createdBy)
        guard !isRedacted else {
            manifest[other: SessionManifest.redactedKey] = true
            return manifest
        }
        manifest.recognizer = recognizer
        if let logVocabulary {
            manifest.vocabulary = EventVocabulary.call.adding(logVocabulary)
        }
        if !logFacts.isEmpty { manifest.call["log"] = .object(logFacts) }
        return manifest
    }
}
