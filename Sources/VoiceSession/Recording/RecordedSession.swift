public import VoiceAudio
public import VoiceMedia
public import VoiceTrace

/// A session in memory, as a recording yields it and a folder will hold it.
public struct RecordedSession: Sendable {
    /// The manifest; its list of files is filled in when the session is written.
    public var manifest: SessionManifest
    /// What came in.
    public var inputs: [InputEvent]
    /// What happened.
    public var events: [TraceEvent]
    /// What the microphone heard; without a sample where there was none.
    public var microphone: MonoSound
    /// Which prompt request became which audio.
    public var prompts: PromptIndex
    /// The realised prompts by digest.
    public var promptSounds: [String: MonoSound]
    /// The files of the `flow` folder by name.
    public var files: [String: [UInt8]]

    /// Scenario lines that were never reached, as messages name them.
    public var unreachedLines: [String] = []
    /// Expected events that never happened, as messages name them.
    public var failedExpectations: [String] = []
    /// What the engine did that no engine may do, in sentences.
    public var engineFaults: [String] = []
    /// What went wrong on the way and was got round.
    public var warnings: [String] = []

    /// What the scenario asked for and did not get, and what the engine did wrong, in sentences.
    public var unmet: [String] {
        RecordingOutcome.unmet(unreachedLines, failedExpectations) + engineFaults
    }
}
