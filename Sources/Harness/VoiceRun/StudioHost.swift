public import VoiceAudio
public import VoiceEngine
public import VoiceSynthesis
public import VoiceTrace

/// A world whose prompts a studio turns into sound, and whose recordings are files of the app.
@MainActor
public protocol StudioHost: RunHost {
    /// Realises the prompts of its runs.
    var studio: RunStudio { get set }
}

extension StudioHost {
    /// Realises a prompt from files and text.
    public func realize(
        _ request: PromptRequest, with resources: RunResources
    ) -> PromptOutcome {
        studio.realize(request, with: resources, rate: conditions.sampleRate)
    }

    /// Writes a recording, or what a prompt that was recorded holds, into the folders of the app.
    public func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest,
        with resources: RunResources
    ) -> SaveOutcome { studio.save(sound, speech: speech, request, with: resources) }

    /// The voices of espeak-ng.
    public func voices() -> [SpeechVoice] { studio.voices() }

    /// The audio of a prompt that was realised.
    public func sound(ofPrompt digest: String) -> MonoSound? { studio.sound(digest) }
}
