public import VoiceAudio
public import VoiceEngine
public import VoiceHypothesis
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
    /// change while one is under way. `isActive` is false where the app lets go of the devices,
    /// and true where it wants them again.
    func configure(audioSession: AudioSessionSetup)

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

    /// Hears which task will be listened for soon: a recognizer that takes long to make can be made
    /// now.
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

    /// Answers to requests for permissions; what is not named is granted.
    var answers: [Permission: PermissionAnswer] { get }

    /// Answers a request for a permission; `unavailable` where there is no recognizer.
    func answer(permission: Permission) -> PermissionAnswer

    /// Does `work` soon, and not now.
    func post(_ work: @escaping @MainActor () -> Void)

    /// The app wants a run: makes the run when its time has come, and moves its clock.
    func begin(_ plan: RunPlan)

    /// Returns the number of frames that an app on the main actor takes for a callback: 0 returns
    /// at once.
    func frames(ofCallback name: String) -> Frame

    /// The audio of a prompt that was realised, for a record of the run; nil if there is none.
    func sound(ofPrompt digest: String) -> MonoSound?

    /// The app called a run from outside a callback; what it wants waits at the run's frame.
    func called(_ run: EngineRun)
}

extension RunHost {
    /// Nil: a device counts the frames, so nothing waits for tasks.
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

    /// Everything is granted.
    public var answers: [Permission: PermissionAnswer] { [:] }

    /// Returns the answer of ``answers``, or that the permission is granted.
    public func answer(permission: Permission) -> PermissionAnswer {
        answers[permission] ?? .granted
    }

    /// Does `work` in a task of its own.
    public func post(_ work: @escaping @MainActor () -> Void) { Task { work() } }

    /// Does nothing: the mover of the clock takes the call.
    public func called(_ run: EngineRun) {}

    /// Does nothing: each plan names its façade.
    public func serve(_ facade: any RunFacade) {}

    /// Does nothing: there are no devices.
    public func configure(audioSession: AudioSessionSetup) {}

    /// False: no microphone hears what the app plays.
    public var offersEchoCancellation: Bool { false }

    /// Returns a rejection; words must be injected.
    public func recognize(_ utterance: Utterance) -> (outcome: RecognitionOutcome, delay: Frame) {
        (.rejected(nil), 0)
    }

    /// Returns nil; words must be injected.
    public func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? { nil }

    /// False: utterances are recognised at once.
    public func recognizesLater(_ utterance: Utterance, for job: Int) -> Bool { false }

    /// False: utterances are recognised at once.
    public func recognizesSoFarLater(_ utterance: Utterance, for job: Int) -> Bool { false }

    /// Does nothing: there is no recognizer to make.
    public func prepare(_ task: RecognitionTask) {}

    /// Does nothing: there is no loudspeaker.
    public func play(job: Int, _ request: PromptRequest, _ prompt: RealizedPrompt) {}

    /// Does nothing: there is no loudspeaker.
    public func stopPlaying(job: Int) {}

    /// Does nothing: there is no loudspeaker.
    public func suspendPlaying(job: Int) {}

    /// Does nothing: there is no loudspeaker.
    public func resumePlaying(job: Int) {}

    /// Does nothing: there is no loudspeaker.
    public func setGain(job: Int, permille: Int) {}

    /// False: recordings are not kept.
    public var keepsRecordings: Bool { false }

    /// Returns 0: callbacks take no time.
    public func frames(ofCallback name: String) -> Frame { 0 }

    /// Nil: a host keeps no sounds of prompts unless it says so.
    public func sound(ofPrompt digest: String) -> MonoSound? { nil }
}
