import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTestSupport
import VoiceTrace

@MainActor
@Suite("An app whose calls come later than the answers they follow")
struct LateCallTests {
    private let folder = TemporaryFolder()

    /// What a live app does: what it calls because of an answer comes a hop after it.
    private func recordLate(_ path: String) throws -> [String] {
        let host = SimulatedHost()
        let io = CounterIO(host: host)
        io.isLate = true
        io.start()
        talkInTurns(io, "two")
        for _ in 0..<2_000 where host.run?.isOver != true {
            host.advance(milliseconds: 10)
            io.callWaiting()
        }
        try #require(host.run?.record()).write(to: path)
        return io.log
    }

    private func talkInTurns(_ io: CounterIO, _ second: String) {
        io.host.perform {
            try await io.countTo(2)
            try await io.speak("one")
            io.note("spoke")
            try await io.speak(second)
            try await io.countTo(4)
            io.note("counted")
            io.stop()
        }
    }

    private func replayInTurns(_ path: String, _ second: String) throws -> (ReplayResult, [String])
    {
        let host = ReplayedHost()
        let io = CounterIO(host: host)
        io.start()
        talkInTurns(io, second)
        var options = ReplayOptions()
        options.tap = .words
        var replayer = SessionReplayer(factories: [CounterFactory()])
        let result = try replayer.replay(SessionFolder(path: path), options: options, app: host.app)
        #expect(host.failure == nil)
        return (result, io.log)
    }

    @Test("that was live, and called later than it was answered, replays with the app")
    func lateCalls() throws {
        let path = folder.path("late.vsession")
        let log = try recordLate(path)
        #expect(log.count == 2)
        let (result, again) = try replayInTurns(path, "two")
        #expect(result.differences.isEmpty)
        #expect(result.unplaced.isEmpty)
        #expect(result.events == result.golden.events)
        let words = { (log: [String]) in log.map { $0.drop { $0 != " " } } }
        #expect(words(again) == words(log))
    }

    @Test("that was live is found to call otherwise in a replay")
    func lateCallsDiffer() throws {
        let path = folder.path("late.vsession")
        _ = try recordLate(path)
        let (result, _) = try replayInTurns(path, "three")
        #expect(result.differences.first?.callback == "reply")
        #expect(result.differences.first?.actual.first?.arguments["text"] == .string("three"))
    }

    @Test("that was live is found to call no more in a replay")
    func lateCallsMissing() throws {
        let path = folder.path("late.vsession")
        _ = try recordLate(path)
        let host = ReplayedHost()
        let io = CounterIO(host: host)
        io.start()
        io.host.perform { try await io.countTo(2) }
        var options = ReplayOptions()
        options.tap = .words
        var replayer = SessionReplayer(factories: [CounterFactory()])
        let result = try replayer.replay(SessionFolder(path: path), options: options, app: host.app)
        #expect(
            result.differences.map { $0.recorded.map(\.name) } == [["speak", "speak", "countTo"]])
    }
}
