internal import VoiceAudio
internal import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceMedia
internal import VoiceSession
internal import VoiceTime
internal import VoiceTrace

/// A redacted session that is to be written: only what is named here goes into it.
struct RedactedSession {
    let parts: SessionParts
    let events: [TraceEvent]
    /// Lengths of the prompts that are silent, by their digests.
    let silenced: [String: Int]
    let mask: WordMask
    let engine: SessionEngine

    private static let blockFrames = 16_000
    private static let redactedUnmet = "what its scenario asks for did not happen"
    /// Words of this program's own in the names and versions of what recorded a session.
    private static let ownWords = "voicetest speak espeak ng pocketsphinx en us unknown"

    /// Writes it: the sound goes through block by block.
    ///
    /// - Throws: ``SessionError`` where something cannot be read or written.
    func seal(at place: SessionWriter) throws(SessionError) {
        let manifest = manifest(named: DiskFile.name(of: place.path))
        guard parts.hasMicrophone else {
            let session = RecordedSession(
                manifest: manifest, inputs: parts.inputs, events: events,
                microphone: MonoSound(sampleRate: manifest.sampleRate.hertz, samples: []),
                prompts: parts.prompts, promptSounds: try allPrompts(),
                files: parts.flowFiles)
            try place.write(session, timing: parts.timing)
            return
        }
        var journal = try SessionJournal(at: place, draft: manifest, files: parts.flowFiles)
        do throws(SessionError) {
            try write(to: &journal)
            try journal.sealUnjudged(timing: parts.timing)
        } catch {
            // A half-written folder is of no use to anyone: the session is still there.
            try? DiskFile.remove(place.partialPath)
            throw error
        }
    }

    private func write(to journal: inout SessionJournal) throws(SessionError) {
        var failure: SessionError?
        try journal.append(parts.prompts) { digest in
            do throws(SessionError) { return try sound(of: digest) } catch {
                failure = failure ?? error
                return nil
            }
        }
        if let failure { throw failure }
        try journal.append(inputs: parts.inputs, events: events)
        try parts.eachMicrophoneBlock(of: Self.blockFrames) { block in
            guard failure == nil else { return }
            do throws(SessionError) { try journal.append(block) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func sound(of digest: String) throws(SessionError) -> MonoSound? {
        guard let frames = silenced[digest] else { return try parts.promptSound(digest) }
        return MonoSound(
            sampleRate: parts.manifest.sampleRate.hertz,
            samples: [Int16](repeating: 0, count: frames))
    }

    private func allPrompts() throws(SessionError) -> [String: MonoSound] {
        var sounds: [String: MonoSound] = [:]
        for digest in parts.prompts.digests {
            guard case .realized(let prompt)? = parts.prompts[digest]?.outcome else { continue }
            sounds[prompt.digest] = try sound(of: prompt.digest)
        }
        return sounds
    }

    /// The manifest, made anew: of members beside those of the format only what a replay needs.
    private func manifest(named name: String) -> SessionManifest {
        let old = parts.manifest
        // The copy has no ledger: its manifest says of which engine the accepted golden is.
        let ledger = try? AcceptanceLedger(in: parts.folder)
        var settings = JSONObject()
        let settingNames = engine.settingNames
        for member in old.settings.members {
            let isLanguage = member.key == "language" && WordMask.isLanguage(member.value)
            let isKnown = member.value.integer != nil && settingNames.contains(member.key)
            if isKnown || isLanguage { settings[member.key] = member.value }
        }
        let suffix = SessionFolder.suffix
        let isDigest = old.recognizer.digest.allSatisfy(\.isHexDigit)
        var manifest = SessionManifest(
            name: name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name,
            engine: .init(
                kind: old.engine.kind, version: plain(ledger?.engine ?? old.engine.version)),
            sampleRate: old.sampleRate, seed: old.seed, frames: old.frames,
            recognizer: .init(
                kind: old.recognizer.kind, model: plain(old.recognizer.model),
                digest: isDigest ? old.recognizer.digest : ""),
            synthesizer: .init(
                kind: plain(old.synthesizer.kind), version: plain(old.synthesizer.version)),
            settings: settings,
            counts: [
                "events": .integer(Int64(events.count)),
                "inputs": .integer(Int64(parts.inputs.count)),
            ], createdBy: plain(old.createdBy))
        for key in [JournalFolder.keepLastKey, JournalFolder.heardFromKey] {
            manifest[other: key] = old[other: key]?.integer.map { .integer($0) }
        }
        let tap = old[other: JournalFolder.replayFromKey]?.string.flatMap(StartingTap.init)
        manifest[other: JournalFolder.replayFromKey] = tap.map { .string($0.rawValue) }
        manifest.programFrames = old.programFrames
        manifest[other: SessionManifest.redactedKey] = true
        manifest.vocabulary = engine.declaration?.vocabulary
        // Unmet demands of the scenario name words of the caller.
        let isAccepted = ledger.map { !$0.entries.isEmpty } ?? false
        if !old.unmet.isEmpty, !isAccepted { manifest.unmet = [Self.redactedUnmet] }
        return manifest
    }

    /// The name or version of a program without words that were said; its numbers stay.
    private func plain(_ text: String) -> String {
        var mask = mask
        let known = "\(Self.ownWords) \(engine.declaration?.runner ?? "")"
        let own = Set(TextPart.words(of: known).map(\.letters))
        return TextPart.all(in: text).map { part in
            switch part {
            case .between(let text): return text
            case .word(let pieces):
                let word = WordPiece(text: pieces.map(\.text).joined())
                let isOwn = word.isDigits || own.contains(word.letters)
                return isOwn ? word.text : mask.hide(word.text)
            }
        }.joined()
    }
}
