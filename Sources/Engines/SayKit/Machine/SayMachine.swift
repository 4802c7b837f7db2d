internal import VoiceEngine
internal import VoiceHypothesis
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// The engine of SayKit as a pure machine: tracks of sounds, and one voice request at a time.
///
/// While a request is presented its track has focus, so that nothing below it is heard by the
/// microphone.
struct SayMachine: EngineUnderTest {
    /// Timers of the machine; silences of tracks have numbers from ``AudioProduction/firstTimer``.
    enum Timer: Int {
        /// The recognizer has had time enough to answer.
        case response = 1
        /// The app's service has had time enough to tell of speech.
        case serviceSilence = 2
        /// The app's service has listened as long as it may.
        case serviceEnd = 3
    }

    /// Purpose for which an event of a track is played.
    enum Purpose: Equatable {
        /// A call of the app, which is answered when the last of its events is over.
        case app(call: Int?)
        /// A prompt or a feedback of the request.
        case speech
        case tone(RequestLifecycle.Tone)
        /// Text of a node of the dialogue.
        case dialogue
    }

    /// The request that is presented.
    struct Presented {
        /// Number of the request, from 1.
        var number: Int
        /// The call that waits for its result.
        var call: Int?
        var lifecycle: RequestLifecycle
        /// The job that listens, or whose words are on their way.
        var job: Int?
        /// Whether the job listens.
        var isHearing = false
        /// Whether the app's service listens, or its words are on their way.
        var isServed = false
        /// The partial transcript told last.
        var toldText = ""
        /// Confidence of the words, in thousandths.
        var confidence = 0
        /// Readings that may have been said as well, and be meant.
        var rivals: [AlternativeReading] = []
        /// Transcripts that may have been said as well, as the app's interpreter gets them.
        var others: [OtherTranscript] = []

        /// Forgets what was heard, for words of another origin: typed ones are sure.
        mutating func forgetWords(confidence: Int = 0) {
            self.confidence = confidence
            rivals = []
            others = []
        }

        /// The number in events.
        var label: String { String(number) }
    }

    let rate: SampleRate
    let settings: SaySettings
    let language: String
    let interpreter: LanguageInterpreter
    var production: AudioProduction
    var presented: Presented?
    /// The declared dialogue that runs; nil where requests come from the app.
    var dialogue: DialogueRun?
    /// Whether a call of the app brought the dialogue, and not a file of the set-up.
    var isDialogueOfApp = false
    /// The call that waits for the end of the dialogue.
    var dialogueCall: Int?
    var tones = ToneFiles()
    var levelFrames: Frame
    var responseTimeoutFrames: Frame
    var noSpeechFrames: Frame
    var isSuspendedByApp = false
    var isInterrupted = false
    var mayRecord = true
    var mayRecognize = true
    /// Purposes of the sounds under way, by their numbers.
    var purposes: [Int: Purpose] = [:]
    /// Calls that wait for events of a track, and what became of those that are over.
    var audioCalls: [Int: (open: Int, outcomes: [JSONValue])] = [:]
    var requestCount = 0
    /// Times that a request listened.
    var listenCount = 0
    var now: Frame = 0
    var output: [EngineAction] = []
    /// Events that have reached the request and are not worked off yet.
    private var requestEvents: [RequestLifecycle.Event] = []
    private var isWorking = false
    private var hasRun = false
    private var hasEnded = false
    /// Reason why the run ends as soon as everything is worked off; nil while it continues.
    private var ending: String?
    /// Calls that came before the run.
    private var early: [EngineCall] = []

    /// Calls before the run at most.
    static let earlyLimit = 10_000

    init(
        setup: EngineSetup, interpreter: LanguageInterpreter, dialogue: Dialogue? = nil
    ) {
        self.dialogue = dialogue.map {
            DialogueRun(dialogue: $0, language: interpreter.language)
        }
        rate = setup.sampleRate
        let settings = SaySettings(setup.settings, rate: setup.sampleRate)
        self.settings = settings
        language = setup.language
        levelFrames = settings.levelFrames
        responseTimeoutFrames = settings.responseTimeoutFrames
        noSpeechFrames = settings.noSpeechFrames
        self.interpreter = interpreter
        production = AudioProduction(
            rate: setup.sampleRate, language: setup.language,
            wordsPerMinute: settings.wordsPerMinute)
    }

    mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
        now = frame
        output.removeAll(keepingCapacity: true)
        guard !hasEnded else { return [] }
        switch event {
        case .run: run()
        case .call(let call):
            if hasRun { handle(call) } else if early.count < Self.earlyLimit { early.append(call) }
        case .callbackReturned: break
        case .media(let signal): handle(signal)
        case .timer(let id): timeIsUp(id)
        case .world(let news): handle(news)
        case .speech, .sound: break
        }
        work()
        return output
    }

    private mutating func run() {
        guard !hasRun else { return }
        hasRun = true
        emit("started", ["language": .string(language)])
        let calls = early
        early = []
        beginDialogue()
        for call in calls where ending == nil { handle(call) }
    }

    private mutating func timeIsUp(_ id: Int) {
        switch Timer(rawValue: id) {
        case .response: notify(.timeout)
        case .serviceSilence: serviceWasSilent()
        case .serviceEnd: serviceTookLong()
        case nil: _ = production.timerRanOut(id, at: now)
        }
    }

    /// Cancels everything and ends the run.
    mutating func shutDown(_ reason: String) {
        guard ending == nil else { return }
        ending = reason
        stopDialogue(reason)
        notify(.cancel)
        for track in production.tracks { _ = production.cancelAll(track.identifier, at: now) }
    }

    private mutating func end(_ reason: String) {
        hasEnded = true
        emit("ended", ["reason": .string(reason)])
        output.append(.ended(reason: reason))
    }

    // MARK: What reaches the request

    /// Lets an event reach the request after those that are on their way.
    mutating func notify(_ event: RequestLifecycle.Event) { requestEvents.append(event) }

    /// Works off what sounds and the request have to say, until nothing is left.
    ///
    /// It ends: a request goes on without end only through listening, whose end comes from outside.
    mutating func work() {
        guard !isWorking else { return }
        isWorking = true
        defer { isWorking = false }
        while true {
            if let change = production.takeChange() {
                handle(change)
            } else if !requestEvents.isEmpty {
                let event = requestEvents.removeFirst()
                let effects = presented?.lifecycle.step(event) ?? []
                for effect in effects { perform(effect) }
            } else {
                if let ending, !hasEnded { end(ending) }
                return
            }
        }
    }

    // MARK: What it says

    mutating func emit(_ kind: String, _ fields: JSONObject = [:], why: JSONObject = [:]) {
        output.append(.emit(kind: kind, fields: fields, why: why))
    }

    mutating func callBack(_ callback: SayCallback, _ arguments: JSONObject = [:]) {
        output.append(
            .callback(
                EngineCallback(
                    name: callback.rawValue, arguments: arguments, receiver: callback.receiver)))
    }

    mutating func reply(to call: EngineCall, _ value: JSONValue = .null) {
        if let id = call.id { output.append(.reply(call: id, .value(value))) }
    }

    /// Refuses a call: nothing changes.
    mutating func refuse(_ call: EngineCall, _ reason: String) {
        emit("refused", ["call": .string(call.name), "reason": .string(reason)])
        if let id = call.id { output.append(.reply(call: id, .failure(reason: reason))) }
    }
}

/// A text that may have been said as well.
struct OtherTranscript: Sendable, Hashable {
    var text: String
    /// Confidence in thousandths; 0 where it is not known.
    var confidence: Int

    /// A text; a confidence out of range is moved into it.
    init(text: String, confidence: Int) {
        self.text = text
        self.confidence = min(max(confidence, 0), 1_000)
    }
}

/// The sound files of a request's tones; an empty name is no tone.
struct ToneFiles: Sendable, Equatable {
    var microphoneStart = "microphone-start.wav"
    var microphoneStop = "microphone-stop.wav"
    var unrecognizedCommand = "unrecognized-command.wav"

    func file(of tone: RequestLifecycle.Tone) -> String {
        switch tone {
        case .microphoneStart: microphoneStart
        case .microphoneStop: microphoneStop
        case .unrecognizedCommand: unrecognizedCommand
        }
    }
}
