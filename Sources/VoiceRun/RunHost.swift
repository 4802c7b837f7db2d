public import VoiceAudio
public import VoiceEngine
public import VoiceRecognition
public import VoiceSynthesis
public import VoiceTime
public import VoiceTrace

/// The world around an app's engine: realises prompts, recognises, moves the clock.
///
/// A host that has devices feeds the run its microphone; one that has none moves the clock itself.
@MainActor
public protocol RunHost: AnyObject {
    /// The app's tasks, which time waits for; nil where a device counts the frames.
    var appTasks: AppTasks? { get }

    /// The clock, the detector's settings and the seed of runs from now on.
    var conditions: RunConditions { get }

    /// A façade has been made whose runs live in this world; it is not to be kept alive.
    func serve(_ facade: any RunFacade)

    /// The audio session and the speaker that the app wants: when a run begins, and when they
    /// change while one is under way. The object is that of the run's input; `active` is false
    /// where the app lets go of the devices, and true where it wants them again.
    func configure(audioSession: JSONObject)

    /// Whether what the app plays can be taken out of the microphone.
    var offersEchoCancellation: Bool { get }

    /// Turns a prompt into audio of a known length, with files and words as `resources` say.
    func realize(_ request: PromptRequest, with resources: RunResources) -> PromptOutcome

    /// Recognises one utterance; says how many frames later the answer is delivered.
    func recognize(_ utterance: Utterance) -> (outcome: RecognitionOutcome, delay: Frame)

    /// Recognises speech that is not over.
    func recognizeSoFar(_ utterance: Utterance) -> Hypothesis?

    /// Takes an utterance to be recognised beside the run; true when it did. The words then come
    /// through ``EngineRun/answer(_:for:)``, and ``recognize(_:)`` is not called.
    func recognizesLater(_ utterance: Utterance, for job: Int) -> Bool

    /// Takes speech that is not over to be recognised beside the run; true when it did. What is
    /// understood then comes through ``EngineRun/answer(soFar:for:)``.
    func recognizesSoFarLater(_ utterance: Utterance, for job: Int) -> Bool

    /// Hears what will be listened for soon: what takes long to make can be made now.
    func prepare(_ task: RecognitionTask)

    /// Hears that a prompt plays from now on; ``sound(ofPrompt:)`` is its audio.
    func play(job: Int, _ request: PromptRequest, _ prompt: RealizedPrompt)

    /// Hears that a prompt is not to play any longer; some that ended by themselves are named too.
    func stopPlaying(job: Int)

    /// Hears that a prompt is held where it is.
    func suspendPlaying(job: Int)

    /// Hears that a prompt goes on from where it was held.
    func resumePlaying(job: Int)

    /// Hears that a prompt plays by another gain from now on, in thousandths.
    func setGain(job: Int, permille: Int)

    /// Whether the sound of recordings is wanted.
    var keepsRecordings: Bool { get }

    /// Writes a recording.
    func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest,
        with resources: RunResources
    ) -> SaveOutcome

    /// Every voice that prompts can be spoken with, as `SpeechSynthesizer.voices()` lists them.
    func voices() -> [SpeechVoice]

    /// Answers a request for `microphone` or `speechRecognition`: `granted`, `denied`,
    /// `restricted`, or `unavailable` where there is no recognizer.
    func answer(permission: String) -> String

    /// Does `work` soon, and not now.
    func post(_ work: @escaping @MainActor () -> Void)

    /// The app wants a run: makes the run when its time has come, and moves its clock.
    func begin(_ plan: RunPlan)

    /// How many frames an app on the main actor takes for a callback: 0 returns at once.
    func frames(ofCallback name: String) -> Frame

    /// The audio of a prompt that was realised, for a record of the run; nil if there is none.
    func sound(ofPrompt digest: String) -> MonoSound?

    /// The app called a run from outside a callback; what it wants waits at the run's frame.
    func called(_ run: EngineRun)
}

extension RunHost {
    /// None: a device counts the frames.
    public var appTasks: AppTasks? { nil }

    /// Runs `work` as the app does: where ``appTasks`` are waited for up to its first wait, live in
    /// a task like any other.
    @discardableResult
    public func perform<Value: Sendable>(
        _ work: @escaping @MainActor @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        appTasks?.perform(work)
            ?? Task { try await AppCalls.$areOfAppTask.withValue(true) { try await work() } }
    }

    /// Nothing: its plans name it.
    public func serve(_ facade: any RunFacade) {}

    /// Nothing: there are no devices.
    public func configure(audioSession: JSONObject) {}

    /// Nothing can.
    public var offersEchoCancellation: Bool { false }

    /// Hears nothing: words, if there are any, are brought some other way.
    public func recognize(_ utterance: Utterance) -> (outcome: RecognitionOutcome, delay: Frame) {
        (.rejected(nil), 0)
    }

    /// Hears nothing.
    public func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? { nil }

    /// Everything is recognised at once.
    public func recognizesLater(_ utterance: Utterance, for job: Int) -> Bool { false }

    /// Everything is recognised at once.
    public func recognizesSoFarLater(_ utterance: Utterance, for job: Int) -> Bool { false }

    /// Nothing has to be made.
    public func prepare(_ task: RecognitionTask) {}

    /// Does nothing: there is no loudspeaker.
    public func play(job: Int, _ request: PromptRequest, _ prompt: RealizedPrompt) {}

    /// Does nothing: there is no loudspeaker.
    public func stopPlaying(job: Int) {}

    /// Nothing plays.
    public func suspendPlaying(job: Int) {}

    /// Nothing plays.
    public func resumePlaying(job: Int) {}

    /// Nothing plays.
    public func setGain(job: Int, permille: Int) {}

    /// Nothing is kept.
    public var keepsRecordings: Bool { false }

    /// No time at all.
    public func frames(ofCallback name: String) -> Frame { 0 }

    /// Nil: a host keeps no sounds of prompts unless it says so.
    public func sound(ofPrompt digest: String) -> MonoSound? { nil }
}
