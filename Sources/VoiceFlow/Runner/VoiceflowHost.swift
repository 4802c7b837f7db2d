public import VoiceAudio
public import VoiceMedia
public import VoiceRecognition
public import VoiceSynthesis
public import VoiceTime

/// The world around an ``STVoiceFlowRunner``: who realises prompts, who hears, who moves the clock.
///
/// A host that has devices feeds the run its microphone; one that has none moves the clock itself.
@MainActor
public protocol VoiceflowHost: AnyObject {
    /// The clock, the detector's settings and the seed of runs from now on.
    var conditions: RunConditions { get }

    /// Turns a prompt into audio of a known length, with files and words as `resources` say.
    func realize(_ request: PromptRequest, with resources: RunnerResources) -> PromptOutcome

    /// Recognises one utterance; says how many frames later the answer is delivered.
    func recognize(_ utterance: Utterance) -> (outcome: RecognitionOutcome, delay: Frame)

    /// Recognises speech that is not over.
    func recognizeSoFar(_ utterance: Utterance) -> Hypothesis?

    /// Whether the sound of recordings is wanted.
    var keepsRecordings: Bool { get }

    /// Writes a recording.
    func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest,
        with resources: RunnerResources
    ) -> SaveOutcome

    /// Every voice that prompts can be spoken with, as `SpeechSynthesizer.voices()` lists them.
    func voices() -> [SpeechVoice]

    /// Answers a request for `microphone` or `speechRecognition`: `granted`, `denied` or
    /// `restricted`.
    func answer(permission: String) -> String

    /// Does `work` soon, and not now.
    func post(_ work: @escaping @MainActor () -> Void)

    /// The app wants a flow to run: makes the run when its time has come, and moves its clock.
    func begin(_ plan: RunPlan)

    /// How many frames an app on the main actor takes for a callback: 0 returns at once.
    func frames(ofCallback name: String) -> Frame

    /// The audio of a prompt that was realised, for a record of the run; nil where there is none.
    func sound(ofPrompt digest: String) -> MonoSound?

    /// The app called a run from outside a callback; what it wants waits at the run's frame.
    func called(_ run: VoiceflowRun)
}

extension VoiceflowHost {
    /// Nobody is heard: words, where there are any, are brought some other way.
    public func recognize(_ utterance: Utterance) -> (outcome: RecognitionOutcome, delay: Frame) {
        (.rejected(nil), 0)
    }

    /// Nobody is heard.
    public func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? { nil }

    /// Nothing is kept.
    public var keepsRecordings: Bool { false }

    /// No time at all.
    public func frames(ofCallback name: String) -> Frame { 0 }

    /// None.
    public func sound(ofPrompt digest: String) -> MonoSound? { nil }
}
