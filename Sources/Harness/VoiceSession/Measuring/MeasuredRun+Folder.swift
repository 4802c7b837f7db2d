package import VoiceAudio
internal import VoiceMedia
package import VoiceTrace

extension MeasuredRun {
    /// The session in `folder` as it was recorded, with its golden trace; `name` is what reports
    /// call it, and `vocabulary` says what its events mean.
    ///
    /// - Throws: `TraceError` for a session that cannot be read.
    package init(
        of folder: SessionFolder, name: String,
        vocabulary: (SessionManifest) -> EventVocabulary
    ) throws(TraceError) {
        var recorded: RecordedInputs?
        let manifest = try folder.open { (name, bytes) throws(TraceError) in
            if name == SessionFolder.Part.inputs {
                recorded = try RecordedInputs(bytes: bytes, path: folder.inputsPath)
            }
        }
        let golden = try folder.golden()
        self.init(
            name: name, path: folder.path, manifest: manifest, events: golden.events,
            vocabulary: vocabulary(manifest), inputs: recorded?.inputs ?? [],
            sounds: SessionSounds(of: folder, manifest))
        isEdited = golden.isEdited
    }
}

extension SessionSounds {
    /// The microphone and the prompts of the session in `folder`, as far as it holds them. The
    /// microphone's file is decoded when it is asked for.
    package init(of folder: SessionFolder, _ manifest: SessionManifest) {
        let microphone = SessionFolder.Part.microphone
        let entries = Dictionary(
            manifest.files.map { ($0.path, $0.entry) }, uniquingKeysWith: { first, _ in first })
        let isThere = entries[microphone] != nil
        self.init(
            microphone: isThere ? .file(path: "\(folder.path)/\(microphone)") : nil
        ) { digest in
            let name = "\(SessionFolder.Part.prompts)/\(PromptIndex.fileName(digest))"
            guard let entry = entries[name],
                let bytes = try? folder.bytes(of: name, entry: entry)
            else { return nil }
            return try? SoundFile.decode(bytes: bytes, name: name)
        }
    }
}
