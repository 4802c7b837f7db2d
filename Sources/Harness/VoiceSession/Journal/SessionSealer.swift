internal import VoiceAudio
internal import VoiceDiff
internal import VoiceEngine
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceMedia
internal import VoiceTime
internal import VoiceTrace

/// Makes a session's files of its journals and gives the folder its name.
///
/// The journals stay until the session is complete: sealing may be cut off anywhere and begun anew.
struct SessionSealer {
    /// Reason for the end of a session whose recorder never said one.
    static let recoveredReason = "recovered"

    let place: SessionWriter
    private var folder: JournalFolder { JournalFolder(path: place.partialPath) }

    /// Seals what the journals hold up to the survey's end; `draft` is the manifest as far as it
    /// was known at the beginning.
    ///
    /// The turn-taking is judged unless `choice` is nil. `isFit` judges the session, which is
    /// complete in the folder it is given and has no name yet: where it says no or throws, nothing
    /// is kept. nil comes back where nothing was kept.
    func seal(
        _ draft: SessionManifest, _ survey: JournalSurvey, timing: JSONObject,
        _ choice: SealChoice?, where isFit: SessionJournal.Judgement = { _ in true }
    ) throws(SessionError) -> SessionManifest? {
        let prepared = try prepare(draft, survey, timing: timing, judges: choice != nil)
        var isKept = choice != .keepsFaulty || prepared.turnFaults > 0
        do throws(SessionError) {
            if isKept { isKept = try isFit(SessionFolder(path: folder.path)) }
        } catch {
            try? DiskFile.remove(folder.path)
            throw error
        }
        guard isKept else {
            do { try DiskFile.remove(folder.path) } catch { throw .disk(error) }
            return nil
        }
        do { try complete() } catch { throw .disk(error) }
        return prepared.manifest
    }

    /// Seals what a dead recorder left, and says what was left out on the way.
    func sealRecovered(
        _ draft: SessionManifest, _ survey: JournalSurvey
    ) throws(SessionError) -> (manifest: SessionManifest, leavings: UnsealedParts) {
        let prepared = try prepare(
            draft, survey, timing: [:], judges: true, isRecovered: true)
        try checkSealed()
        do { try complete() } catch { throw .disk(error) }
        return (prepared.manifest, prepared.leavings)
    }

    /// A session that is complete but for its name.
    private struct Prepared {
        var manifest: SessionManifest
        var leavings: UnsealedParts
        var turnFaults = 0
    }

    private func prepare(
        _ draft: SessionManifest, _ survey: JournalSurvey, timing: JSONObject, judges: Bool,
        isRecovered: Bool = false
    ) throws(SessionError) -> Prepared {
        var manifest = draft
        // A draft that was changed by hand may list what is made of the journals below.
        manifest.files.removeAll { !$0.path.hasPrefix(SessionFolder.Part.flow + "/") }
        try writeSound(survey, into: &manifest)
        var story = try SessionError.disk { () throws(DiskError) in
            try TraceSealer(folder: folder, survey: survey)
        }
        try story.run()
        var leavings = UnsealedParts(inputs: story.leftOut.inputs, events: story.leftOut.events)
        manifest.frames = survey.end
        manifest.counts["events"] = .integer(story.eventCount)
        manifest.counts["inputs"] = .integer(Int64(story.inputCount))
        if survey.soundStart > 0 {
            manifest[other: JournalFolder.heardFromKey] = .integer(survey.soundStart)
            // The detector's state where the sound begins is made of sound that is gone.
            manifest[other: JournalFolder.replayFromKey] = .string(StartingTap.words.rawValue)
        }
        let (prompts, names) = (story.prompts, story.names)
        do throws(DiskError) {
            manifest.files.append((SessionFolder.Part.inputs, try story.finish()))
            leavings.missingPrompts = try add(prompts, to: &manifest, checks: isRecovered)
        } catch { throw .disk(error) }
        let found = judges ? try turnFaults(manifest, prompts) : []
        manifest.unmet += found.filter { !manifest.unmet.contains($0) }
        manifest.keepVocabulary(for: names)
        do throws(DiskError) {
            let session = SessionFolder(path: folder.path)
            try DiskFile.write(
                JSONWriter.prettyBytes(.object(timing)), to: session.timingPath)
            try DiskFile.write(manifest.fileBytes, to: session.manifestPath)
            try DiskFile.synchronize(session.manifestPath)
        } catch { throw .disk(error) }
        return Prepared(manifest: manifest, leavings: leavings, turnFaults: found.count)
    }

    /// Finds the places where the turn-taking of the sealed session is not what its own files
    /// expect, in sentences.
    private func turnFaults(
        _ manifest: SessionManifest, _ prompts: PromptIndex
    ) throws(SessionError) -> [String] {
        let session = SessionFolder(path: folder.path)
        do throws(TraceError) {
            var files: [String: [UInt8]] = [:]
            for name in FileExpectations.names {
                let path = "\(SessionFolder.Part.flow)/\(name)"
                guard let entry = manifest.files.first(where: { $0.path == path })?.entry else {
                    continue
                }
                files[name] = try session.bytes(of: path, entry: entry)
            }
            // A session that expects nothing need not be read.
            let own = FileExpectations(files)
            guard !own.expectations.isEmpty || !own.unreadable.isEmpty else { return [] }
            let inputs = try RecordedInputs(path: session.inputsPath)
            let run = MeasuredRun(
                name: manifest.name, path: place.path, manifest: manifest,
                events: try session.golden().events, vocabulary: manifest.vocabulary ?? .core,
                inputs: inputs.inputs, sounds: SessionSounds(of: session, manifest))
            return JudgedRun(run, prompts: prompts, files: files).ownFaults().map(\.sentence)
        } catch { throw .trace(error) }
    }

    /// Refuses to give its name to a session that no replay would take.
    func checkSealed() throws(SessionError) {
        do {
            _ = try SessionParts(folder: SessionFolder(path: folder.path))
        } catch {
            if case .disk = error { throw error }
            throw .nothingUsable(path: folder.path, what: error.description)
        }
    }

    /// Inputs and prompts that sealing could not take along.
    struct UnsealedParts: Equatable {
        var inputs = 0
        var events = 0
        /// Prompts whose audio is not on disk.
        var missingPrompts: [String] = []
    }

    /// Takes the journals away from a complete session and gives it its name.
    func complete() throws(DiskError) {
        try DiskFile.remove(folder.folder)
        try DiskFile.remove(folder.draftPath)
        try DiskFile.synchronize(folder.path)
        try place.putInPlace()
    }

    /// Lists the prompts and writes their index; gives those whose audio is not on disk. `checks`
    /// says whether files are decoded, which may be damaged.
    private func add(
        _ prompts: PromptIndex, to manifest: inout SessionManifest, checks: Bool
    ) throws(DiskError) -> [String] {
        var proofs = SoundProofs()
        let session = SessionFolder(path: folder.path)
        var files: Set<String> = []
        var missing: [String: String] = [:]
        for digest in prompts.digests {
            guard case .realized(let prompt)? = prompts[digest]?.outcome, prompt.frames > 0,
                files.insert(PromptIndex.fileName(prompt.digest)).inserted
            else { continue }
            let name = "\(SessionFolder.Part.prompts)/\(PromptIndex.fileName(prompt.digest))"
            let limit = SessionFolder.soundLimit(frames: prompt.frames)
            guard let entry = try? OpenFile(name, inside: folder.path).entry(limit: limit),
                !checks || proofs.holds(prompt, name, entry, at: manifest.sampleRate, in: session)
            else {
                try DiskFile.remove("\(folder.path)/\(name)")
                missing[prompt.digest] = name
                continue
            }
            manifest.files.append((name, entry))
        }
        var prompts = prompts
        prompts.forgetSounds { missing[$0] != nil }
        let bytes = prompts.fileBytes()
        let index = SessionFolder.Part.promptIndex
        try DiskFile.write(bytes, to: "\(folder.path)/\(index)")
        manifest.add(index, bytes)
        return missing.values.sorted()
    }

    /// The microphone track, as one that was whole in memory would be written.
    private func writeSound(
        _ survey: JournalSurvey, into manifest: inout SessionManifest
    ) throws(SessionError) {
        let name = SessionFolder.Part.microphone
        let path = "\(folder.path)/\(name)"
        do {
            try removeUnfinished(in: DiskFile.parent(of: path))
            var writer = try SoundFileWriter(
                path: path, sampleRate: manifest.sampleRate.hertz, overwrite: true, mode: 0o600)
            var written: Frame = 0
            for part in try folder.soundPaths() {
                try append(part, to: &writer, &written, end: survey.end)
            }
            try fill(&writer, &written, upTo: survey.end)
            try writer.finish()
            try DiskFile.synchronize(path)
            manifest.files.append((name, try DiskFile.entry(of: path)))
        } catch let error as DiskError {
            throw .disk(error)
        } catch {
            throw .disk(.writeFailed(path: path, reason: "\(error)"))
        }
    }

    /// Takes away what a sealing that was cut off may have left.
    private func removeUnfinished(in audio: String) throws(DiskError) {
        try DiskFile.makeFolder(audio)
        for name in try DiskFile.names(in: audio) where name.hasSuffix(".partial") {
            try DiskFile.remove("\(audio)/\(name)")
        }
    }

    private func append(
        _ part: String, to writer: inout SoundFileWriter, _ written: inout Frame, end: Frame
    ) throws {
        var reader = try JournalReader(path: part, limit: .max)
        while let finding = try reader.next() {
            guard case .record(let record) = finding, let range = record.soundRange,
                range.lowerBound >= written, range.lowerBound < end
            else { continue }
            try fill(&writer, &written, upTo: range.lowerBound)
            let samples = record.samples.prefix(Int(end - range.lowerBound))
            try writer.write(Array(samples))
            written += Frame(samples.count)
        }
    }

    /// Silence for sound that is not there.
    private func fill(
        _ writer: inout SoundFileWriter, _ written: inout Frame, upTo frame: Frame
    ) throws {
        while written < frame {
            let count = min(frame - written, 1 << 16)
            try writer.write([Int16](repeating: 0, count: Int(count)))
            written += count
        }
    }
}
