internal import VoiceEngine
internal import VoiceJSON
internal import VoiceRecognition
internal import VoiceTime
internal import VoiceTrace

/// The recognizer as a pure machine: states, refusals, rules that end listening, interrupts.
///
/// Graphs, parameters, speakers and everything else that decides come in as calls and news of the
/// world. It listens with one job at a time, which lasts until a rule or a call ends it.
struct KeenMachine: EngineUnderTest {
    /// Timers of the machine.
    enum Timer: Int {
        /// The next rule is due.
        case rules = 1
        /// The silence after speech without the trigger phrase is long enough to let go of it.
        case untriggered
    }

    /// Calls of the app that wait for the next response or partial result.
    struct Waiters {
        var responses: [(call: Int, after: Int)] = []
        var partials: [(call: Int, after: Int)] = []

        /// Gives and forgets the calls that wait for the response of this number.
        mutating func takeResponses(before number: Int) -> [Int] {
            defer { responses.removeAll { number > $0.after } }
            return responses.filter { number > $0.after }.map(\.call)
        }
    }

    /// The way in which an interrupt ends listening.
    static let interruptWay = "interrupt"

    let rate: SampleRate
    let settings: KeenSettings
    let language: String
    var situation = RecognizerSituation()
    var graphs: [String: KeenGraph]
    var prepared: PreparedGraph?
    var limits = VadLimits()
    var isGated = false
    var cancelsEcho = false
    var handlesNotifications = true
    /// Whether the audio stack is active again when an interrupt is over: not where the app has
    /// deactivated it.
    var wantsAudio = true
    var levelFrames: Frame = 0
    /// Other readings in a response, from the next start on.
    var alternatives: Int
    /// The most other readings that can be asked for.
    static let mostAlternatives = 20
    /// Source of the sound of the open device.
    var route = KIOSAudioRoute.builtin
    /// Mean of the speaker's cepstra from the next start on; nil where nothing is known.
    var speaker: SpeakerMean?
    var listening: Listening?
    var waiters = Waiters()
    /// The last response and the last partial result, with their numbers.
    var lastResponse: (number: Int, fields: JSONObject)?
    var lastPartial: (number: Int, fields: JSONObject)?
    var jobCount = 0
    var responseCount = 0
    var partialCount = 0
    var now: Frame = 0
    var output: [EngineAction] = []
    private var hasRun = false
    /// Calls that came before the run.
    private var early: [EngineCall] = []

    /// Creates a machine that knows the graphs of its files.
    init(setup: EngineSetup, graphs: [String: KeenGraph]) {
        rate = setup.sampleRate
        settings = KeenSettings(setup.settings, rate: setup.sampleRate)
        language = setup.language
        levelFrames = settings.levelFrames
        alternatives = settings.alternatives
        self.graphs = graphs
    }

    mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
        now = frame
        output.removeAll(keepingCapacity: true)
        switch event {
        case .run: run()
        case .call(let call):
            if hasRun { handle(call) } else { early.append(call) }
        case .callbackReturned: break
        case .media(let signal): handle(signal)
        case .timer(let id): timeIsUp(Timer(rawValue: id))
        case .world(let news): handle(news)
        case .speech, .sound: break
        }
        return output
    }

    private mutating func run() {
        hasRun = true
        emit("initialized", ["language": .string(language)])
        emit("state", ["state": .string(situation.state.name)])
        let calls = early
        early = []
        for call in calls { handle(call) }
    }

    // MARK: What it says

    mutating func emit(_ kind: String, _ fields: JSONObject = [:], why: JSONObject = [:]) {
        output.append(.emit(kind: kind, fields: fields, why: why))
    }

    /// Tells the way from one state to another, and the state.
    mutating func move(to state: KIOSRecognizerState, by way: String) {
        let from = situation.state
        situation.state = state
        emit(
            "change",
            ["from": .string(from.name), "to": .string(state.name), "by": .string(way)])
        emit("state", ["state": .string(state.name)])
    }

    /// Refuses a call: the state stays.
    mutating func refuse(_ call: EngineCall, _ refusal: KIOSRefusal) {
        emit(
            "refused",
            [
                "call": .string(call.name), "reason": .string(refusal.rawValue),
                "state": .string(situation.state.name),
            ])
        if let id = call.id {
            output.append(.reply(call: id, .failure(reason: refusal.rawValue)))
        }
    }

    mutating func callBack(_ callback: KeenCallback, _ arguments: JSONObject = [:]) {
        output.append(
            .callback(EngineCallback(name: callback.rawValue, arguments: arguments)))
    }
}

/// Callbacks by which the machine calls an app: the delegate's methods.
enum KeenCallback: String, CaseIterable {
    case unwindAppAudioBeforeAudioInterrupt, triggerPhraseDetected, recognizerPartialResult
    case recognizerFinalResponse, recognizerReadyToListenAfterInterrupt
}

/// Settings of the machine.
struct KeenSettings: EngineSettings, Equatable {
    /// Shortest interval between partial results.
    var partialFrames: Frame = 0
    /// Silence that parts speech from speech.
    var pauseFrames: Frame = 0
    /// Silence after which speech without the trigger phrase is let go.
    var triggerPauseFrames: Frame = 0
    /// Interval at which the level of the microphone is told; 0 never.
    var levelFrames: Frame = 0
    /// Other readings in a response.
    var alternatives = 0

    /// Every setting, in milliseconds but for the number of alternatives.
    static let table: [EngineSetting<Self>] = [
        EngineSetting(
            \.partialFrames, "keenasr.partialMs", standard: 100, range: 20...2_000, atLeast: 1),
        EngineSetting(
            \.pauseFrames, "keenasr.pauseMs", standard: 300, range: 50...2_000, atLeast: 1),
        EngineSetting(
            \.triggerPauseFrames, "keenasr.triggerPauseMs", standard: 1_000, range: 100...10_000,
            atLeast: 1),
        EngineSetting(\.levelFrames, "keenasr.levelMs", standard: 0, range: 0...10_000),
        EngineSetting(
            \.alternatives, "keenasr.alternatives", standard: 0,
            range: 0...KeenMachine.mostAlternatives),
    ]
}

/// Constants of the machine that no session chooses, in milliseconds.
enum KeenConstants {
    /// Voiced time before sound counts as speech.
    static let minSpeechMilliseconds = 80
    /// Length of the windows of which the loudest is told.
    static let levelWindowMilliseconds = 25

    static let named = [
        "keenasr.minSpeechMs": minSpeechMilliseconds,
        "keenasr.levelWindowMs": levelWindowMilliseconds,
    ]
}
