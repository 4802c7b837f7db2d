internal import VoiceAudio
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceMedia
internal import VoiceTime
public import VoiceTrace

extension ReplayResult {
    /// The replay as a session of its own, which may take the place of the one in `folder`: the
    /// same microphone, the files and prompts of this run, and what happened in it.
    ///
    /// - Throws: ``SessionError`` when the sound of `folder` cannot be read.
    public func session(
        from folder: SessionFolder, createdBy: String
    ) throws(SessionError) -> RecordedSession {
        var manifest = self.manifest
        let end = inputs.last?.frame ?? manifest.frames
        manifest.frames = end
        manifest.createdBy = createdBy
        manifest.engine.version = engineVersion
        manifest.vocabulary = comparedVocabulary
        // From the words nothing listens: the session keeps who listened when it was recorded.
        if tap != .words { manifest.recognizer = recognizer }
        manifest.counts = [
            "events": .integer(Int64(events.count)), "inputs": .integer(Int64(inputs.count)),
        ]
        let rate = manifest.sampleRate.hertz
        var microphone = MonoSound(sampleRate: rate, samples: [])
        var sounds = promptSounds
        do throws(AudioError) {
            if manifest.files.contains(where: { $0.path == SessionFolder.Part.microphone }) {
                microphone = try SoundFile.readMono(
                    path: "\(folder.path)/\(SessionFolder.Part.microphone)", sampleRate: nil)
                let missing = Int(end) - microphone.samples.count
                // A flow that ended later than it was recorded heard silence from there on.
                microphone.samples =
                    missing < 0
                    ? Array(microphone.samples.prefix(Int(end)))
                    : microphone.samples + [Int16](repeating: 0, count: missing)
            }
            for digest in prompts.digests {
                guard case .realized(let prompt) = prompts[digest]?.outcome, prompt.frames > 0,
                    sounds[prompt.digest] == nil
                else { continue }
                let name = PromptIndex.fileName(prompt.digest)
                sounds[prompt.digest] = try SoundFile.readMono(
                    path: "\(folder.path)/\(SessionFolder.Part.prompts)/\(name)", sampleRate: nil)
            }
        } catch { throw .audio(error) }
        var session = RecordedSession(
            manifest: manifest, inputs: inputs, events: events, microphone: microphone,
            prompts: prompts, promptSounds: sounds, files: flowFiles)
        session.objections = objections
        return session
    }
}
