internal import VoiceAudio
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceMedia
internal import VoiceRecognition
internal import VoiceTime
internal import VoiceTrace

/// Surroundings of the loop while a scenario is recorded: the scripted app, the studio that
/// realises prompts, and the listener.
struct ScenarioHost: SessionHost {
    var studio: PromptStudio
    var listener: SessionRecognizer
    private var rules: [(rule: Scenario.Rule, left: Int)]
    private let recognizerDelay: Frame
    private let rate: SampleRate
    /// Delays of a live session that this one is compared with.
    var recordedDelays: ArraySlice<Frame> = []
    /// The same for speech that was under way.
    var recordedDelaysSoFar: ArraySlice<Frame> = []
    /// Gives an id to every call that the engine answers.
    private var numbers: CallNumbers
    /// Echo, in the microphone, of what plays; nil where there is none.
    var echo: EchoPath?
    /// Writer of recordings; nil keeps none.
    private let writer: RecordingWriter?
    /// Reasons why recordings were not kept, in order.
    private var refusals: [String] = []

    init(
        scenario: Scenario, studio: PromptStudio, listener: SessionRecognizer, rate: SampleRate,
        writer: RecordingWriter?, engine: EngineDeclaration
    ) {
        // Those that go by time are numbered when they are scheduled.
        numbers = CallNumbers(engine, after: scenario.rules)
        self.writer = writer
        self.studio = studio
        self.listener = listener
        self.rate = rate
        rules = scenario.rules.map { ($0, $0.times) }
        recognizerDelay = rate.frames(milliseconds: scenario.recognizerDelayMilliseconds)
        echo = scenario.echo.map { EchoPath($0, rate: rate) }
    }

    /// Faults that did not end the session.
    var warnings: [String] { studio.warnings + refusals }

    mutating func deliver(
        _ callback: EngineCallback, of event: TraceEvent, at frame: Frame
    ) -> CallbackReply {
        var reply = CallbackReply()
        for index in rules.indices where rules[index].left > 0 {
            guard case .callback(let pattern) = rules[index].rule.trigger,
                pattern.matches(callback.name, callback.arguments)
            else { continue }
            rules[index].left -= 1
            let rule = rules[index].rule
            let delay = rate.frames(milliseconds: rule.delayMilliseconds)
            reply.calls += rule.calls.map { (delay, numbers.numbered($0)) }
            reply.news += rule.news.map { (delay, $0) }
            let length = rate.frames(milliseconds: rule.returnMilliseconds)
            reply.returnDelay = max(reply.returnDelay ?? 0, length)
        }
        return reply
    }

    mutating func replied(
        _ answer: CallAnswer, of event: TraceEvent, at frame: Frame
    ) -> [(delay: Frame, call: EngineCall)] {
        guard let call = numbers.close(answer.call) else { return [] }
        let fields = answer.result.fields(of: call)
        var calls: [(delay: Frame, call: EngineCall)] = []
        for index in rules.indices where rules[index].left > 0 {
            guard case .reply(let pattern) = rules[index].rule.trigger,
                pattern.matches(call.name, fields)
            else { continue }
            rules[index].left -= 1
            let delay = rate.frames(milliseconds: rules[index].rule.delayMilliseconds)
            calls += rules[index].rule.calls.map { (delay, numbers.numbered($0)) }
        }
        return calls
    }

    mutating func recognize(
        _ utterance: Utterance
    ) -> (outcome: RecognitionOutcome, delay: Frame) {
        (listener.recognize(utterance), recordedDelays.popFirst() ?? recognizerDelay)
    }

    mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        listener.recognizeSoFar(utterance)
    }

    mutating func takeDelaySoFar() -> Frame { recordedDelaysSoFar.popFirst() ?? 0 }

    var keepsRecordings: Bool { writer != nil }

    mutating func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest
    ) -> SaveOutcome {
        guard let writer else { return .saved }
        let outcome = writer.save(sound, speech: speech, request) { studio.sounds[$0] }
        if case .failed(let reason) = outcome {
            let sentence = "a recording was not kept: \(reason)"
            if !refusals.contains(sentence) { refusals.append(sentence) }
        }
        return outcome
    }

    mutating func realize(_ request: PromptRequest) -> PromptOutcome { studio.realize(request) }

    mutating func play(job: Int, _ request: PromptRequest, _ prompt: RealizedPrompt) {
        guard request.isHeard, let sound = studio.sounds[prompt.digest] else { return }
        echo?.play(sound, request, prompt, job: job)
    }

    mutating func stopPlaying(job: Int) { echo?.stop(job: job) }

    mutating func suspendPlaying(job: Int) { echo?.hold(true, job: job) }

    mutating func resumePlaying(job: Int) { echo?.hold(false, job: job) }

    mutating func setGain(job: Int, permille: Int) { echo?.setGain(permille, job: job) }
}

extension CallResult {
    /// Returns the fields that a pattern of a rule may name: the arguments of the call, and its
    /// outcome.
    fileprivate func fields(of call: EngineCall) -> JSONObject {
        var fields = call.arguments
        switch self {
        case .value(let value):
            fields[ReplyKey.value] = value
            fields[ReplyKey.failed] = false
            fields[ReplyKey.text] = value.string.map { .string($0) }
        case .failure(let reason):
            fields[ReplyKey.reason] = .string(reason)
            fields[ReplyKey.failed] = true
            fields[ReplyKey.text] = .string(reason)
        }
        return fields
    }
}

/// Keys that a rule may ask of an answer, beside the arguments of its call.
enum ReplyKey {
    static let value = "value"
    static let reason = "reason"
    static let failed = "failed"
    /// Key of the text that `matches` looks at.
    static let text = "text"
}

/// Numbers the calls of a scripted app that its engine answers, and keeps those that a rule waits
/// for until they are answered.
struct CallNumbers {
    private let answered: Set<String>
    private var awaited: Set<String> = []
    private var open: [Int: EngineCall] = [:]
    private var next = 0

    /// Numbers from 0.
    init(_ engine: EngineDeclaration) {
        answered = Set(engine.calls.filter(\.isAnswered).map(\.name))
    }

    /// Numbers after those of the `rules` that act at a time.
    init(_ engine: EngineDeclaration, after rules: [Scenario.Rule]) {
        self.init(engine)
        for rule in rules {
            if case .reply(let pattern) = rule.trigger { awaited.insert(pattern.name) }
        }
        for rule in rules {
            if case .at = rule.trigger { for call in rule.calls { _ = numbered(call) } }
        }
    }

    /// `call` with its id, where the engine answers it.
    mutating func numbered(_ call: EngineCall) -> EngineCall {
        guard answered.contains(call.name) else { return call }
        defer { next += 1 }
        var call = call
        call.id = next
        if awaited.contains(call.name) { open[next] = call }
        return call
    }

    /// The call of this id that a rule waits for, once.
    mutating func close(_ id: Int) -> EngineCall? { open.removeValue(forKey: id) }
}
