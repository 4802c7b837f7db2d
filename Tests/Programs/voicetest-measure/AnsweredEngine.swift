import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceRun
import VoiceTime
import VoiceTrace

/// An engine for ``AppCommand``: it speaks and listens, and answers when that is over.
struct AnsweredEngine: EngineUnderTest {
    private var job = 0
    private var speaking: [Int: Int] = [:]
    private var listening: [Int: Int] = [:]

    static let declaration = EngineDeclaration(
        kind: "answered", version: "1",
        calls: [
            .init("speak", [.init("text")], isAnswered: true),
            .init("listen", isAnswered: true), .init("quiet"), .init("stop"),
        ], callbacks: [], settings: [],
        vocabulary: EventVocabulary(
            scopeWord: "run",
            kinds: ["ready", "asked", "played", "stopped", "understood"].map { EventKind($0) }))

    mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
        switch event {
        case .run: [.emit(kind: "ready", fields: [:], why: [:])]
        case .call(let call): handle(call)
        case .media(let signal): handle(signal)
        case .callbackReturned, .timer, .world, .speech, .sound: []
        }
    }

    private mutating func handle(_ call: EngineCall) -> [EngineAction] {
        let asked = EngineAction.emit(
            kind: "asked", fields: ["call": .string(call.name)], why: [:])
        job += 1
        switch call.name {
        case "speak":
            speaking[job] = call.id
            var prompt = PromptRequest(language: "en-US")
            prompt.text = call.arguments["text"]?.string
            return [asked, .play(job: job, prompt)]
        case "listen":
            listening[job] = call.id
            let request = ListenRequest(
                recognizes: true, minSpeechFrames: 1_280, endSilenceFrames: 8_000,
                preSpeechFrames: 0, maxSpeechFrames: 0, maxAudioFrames: 0,
                awaitsSpeechAtOnce: true)
            return [asked, .listen(job: job, request)]
        case "quiet":
            defer { speaking = [:] }
            return [asked]
                + speaking.keys.sorted().map { .stopPlaying(job: $0) }
                + speaking.values.sorted().map { .reply(call: $0, .failure(reason: "quiet")) }
        default: return [asked, .ended(reason: "stopped")]
        }
    }

    private mutating func handle(_ signal: MediaSignal) -> [EngineAction] {
        func notify(_ kind: String) -> EngineAction {
            .emit(kind: kind, fields: ["job": .integer(Int64(signal.job))], why: [:])
        }
        switch signal {
        case .playEnded(let job):
            guard let call = speaking.removeValue(forKey: job) else { return [notify("stopped")] }
            return [notify("played"), .reply(call: call, .value(.null))]
        case .heard(let job, .final(let hypothesis), _):
            guard let call = listening.removeValue(forKey: job) else { return [] }
            return [notify("understood"), .reply(call: call, .value(.string(hypothesis.text)))]
        default: return []
        }
    }
}

/// Its interface for apps.
@MainActor
final class AnsweredIO: RunFacade {
    let host: any RunHost
    let resources = RunResources()
    private let calls = AppCalls()
    private(set) var run: EngineRun?
    private(set) var lastRefusal: String?
    private(set) var log: [String] = []

    init(host: any RunHost) {
        self.host = host
        calls.facade = self
        host.serve(self)
    }

    func start() {
        calls.prepare()
        host.begin(
            RunPlan(
                facade: self, of: self,
                engine: RunPlan.Engine(
                    declaration: AnsweredEngine.declaration, recognizes: true,
                    language: "en-US", files: [:]
                ) { _ in AnsweredEngine() }, calls: []))
    }

    func record(_ text: String) { log.append("\(run?.now ?? 0) \(text)") }

    func speak(_ text: String) async throws(RunError) {
        _ = try await calls.call(
            EngineCall(facade: "answered", name: "speak", arguments: ["text": .string(text)]))
    }

    func listen() async throws(RunError) -> String {
        try await calls.call(EngineCall(facade: "answered", name: "listen")).string ?? ""
    }

    func quiet() { calls.send(EngineCall(facade: "answered", name: "quiet")) }

    func stop() { calls.send(EngineCall(facade: "answered", name: "stop")) }

    func firstInputs(_ conditions: RunConditions) -> [SessionInput] { [] }
    func takeWaiting() -> [EngineCall] { calls.takeWaiting() }
    func began(_ run: EngineRun) { self.run = run }
    func refused(_ failure: RunFailure, _ why: String) { lastRefusal = why }
    func callbackReturned() {}
    func awaits(_ call: Int) -> Bool { calls.awaits(call) }
    func replied(_ answer: CallAnswer) -> [EngineCall] { calls.replied(answer) }
    func observe(_ event: TraceEvent, isReplayed: Bool) {}
    func observe(_ request: PromptRequest, _ outcome: PromptOutcome) {}
    func drain() async {}
    func deliver(_ callback: EngineCallback) -> [EngineCall] { calls.collect {} }

    func reply(to callback: EngineCallback, of event: TraceEvent) -> CallbackReply {
        CallbackReply()
    }

    func ended(_ run: EngineRun?, _ engine: (any EngineUnderTest)?, reason: String) {
        calls.ended(reason: reason)
    }
}
