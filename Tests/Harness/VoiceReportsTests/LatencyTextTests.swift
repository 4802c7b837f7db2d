import Testing
import VoiceDiff
import VoiceFlow
import VoiceTime

@testable import VoiceReports

@Suite("Latencies as text")
struct LatencyTextTests {
    /// A session of `count` measured turns, the fastest first.
    private static func session(_ count: Int64) -> SessionLatency {
        let turns = (0..<count).map { SpokenTurn(active: $0 * 16_000..<$0 * 16_000 + 8_000) }
        let subject = LatencySubject(
            name: "a/one", path: "a/one.vsession", sampleRate: .standard, frames: 320_000,
            events: [], vocabulary: .voiceflow, turns: turns)
        var session = SessionLatency(subject)
        for index in session.turns.indices {
            session.turns[index].response = .measured(Frame(1_600 + 16 * index))
        }
        return session
    }

    private static func run(_ label: String, scope: String, _ microseconds: Int64) -> LatencyRun {
        let value = Percentiles.Value(microseconds: microseconds)
        return LatencyRun(
            label: label, time: 0, sessions: 1, scope: scope,
            figures: [
                .response: .init(
                    measured: 1, censored: 0, talkedOver: 0, excluded: 0,
                    percentiles: Percentiles(
                        count: 1, p50: value, p90: value, p99: value, max: value))
            ])
    }

    @Test("a measured turn with a note stands among the measured, whether it is slow or not")
    func notes() {
        var session = Self.session(7)
        session.turns[0].notes = [.staleAnchor]
        session.turns[6].notes = [.severalSegments]
        let text = LatencyText().text(LatencyReport([session]))
        #expect(!text.contains("not measured"))
        let parts = text.split(separator: "  with a note", maxSplits: 1)
        #expect(parts.count == 2)
        #expect(parts.first?.contains("turn 7") == true)
        #expect(parts.last?.contains("a/one turn 1 ") == true)
        #expect(parts.last?.contains("turn 7") == false)
    }

    @Test("the first and the last figure are of the sessions that both runs have")
    func comparable() {
        let runs = [
            Self.run("a", scope: "one", 100_000), Self.run("b", scope: "one", 200_000),
            Self.run("c", scope: "two", 900_000), Self.run("d", scope: "two", 800_000),
        ]
        let text = LatencyText().text(LatencyReport([]), runs: runs)
        #expect(text.contains("over 2 runs  first p50  last p50"))
        #expect(text.contains("  response         900.0     800.0     800.0"))
        #expect(text.contains("not comparable and left out: 2 runs over other sessions"))
        let alone = LatencyText().text(LatencyReport([]), runs: [runs[0]])
        #expect(alone.contains("over 1 run "))
        #expect(!alone.contains("not comparable"))
    }

    @Test("a percentile below a millisecond is told to the microsecond")
    func microseconds() {
        func text(_ microseconds: Int64) -> String {
            LatencyValues.text(Percentiles.Value(microseconds: microseconds))
        }
        #expect(text(2) == "0.002")
        #expect(text(999) == "0.999")
        #expect(text(1_000) == "1.0")
        #expect(text(0) == "0.0")
        #expect(text(727_249) == "727.2")
    }

    @Test("sessions that the baseline lacks are counted beside the figures, not among them")
    func unmatched() throws {
        let report = LatencyReport([Self.session(2)])
        let other = LatencyBaseline(LatencyReport([]))
        let comparison = LatencyComparison(report, with: other, path: "old.json")
        let text = LatencyText().text(report, comparison: comparison)
        #expect(text.contains("worse than old.json: 1 session in one of both only"))
    }
}
