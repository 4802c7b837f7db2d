import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTestSupport
import VoiceTime
import VoiceTrace

/// The interface that the made-up engine would have for apps, as far as a test needs one.
@MainActor
private final class CounterApp: RunFacade {
    let host: any RunHost
    let resources = RunResources()
    private(set) var run: EngineRun?
    private(set) var lastRefusal: String?
    private(set) var told: [String] = []
    private(set) var end: String?
    private var collected: [EngineCall]?
    private var waiting: [EngineCall] = []
    private var calls = 0
    /// The count at which the app stops.
    let last: Int64

    init(host: any RunHost, last: Int64 = 6) {
        self.host = host
        self.last = last
        host.serve(self)
    }

    func start() {
        let factory = CounterFactory()
        host.begin(
            RunPlan(
                facade: self, of: self,
                engine: RunPlan.Engine(
                    declaration: factory.declaration, recognizes: true, language: "en-US",
                    files: [:], make: factory.make), calls: []))
    }

    /// Asks to be told when the engine has counted to `count`.
    func countTo(_ count: Int) {
        calls += 1
        send(
            EngineCall(
                facade: "counter", name: "countTo", arguments: ["count": .string("\(count)")],
                id: calls))
    }

    private func send(_ call: EngineCall) {
        if collected != nil {
            collected?.append(call)
        } else if let run {
            run.takeFromApp(.call(call))
        } else {
            waiting.append(call)
        }
    }

    func firstInputs(_ conditions: RunConditions) -> [SessionInput] { [] }

    func takeWaiting() -> [EngineCall] {
        defer { waiting = [] }
        return waiting
    }

    func began(_ run: EngineRun) { self.run = run }

    func refused(_ failure: RunFailure, _ why: String) { lastRefusal = why }

    func reply(to callback: EngineCallback, of event: TraceEvent) -> CallbackReply {
        CallbackReply(calls: deliver(callback).map { (0, $0) })
    }

    func callbackReturned() {}

    func deliver(_ callback: EngineCallback) -> [EngineCall] {
        collected = []
        defer { collected = nil }
        let count = callback.arguments["count"]?.integer
        told.append("\(callback.receiver.rawValue) \(callback.name) \(count ?? 0)")
        if count == 2 { countTo(4) }
        if count == last { send(EngineCall(facade: "counter", name: "stop")) }
        return collected ?? []
    }

    func replied(_ answer: CallAnswer) -> [EngineCall] {
        told.append("answer of \(answer.call)")
        return []
    }

    func observe(_ event: TraceEvent, isReplayed: Bool) {}

    func observe(_ request: PromptRequest, _ outcome: PromptOutcome) {}

    func stop() { send(EngineCall(facade: "counter", name: "stop")) }

    func drain() async {}

    func ended(_ run: EngineRun?, _ engine: (any EngineUnderTest)?, reason: String) { end = reason }
}

@Suite("An app of a made-up engine") @MainActor
struct CounterAppTests {
    private let folder = TemporaryFolder()
    private static let fromWords: ReplayOptions = {
        var options = ReplayOptions()
        options.tap = .words
        return options
    }()

    private func simulated() throws -> (app: CounterApp, session: SessionFolder) {
        let host = SimulatedHost()
        let app = CounterApp(host: host)
        app.start()
        app.countTo(3)
        host.go()
        let path = folder.path("app.vsession")
        try #require(host.run?.record()).write(to: path)
        return (app, SessionFolder(path: path))
    }

    @Test("is simulated: called back, answered, and stopped by its own call")
    func simulates() throws {
        let (app, _) = try simulated()
        #expect(
            app.told == [
                "tally Beaten 1", "tally Beaten 2", "answer of 1", "tally Beaten 3",
                "answer of 2", "tally Beaten 4", "tally Beaten 5", "tally Beaten 6",
            ])
        #expect(app.end == "stopped")
    }

    @Test("becomes a session, which replays with the app and without it")
    func replays() throws {
        let (app, session) = try simulated()
        #expect(try session.manifest().createdBy == "counter")
        var replayer = SessionReplayer(factories: [CounterFactory()])
        let alone = try replayer.replay(session, options: Self.fromWords)
        #expect(alone.events == alone.golden.events)
        let host = ReplayedHost()
        let again = CounterApp(host: host)
        again.start()
        again.countTo(3)
        let result = try replayer.replay(session, options: Self.fromWords, app: host.app)
        #expect(result.events == result.golden.events)
        #expect(result.differences.isEmpty)
        #expect(again.told == app.told)
    }

    @Test("that calls otherwise than it did is found, callback by callback")
    func differs() throws {
        let (_, session) = try simulated()
        var replayer = SessionReplayer(factories: [CounterFactory()])
        let host = ReplayedHost()
        let hasty = CounterApp(host: host, last: 5)
        hasty.start()
        hasty.countTo(3)
        let result = try replayer.replay(session, options: Self.fromWords, app: host.app)
        #expect(result.differences.map(\.callback) == ["Beaten"])
        #expect(result.events != result.golden.events)
    }
}
