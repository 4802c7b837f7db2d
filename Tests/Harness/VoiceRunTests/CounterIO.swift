import VoiceEngine
import VoiceJSON
import VoiceRun
import VoiceTestSupport
import VoiceTrace

/// The interface that the made-up engine would have for apps whose calls are answered.
@MainActor
final class CounterIO: RunFacade {
    let host: any RunHost
    let resources = RunResources()
    let calls = AppCalls()
    private(set) var run: EngineRun?
    private(set) var lastRefusal: String?
    /// What the app, and the run about it, had to say, in order.
    private(set) var log: [String] = []
    /// Whether what the app calls because of an answer waits for ``callWaiting()``.
    var isLate = false
    private var waiting: [EngineCall] = []
    /// What the app does when it is called back.
    var onCallback: ((EngineCallback) -> Void)?

    init(host: any RunHost) {
        self.host = host
        calls.facade = self
        host.serve(self)
    }

    func start() {
        let factory = CounterFactory()
        calls.prepare()
        host.begin(
            RunPlan(
                facade: self, of: self,
                engine: RunPlan.Engine(
                    declaration: factory.declaration, recognizes: true, language: "en-US",
                    files: [:], make: factory.make), calls: []))
    }

    func note(_ text: String) { log.append("\(run?.now ?? -1) \(text)") }

    func countTo(_ count: Int) async throws(RunError) {
        _ = try await call("countTo", ["count": .string("\(count)")])
    }

    func speak(_ text: String) async throws(RunError) {
        _ = try await call("speak", ["text": .string(text)])
    }

    func listen() async throws(RunError) -> String { try await call("listen").string ?? "" }

    func quiet() { send("quiet") }

    /// Makes the calls that wait, outside of any callback; those with an id under another.
    func callWaiting() {
        for var call in waiting {
            call.id = call.id.map { $0 + Self.idsOfLateCalls }
            run?.takeFromApp(.call(call))
        }
        waiting = []
    }

    private static let idsOfLateCalls = 1_000

    /// The id that the app knows a call by.
    private func own(_ id: Int) -> Int { id < Self.idsOfLateCalls ? id : id - Self.idsOfLateCalls }

    private func send(_ name: String) { calls.send(EngineCall(facade: "counter", name: name)) }

    private func call(
        _ name: String, _ arguments: JSONObject = [:]
    ) async throws(RunError) -> JSONValue {
        try await calls.call(EngineCall(facade: "counter", name: name, arguments: arguments))
    }

    // MARK: The run's side

    func firstInputs(_ conditions: RunConditions) -> [SessionInput] { [] }
    func takeWaiting() -> [EngineCall] { calls.takeWaiting() }
    func began(_ run: EngineRun) { self.run = run }
    func refused(_ failure: RunFailure, _ why: String) { lastRefusal = why }
    func callbackReturned() {}
    func awaits(_ call: Int) -> Bool { calls.awaits(own(call)) }

    func replied(_ answer: CallAnswer) -> [EngineCall] {
        let made = calls.replied(CallAnswer(call: own(answer.call), result: answer.result))
        guard isLate else { return made }
        waiting += made
        return []
    }
    func observe(_ event: TraceEvent, isReplayed: Bool) {}
    func observe(_ request: PromptRequest, _ outcome: PromptOutcome) {}
    func stop() { send("stop") }
    func drain() async {}

    func reply(to callback: EngineCallback, of event: TraceEvent) -> CallbackReply {
        CallbackReply(calls: deliver(callback).map { (0, $0) })
    }

    func deliver(_ callback: EngineCallback) -> [EngineCall] {
        calls.collect { onCallback?(callback) }
    }

    func ended(_ run: EngineRun?, _ engine: (any EngineUnderTest)?, reason: String) {
        calls.ended(reason: reason)
    }
}

/// Where the code stands that calls.
enum CallerPlace: CaseIterable { case mainActor, ownActor, both }

/// A conversation with barge-in: it speaks and listens at once, and what is said cuts the speech.
enum CounterChat {
    @MainActor
    static func talk(_ io: CounterIO) async throws {
        async let said: Void = io.speak("a long prompt that somebody will cut short")
        async let counted: Void = io.countTo(3)
        let words = try await io.listen()
        io.note("heard \(words)")
        io.quiet()
        do {
            try await said
            io.note("spoke")
        } catch { io.note("\(error)") }
        try await counted
        io.note("counted")
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for text in ["one", "three", "four and more"] {
                group.addTask {
                    try await io.speak(text)
                    return text
                }
            }
            var answers: [String] = []
            for try await text in group { answers.append(text) }
            return answers
        }
        io.note(answers.joined(separator: ", "))
        let last = Task { try await io.listen() }
        for _ in 0..<3 { await Task.yield() }
        io.note("at last \(try await last.value)")
        io.stop()
    }

    @MainActor
    static func perform(_ io: CounterIO, at place: CallerPlace) -> [Task<Void, any Error>] {
        let caller = CounterCaller()
        return switch place {
        case .mainActor: [io.host.perform { try await talk(io) }]
        case .ownActor: [io.host.perform { try await caller.talk(io) }]
        case .both:
            [
                io.host.perform { try await caller.count(io) },
                io.host.perform { try await talk(io) },
            ]
        }
    }
}

/// The same on an actor of its own, which is nothing but an actor.
actor CounterCaller {
    private var beats = 0

    func talk(_ io: CounterIO) async throws {
        async let said: Void = io.speak("a long prompt that somebody will cut short")
        async let counting: Void = count(io)
        let words = try await io.listen()
        await io.note("heard \(words) at \(beats)")
        await io.quiet()
        do {
            try await said
        } catch { await io.note("\(error)") }
        try await counting
        await io.note("at last \(try await io.listen())")
        await io.stop()
    }

    func count(_ io: CounterIO) async throws {
        for count in [1, 2, 3, 5] {
            async let beat: Void = io.countTo(count)
            async let word: Void = io.speak("\(count)")
            try await beat
            beats += 1
            await io.note("beat \(beats)")
            try await word
        }
    }
}
