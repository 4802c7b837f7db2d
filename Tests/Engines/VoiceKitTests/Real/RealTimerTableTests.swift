import Testing
import VoiceRun
import VoiceTestSupport
import VoiceTime

@testable import VoiceKit

/// Every limit of a listen, of one caller as sound and simulated.
@MainActor
@Suite("Limits of RealVoiceIO, with sound and simulated")
struct RealTimerTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var timeout: Double
        var inactivity: Double
        var turn: TwoWorlds.Turn?
        var counts: TwoWorlds.Start
        var milliseconds: Int64
        var reason: String

        var testDescription: String { "\(timeout) \(inactivity) ends by \(reason)" }
    }

    private nonisolated static func says(_ words: String?, to end: Int64 = 2_300) -> TwoWorlds.Turn
    {
        TwoWorlds.Turn(words, 700, end)
    }

    nonisolated static let rows: [Row] = [
        Row(timeout: 2, inactivity: 1, counts: .listening, milliseconds: 2_000, reason: "timeout"),
        Row(
            timeout: 4.5, inactivity: 0, turn: says("my name is anna"), counts: .listening,
            milliseconds: 4_500, reason: "timeout"),
        // Without words nothing but the overall time ends a listen.
        Row(
            timeout: 6, inactivity: 1, turn: says(nil), counts: .listening, milliseconds: 6_000,
            reason: "timeout"),
        Row(
            timeout: 12, inactivity: 0.5, turn: says("my name is anna"), counts: .loud,
            milliseconds: 500, reason: "inactivity"),
        Row(
            timeout: 12, inactivity: 1, turn: says("my name is anna"), counts: .loud,
            milliseconds: 1_000, reason: "inactivity"),
        Row(
            timeout: 12, inactivity: 2, turn: says("my name is anna"),
            counts: .loud, milliseconds: 2_000, reason: "inactivity"),
        // It is silent for longer than it takes to see that speech is over.
        Row(
            timeout: 0, inactivity: 1.5, turn: says("hello there"), counts: .loud,
            milliseconds: 1_500, reason: "inactivity"),
    ]

    @Test("a long answer is loud to its end, with a breath every second")
    func longAnswer() async throws {
        let world = KitWorld()
        let listen = world.host.perform {
            try await world.io.listen(timeout: 30, inactivity: 1, record: false)
        }
        world.host.say("my name is anna and I live here", inMilliseconds: 500, lasting: 9_000)
        world.host.go()
        #expect(try await listen.value.transcript == "my name is anna and I live here")
        // A second after the last loud buffer of 64 ms.
        #expect(world.times("listened").allSatisfy { (10_500...10_574).contains($0) })
        #expect(world.times("listened").count == 1)
    }

    @Test("the meter tells how loud the caller is", arguments: [(-50.0, 1.0 / 6), (-12, 0.8)])
    func meter(decibels: Double, level: Double) async throws {
        let world = KitWorld()
        var levels: [Double] = []
        world.io.onLevelChanged = { levels.append(Double($0)) }
        let listen = world.host.perform {
            try await world.io.listen(timeout: 2, inactivity: 0, record: false)
        }
        world.host.say("hello", inMilliseconds: 500, lasting: 900, decibels: decibels)
        world.host.go()
        _ = try await listen.value
        #expect(abs((levels.max() ?? 0) - level) < 0.001)
    }

    @Test("each limit ends a listen in both worlds at the same hop", arguments: rows)
    func limit(row: Row) async throws {
        let worlds = TwoWorlds(row.turn.map { [$0] } ?? [], lasting: 9_000)
        let (heard, simulated) = try await worlds.run { host in
            let io = RealVoiceIO(
                config: VoiceIOConfig(ttsSuppressAfterFinish: 0), host: host, environment: [:])
            host.perform {
                _ = try await io.listen(
                    timeout: row.timeout, inactivity: row.inactivity, record: false)
            }
            return io
        }
        let limit = TwoWorlds.Limit(row.milliseconds, from: row.counts, by: row.reason)
        #expect(TwoWorlds.faults(of: limit, heard: heard, simulated: simulated) == [])
    }
}
