internal import VoiceAudio
internal import VoiceEngine
public import VoiceMedia
internal import VoiceTime

extension EngineRun {
    /// The run so far as a session will hold it; nil where its conditions keep no trace, and where
    /// it has failed.
    ///
    ///     import VoiceSession
    ///     try host.run?.record()?.write(to: "chat.vsession")
    ///
    /// Not inside a callback. Prompts whose sound the host does not have, as a ``SimulatedHost``
    /// has none, stand in the record with their length only.
    public func record() -> RunRecord? {
        guard origin.conditions.keepsTrace, failure == nil else { return nil }
        let heardAll = origin.conditions.tap == .audio
        var record = RunRecord(
            declaration: origin.declaration, setup: origin.setup,
            media: origin.conditions.media, recognizer: origin.conditions.recognizer,
            frames: heardAll ? Int64(microphone.count) : now, isOver: isOver, inputs: inputs,
            events: events)
        record.task = origin.conditions.task
        record.model = origin.conditions.model
        record.tasks = tasks
        if heardAll {
            record.microphone = MonoSound(
                sampleRate: origin.setup.sampleRate.hertz, samples: microphone)
        }
        record.prompts = prompts
        record.promptSounds = sounds
        return record
    }

    /// Keeps the outcome of a prompt, for the record.
    func record(_ request: PromptRequest, _ outcome: PromptOutcome) {
        guard origin.conditions.keepsTrace, prompts[request.digest] == nil else { return }
        prompts[request.digest] = .init(request: request.object, outcome: outcome)
        guard case .realized(let prompt) = outcome, sounds[prompt.digest] == nil else { return }
        sounds[prompt.digest] = sound(of: prompt)
    }
}
