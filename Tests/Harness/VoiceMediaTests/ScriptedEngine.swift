import Testing
import VoiceActivity
import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTime
import VoiceTrace

/// An engine that does what a table says when something happens, and tells of everything.
struct ScriptedEngine: EngineUnderTest {
    /// What happened, in words: `run`, `call`, `returned`, `played`, `began`, `ended`, `heard`.
    var answers: [String: [EngineAction]] = [:]

    init(_ answers: [String: [EngineAction]]) { self.answers = answers }

    mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
        let (name, fields) = Self.name(event)
        return [.emit(kind: name, fields: fields, why: [:])] + (answers[name] ?? [])
    }

    private static func name(_ event: EngineEvent) -> (String, JSONObject) {
        switch event {
        case .run: ("run", [:])
        case .call(let call): ("call", ["name": .string(call.name)])
        case .callbackReturned: ("returned", [:])
        case .media(.playStarted(let job, _)): ("playing", ["job": .integer(Int64(job))])
        case .media(.playEnded(let job)): ("played", ["job": .integer(Int64(job))])
        case .media(.playFailed(_, let reason)): ("unplayed", ["reason": .string(reason)])
        case .media(.speechBegan(_, let spoken)): ("began", ["spoken": .integer(spoken)])
        case .media(.speechPaused(_, let spoken)): ("paused", ["spoken": .integer(spoken)])
        case .media(.listenEnded(_, let reason, _, let why)):
            ("ended", ["reason": .string(reason.rawValue), "why": .object(why)])
        case .media(.heard(_, let words, _)): ("heard", ["words": .string("\(words)")])
        case .media(.heardSoFar(_, let soFar, _, _)): ("soFar", ["text": .string(soFar.text)])
        case .media(.playSuspended): ("suspended", [:])
        case .media(.word(_, let mark)): ("word", ["index": .integer(Int64(mark.index))])
        case .media(.playResumed): ("resumed", [:])
        case .media(.level(_, let level)): ("loud", ["level": .integer(Int64(level))])
        case .media(.position(_, let frames)): ("position", ["frames": .integer(frames)])
        case .media(.saved(_, let outcome)): ("saved", ["outcome": .string("\(outcome)")])
        case .timer(let id): ("timer", ["id": .integer(Int64(id))])
        case .world: ("world", [:])
        case .speech(let began, let spoken):
            (began ? "speechBegan" : "speechEnded", ["spoken": .integer(spoken)])
        case .sound(let samples, _): ("sound", ["frames": .integer(Int64(samples.count))])
        }
    }
}

/// A host of fixed answers that notes what it was asked.
struct ScriptedHost: SessionHost {
    var replies: [String: CallbackReply] = [:]
    var outcome = RecognitionOutcome.final(Hypothesis(text: "yes", confidence: 900, words: []))
    var delay: Frame = 0
    /// How late answers about speech under way are.
    var delaySoFar: Frame = 0
    var prompts: [String: PromptOutcome] = [:]
    private(set) var delivered: [String] = []
    private(set) var utterances: [Utterance] = []
    /// Of speech under way.
    private(set) var soFar: [Utterance] = []

    mutating func deliver(
        _ callback: EngineCallback, of event: TraceEvent, at frame: Frame
    ) -> CallbackReply {
        delivered.append("\(callback.name) of \(event.kind) at \(frame)")
        return replies[callback.name] ?? CallbackReply()
    }

    mutating func recognize(
        _ utterance: Utterance
    ) -> (outcome: RecognitionOutcome, delay: Frame) {
        utterances.append(utterance)
        return (outcome, delay)
    }

    mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        soFar.append(utterance)
        return nil
    }

    mutating func takeDelaySoFar() -> Frame { delaySoFar }

    func realize(_ request: PromptRequest) -> PromptOutcome {
        prompts[request.audioFile ?? ""] ?? .failed(reason: "no prompt")
    }
}

/// What a loop left: its events and inputs as lines of a table.
struct LoopRecord: Equatable {
    var events: [TraceEvent]
    var inputs: [InputEvent]

    /// `frame kind` of every event.
    var kinds: [String] { events.map { "\($0.frame) \($0.kind)" } }

    /// `frame input` of every input, with the events before it and the callback it came from.
    var taken: [String] {
        inputs.map { input in
            let during = input.during.map { " during \($0.event)" } ?? ""
            return "\(input.frame) \(Self.name(input.input)) after \(input.after)\(during)"
        }
    }

    private static func name(_ input: SessionInput) -> String {
        switch input {
        case .run: "run"
        case .call(let call): "call \(call.name)"
        case .returned: "returned"
        case .recognizerDelay(let frames): "delay \(frames)"
        case .gap(let frames): "gap \(frames)"
        case .end(let reason): "end \(reason)"
        default: "other"
        }
    }
}

extension EngineAction {
    static func callback(_ name: String) -> Self {
        .callback(EngineCallback(name: name, arguments: [:]))
    }

    static func play(_ job: Int, _ file: String) -> Self {
        var request = PromptRequest(language: "en-US")
        request.audioFile = file
        return .play(job: job, request)
    }
}

extension SessionInput {
    static func call(_ name: String) -> Self { .call(.named(name)) }
}

extension EngineCall {
    static func named(_ name: String) -> Self { EngineCall(facade: "test", name: name) }
}
