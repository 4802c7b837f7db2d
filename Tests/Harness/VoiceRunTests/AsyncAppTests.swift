import Synchronization
import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@MainActor
@Suite("An app whose calls are answered and overlap")
struct AsyncAppTests {
    private let folder = TemporaryFolder()

    /// A host whose caller says two things, whatever the app does.
    private func simulate(_ place: CallerPlace) -> (io: CounterIO, host: SimulatedHost) {
        let host = SimulatedHost()
        host.conditions.engine["counter.most"] = 100
        let io = CounterIO(host: host)
        io.start()
        _ = CounterChat.perform(io, at: place)
        host.advance(milliseconds: 950)
        host.say("seven up")
        host.advance(milliseconds: 5_000)
        host.say("good bye")
        host.go()
        return (io, host)
    }

    @Test("speech is cut by what is said, and everybody goes on in the order of the answers")
    func bargeIn() {
        let (io, host) = simulate(.mainActor)
        #expect(
            io.log == [
                "25440 heard seven up",
                "25440 speak failed: quiet. Handle the failure, or change what the call asks for.",
                "25440 counted",
                "37920 one, three, four and more", "105440 at last good bye",
            ])
        #expect(host.run?.isOver == true && host.run?.failure == nil)
        let hushed = host.run?.inputs.filter { input in
            if case .call(let call) = input.input { call.name == "quiet" } else { false }
        }
        #expect(hushed?.map(\.during?.by) == [.reply])
    }

    @Test("its trace is the same every time", arguments: CallerPlace.allCases)
    func sameEveryTime(place: CallerPlace) {
        let first = simulate(place)
        #expect(first.io.log.last?.hasSuffix("at last good bye") == true)
        for _ in 0..<10 {
            let (io, host) = simulate(place)
            #expect(io.log == first.io.log)
            #expect(host.run?.events == first.host.run?.events)
            #expect(host.run?.inputs == first.host.run?.inputs)
        }
    }

    @Test(
        "becomes a session, which replays without the app and with it",
        arguments: CallerPlace.allCases)
    func replays(place: CallerPlace) throws {
        let (io, host) = simulate(place)
        let path = folder.path("chat.vsession")
        try #require(host.run?.record()).write(to: path)
        var options = ReplayOptions()
        options.tap = .words
        var replayer = SessionReplayer(factories: [CounterFactory()])
        let alone = try replayer.replay(SessionFolder(path: path), options: options)
        #expect(alone.events == alone.golden.events)
        let replayed = ReplayedHost()
        let again = CounterIO(host: replayed)
        again.start()
        _ = CounterChat.perform(again, at: place)
        let result = try replayer.replay(
            SessionFolder(path: path), options: options, app: replayed.app)
        #expect(result.differences.isEmpty)
        #expect(result.unplaced.isEmpty)
        #expect(result.events == result.golden.events)
        #expect(replayed.failure == nil)
        let words = { (log: [String]) in log.map { $0.drop { $0 != " " } } }
        #expect(words(again.log) == words(io.log))
    }

    @Test("that calls otherwise than it did is found in a replay")
    func differs() throws {
        let (_, host) = simulate(.mainActor)
        let path = folder.path("chat.vsession")
        try #require(host.run?.record()).write(to: path)
        let replayed = ReplayedHost()
        let io = CounterIO(host: replayed)
        io.start()
        replayed.perform {
            async let said: Void = io.speak("a long prompt that somebody will cut short")
            async let counted: Void = io.countTo(3)
            _ = try await io.listen()
            _ = try await (said, counted)
        }
        var options = ReplayOptions()
        options.tap = .words
        var replayer = SessionReplayer(factories: [CounterFactory()])
        let result = try replayer.replay(
            SessionFolder(path: path), options: options, app: replayed.app)
        #expect(result.differences.first?.callback == "reply")
        #expect(result.differences.first?.recorded.map(\.name) == ["quiet"])
        #expect(result.differences.first?.actual == [])
    }

    @Test("two calls that one event answers are compared each for itself")
    func oneEventTwoAnswers() throws {
        func talk(_ io: CounterIO) {
            io.start()
            for text in ["one", "two"] {
                io.host.perform {
                    _ = try await io.listen()
                    try await io.speak(text)
                }
            }
        }
        let host = SimulatedHost()
        talk(CounterIO(host: host))
        host.advance(milliseconds: 500)
        host.say("seven up")
        host.go()
        let path = folder.path("chat.vsession")
        try #require(host.run?.record()).write(to: path)
        let replayed = ReplayedHost()
        let io = CounterIO(host: replayed)
        talk(io)
        var options = ReplayOptions()
        options.tap = .words
        var replayer = SessionReplayer(factories: [CounterFactory()])
        let result = try replayer.replay(
            SessionFolder(path: path), options: options, app: replayed.app)
        #expect(result.differences.isEmpty && result.unplaced.isEmpty)
        #expect(result.events == result.golden.events)
        #expect(result.events.filter { $0.fields["call"] == "speak" }.count == 2)
    }

    @Test("a cancelled call throws and the answer that comes later is dropped")
    func cancelled() {
        let host = SimulatedHost()
        let io = CounterIO(host: host)
        io.start()
        let counting = host.perform {
            do {
                try await io.countTo(5)
            } catch { io.note("\(error)") }
        }
        host.advance(milliseconds: 1_200)
        counting.cancel()
        host.go()
        #expect(
            io.log == [
                "19200 countTo was cancelled while it waited for its answer. Keep its task until"
                    + " the answer comes."
            ])
        #expect(host.run?.failure == nil && host.run?.isOver == true)
    }

    @Test("a run that ends while calls wait ends them all, and those that come later")
    func runEnds() async throws {
        let host = SimulatedHost()
        let io = CounterIO(host: host)
        io.start()
        let listening = host.perform { try await io.listen() }
        let counting = host.perform {
            async let never: Void = io.countTo(90)
            try await io.countTo(2)
            io.stop()
            try await never
        }
        host.go()
        let over = RunError.runOver(call: "listen", reason: "stopped")
        await #expect(throws: over) { try await listening.value }
        await #expect(throws: RunError.runOver(call: "countTo", reason: "stopped")) {
            try await counting.value
        }
        await #expect(throws: over) { try await io.listen() }
        #expect(over.description.contains("Start a run before the call."))
    }

    @Test("what it does in a callback counts there, also after an await")
    func callback() {
        let host = SimulatedHost()
        let io = CounterIO(host: host)
        io.start()
        io.onCallback = { callback in
            guard callback.arguments["count"]?.integer == 2 else { return }
            host.perform {
                for _ in 0..<100 { await Task.yield() }
                io.stop()
            }
        }
        host.go()
        #expect(host.run?.now == 16_000)
        #expect(host.run?.inputs.last { $0.during != nil }?.during?.by == .tally)
    }

    @Test(
        "one that waits for something else fails its run, with what to do",
        .timeLimit(.minutes(1)))
    func waitsForElse() throws {
        let host = SimulatedHost()
        host.appTasks?.limitMilliseconds = 20
        let io = CounterIO(host: host)
        io.start()
        let (never, source) = AsyncStream<Void>.makeStream()
        host.perform {
            try await io.countTo(1)
            io.calls.send(EngineCall(facade: "counter", name: "hush"))
            for await _ in never {}
        }
        host.go()
        withExtendedLifetime(source) {}
        #expect(host.run?.isOver == true)
        #expect(host.run?.record() == nil)
        let failure = try #require(host.run?.failure)
        #expect(failure.description == io.lastRefusal)
        #expect(
            failure.description.contains(
                "a task of the app that waits for no call took longer than 20 ms of real time"))
        #expect(failure.description.contains("replace sleeps, other threads"))
    }

    @Test("one that never waits fails its run")
    func neverRests() {
        let host = SimulatedHost()
        host.appTasks?.jobLimit = 5_000
        let io = CounterIO(host: host)
        io.start()
        host.perform {
            while true { await Task.yield() }
        }
        host.go()
        #expect(host.run?.failure == .appNeverRests(jobs: 5_000))
        #expect(
            io.lastRefusal
                == "the app ran 5000 jobs without waiting for its run. Let it wait for a call or a"
                + " callback, or end.")
    }

    @Test("one that another thread wakes after time has moved fails its run")
    func wokenByElse() async {
        let host = SimulatedHost()
        let io = CounterIO(host: host)
        io.start()
        let (gate, open) = AsyncStream<Void>.makeStream()
        host.perform {
            for await _ in gate { break }
            io.stop()
        }
        host.advance(milliseconds: 600)
        let other = Task.detached { _ = open.yield() }
        await other.value
        host.advance(milliseconds: 600)
        #expect(host.run?.failure == .appWoken)
        #expect(host.run?.failure?.description.contains("so two runs would differ") == true)
    }

    @Test("a runner without devices waits for it as well")
    func unpaced() async throws {
        let host = UnpacedHost()
        let io = CounterIO(host: host)
        io.start()
        let counting = host.perform {
            async let four: Void = io.countTo(4)
            try await io.countTo(2)
            io.note("two")
            try await four
            io.note("four")
            io.stop()
        }
        try await counting.value
        #expect(io.log == ["16000 two", "32000 four"])
    }
}
