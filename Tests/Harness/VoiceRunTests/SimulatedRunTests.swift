import Testing
import VoiceEngine
import VoiceJSON
import VoiceRun
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@MainActor
@Suite("A run that a test moves")
struct SimulatedRunTests {
    /// Frames between two beats of the engine.
    private static let beat: Frame = 8_000

    private func started(
        _ change: (SimulatedHost) -> Void = { _ in }
    ) -> (io: CounterIO, host: SimulatedHost) {
        let host = SimulatedHost()
        change(host)
        let io = CounterIO(host: host)
        io.start()
        return (io, host)
    }

    private func kinds(_ host: SimulatedHost) -> [String] { host.run?.events.map(\.kind) ?? [] }

    @Test("goes as far as it is told, and no further")
    func advances() {
        let (_, host) = started()
        host.advance(milliseconds: 1_100)
        #expect(host.run?.now == 17_600)
        #expect(kinds(host).count { $0 == "beat" } == 2)
        host.advance(milliseconds: 400)
        #expect(host.run?.now == 3 * Self.beat)
        #expect(kinds(host).count { $0 == "beat" } == 3)
    }

    @Test("ends where its engine does, however long it may go on")
    func ends() {
        let (_, host) = started { $0.conditions.engine["counter.most"] = 3 }
        host.go(seconds: 3_600)
        #expect(host.run?.isOver == true)
        #expect(host.run?.failure == nil)
        #expect(host.run?.now == 3 * Self.beat)
    }

    @Test("is stopped by its app, and stays where it is")
    func stops() {
        let (io, host) = started()
        host.advance(milliseconds: 600)
        host.run?.stop()
        host.go()
        #expect(host.run?.isOver == true)
        let end = host.run?.now
        host.advance(milliseconds: 1_000)
        #expect(host.run?.now == end)
        #expect(kinds(host).count { $0 == "beat" } == 1)
        #expect(io.lastRefusal == nil)
    }

    @Test("a world without an app stays at rest")
    func noApp() {
        let host = SimulatedHost()
        host.go()
        host.advance(milliseconds: 100)
        #expect(host.run == nil)
    }

    @Test("another run begins at its own frame 0, once the one before is over")
    func twice() {
        let (io, host) = started { $0.conditions.engine["counter.most"] = 2 }
        let first = host.run
        host.go()
        let ended = host.run
        #expect(first == nil && ended?.now == 2 * Self.beat)
        io.start()
        host.advance(milliseconds: 500)
        #expect(host.run !== ended)
        #expect(host.run?.now == Self.beat)
        #expect(kinds(host).count { $0 == "beat" } == 1)
    }

    @Test("time that is left over for all runs ends the second one early")
    func sharedTime() {
        let (io, host) = started { $0.conditions.engine["counter.most"] = 4 }
        io.onCallback = { [weak io] callback in
            if callback.arguments["count"]?.integer == 4 { io?.start() }
        }
        host.go(seconds: 3)
        #expect(host.run?.isOver == false)
        #expect(kinds(host).count { $0 == "beat" } == 2)
    }

    @Test("every event is shown once, in order, when it has happened")
    func shown() {
        let (_, host) = started { $0.conditions.engine["counter.most"] = 3 }
        var seen: [TraceEvent] = []
        host.onEvent = { seen.append($0) }
        host.go()
        #expect(seen == host.run?.events)
    }

    @Test("a prompt lasts as long as its letters")
    func letters() async throws {
        let (io, host) = started { $0.millisecondsPerLetter = 100 }
        let spoken = host.perform { try await io.speak("abcde") }
        host.go()
        try await spoken.value
        let played = host.run?.events.filter { $0.kind == "played" }.map(\.frame) ?? []
        #expect(played.contains(8_000))
    }

    @Test("an engine that calls back nobody fails its run, and the app is told")
    func fault() {
        let (io, host) = started()
        host.advance(milliseconds: 100)
        host.run?.takeFromApp(.call(EngineCall(facade: "counter", name: "shout")))
        host.go()
        guard case .engine(let fault)? = host.run?.failure else {
            Issue.record("the run has not failed: \(String(describing: host.run?.failure))")
            return
        }
        #expect(host.run?.isOver == true)
        #expect(fault.contains("crowd"))
        #expect(io.lastRefusal == fault)
    }

    @Test("an engine that cannot be made is a run that never begins")
    func impossible() {
        struct NoEngine: Error, CustomStringConvertible {
            let description = "there is no engine"
        }
        let host = SimulatedHost()
        let io = CounterIO(host: host)
        host.begin(
            RunPlan(
                facade: io, of: io,
                engine: RunPlan.Engine(
                    declaration: CounterFactory().declaration, recognizes: true,
                    language: "en-US", files: [:]
                ) { _ in throw NoEngine() }, calls: []))
        host.go()
        #expect(host.run == nil)
        #expect(io.lastRefusal == "there is no engine")
    }
}

@Suite("Why an app cannot be run")
struct RunErrorTests {
    @Test(
        "is said with the next step",
        arguments: [
            (RunError.notStarted(refusal: nil), "Start it as it starts live"),
            (.notStarted(refusal: "no flow"), "its last error is no flow"),
            (.callFailed(call: "speak", reason: "quiet"), "speak failed: quiet. Handle"),
            (.callFailed(call: "speak", reason: "Quiet."), "speak failed: Quiet. Handle"),
            (.callCancelled(call: "listen"), "Keep its task until the answer comes."),
            (.runOver(call: "listen", reason: "stopped"), "the run is over (stopped)"),
            (.appWaits(for: "a task", milliseconds: 5), "a task took longer than 5 ms"),
            (.appWoken, "replace sleeps, other threads and network calls"),
            (.appLeftWaiting, "was not compared"), (.appNeverRests(jobs: 7), "ran 7 jobs"),
        ])
    func sentence(error: RunError, says: String) {
        #expect(error.description.contains(says))
        #expect(error.description.hasSuffix("."))
    }
}
