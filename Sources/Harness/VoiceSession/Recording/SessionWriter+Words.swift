internal import VoiceAudio
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceMedia
internal import VoiceTrace

extension SessionWriter {
    /// Writes a session that had no microphone: a journal is as long as its sound, this has none.
    func writeWithoutSound(
        _ session: RecordedSession, timing: JSONObject
    ) throws(SessionError) {
        let inputs = RecordedInputs(inputs: session.inputs).fileBytes()
        let trace = RecordedTrace(events: session.events).fileBytes()
        for (name, bytes) in [(SessionFolder.Part.inputs, inputs), ("trace.jsonl", trace)] {
            try Self.checkLines(bytes, of: name)
        }
        do throws(TraceError) {
            _ = try RecordedInputs(bytes: inputs, path: SessionFolder.Part.inputs)
            _ = try RecordedTrace(bytes: trace, path: "trace.jsonl")
        } catch { throw .unreadable(what: error.description) }
        var files = session.files.map { ("\(SessionFolder.Part.flow)/\($0.key)", $0.value) }
        files.append((SessionFolder.Part.inputs, inputs))
        var prompts = session.prompts
        prompts.forgetSounds { (session.promptSounds[$0]?.frames ?? 0) == 0 }
        files.append((SessionFolder.Part.promptIndex, prompts.fileBytes()))
        for (digest, sound) in session.promptSounds where sound.frames > 0 {
            let name = "\(SessionFolder.Part.prompts)/\(PromptIndex.fileName(digest))"
            do throws(AudioError) {
                files.append((name, try SoundFile.encodeFLAC(sound)))
            } catch { throw .audio(error) }
        }
        let claim = try claim()
        do throws(DiskError) {
            var manifest = session.manifest
            manifest[other: SessionManifest.microphoneKey] = false
            manifest.keepVocabulary(for: TraceNames(of: session.events))
            for (name, bytes) in files.sorted(by: { $0.0 < $1.0 }) {
                try DiskFile.write(
                    bytes, to: "\(partialPath)/\(name)", mode: Self.mode(of: name))
                manifest.add(name, bytes)
            }
            let partial = SessionFolder(path: partialPath)
            try DiskFile.write(trace, to: partial.tracePath, mode: SessionFolder.privateMode)
            try DiskFile.write(JSONWriter.prettyBytes(.object(timing)), to: partial.timingPath)
            try DiskFile.write(manifest.fileBytes, to: partial.manifestPath)
            try putInPlace()
        } catch {
            // A half-written folder is of no use to anyone: the session is still in memory.
            try? DiskFile.remove(claim.path)
            throw .disk(error)
        }
    }

    /// Words of callers are for the owner only, as the microphone is.
    private static func mode(of name: String) -> UInt32 {
        name == SessionFolder.Part.inputs ? SessionFolder.privateMode : DiskFile.usualMode
    }

    /// A line that no reader would take is refused before anything is written.
    private static func checkLines(_ bytes: [UInt8], of file: String) throws(SessionError) {
        for (index, line) in bytes.split(separator: 0x0A).enumerated()
        where line.count > TraceText.lineLimit {
            throw .lineTooLong(file: file, line: index + 1, bytes: line.count)
        }
    }
}
