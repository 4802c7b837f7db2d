public import VoiceAudio
public import VoiceEngine
public import VoiceHypothesis
public import VoiceTime
public import VoiceTrace

/// One run of an engine as a whole: everything a session folder holds, but not yet on disk.
///
/// An engine's own runner makes it; `VoiceSession` writes it to a folder and replays that.
public struct RunRecord: Sendable {
    /// Declaration of the engine.
    public var declaration: EngineDeclaration
    /// Set-up that it was made from, with the files it was loaded with.
    package var setup: EngineSetup
    /// Settings of the detector and the media core.
    public var media: MediaSettings
    /// Recognizer of the run.
    public var recognizer: RecognizerIdentity
    /// Task of the recognizer.
    public var task = RecognitionTask.general
    /// The model that words were recognised with.
    public var model = SpeechModel()
    /// Tasks that listening jobs asked for of their own, each once.
    public var tasks: [RecognitionTask] = []
    /// Length of the run so far, in frames.
    public var frames: Frame
    /// Whether the engine had come to its end by then.
    public var isOver: Bool
    /// Inputs of the run; the end is not among them.
    public var inputs: [InputEvent]
    /// Events of the run.
    package var events: [TraceEvent]
    /// Sound of the microphone; nil where speech and words were injected.
    public var microphone: MonoSound?
    /// Sound that each prompt request became.
    public var prompts: PromptIndex
    /// The audio of the prompts by digest, as far as there was any.
    package var promptSounds: [String: MonoSound]

    /// A run of these parts, which has heard and played nothing yet.
    package init(
        declaration: EngineDeclaration, setup: EngineSetup, media: MediaSettings,
        recognizer: RecognizerIdentity, frames: Frame, isOver: Bool, inputs: [InputEvent],
        events: [TraceEvent]
    ) {
        self.declaration = declaration
        self.setup = setup
        self.media = media
        self.recognizer = recognizer
        self.frames = frames
        self.isOver = isOver
        self.inputs = inputs
        self.events = events
        prompts = PromptIndex()
        promptSounds = [:]
    }
}
