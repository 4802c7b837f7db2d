import Testing
import VoiceDiff

@testable import VoiceReports

@Suite("Latency verdict and scale")
struct LatencyVerdictTests {
    private func figure(_ microseconds: [Int64]) -> LatencyFigure {
        LatencyFigure(
            .response, values: microseconds.map { .init(microseconds: $0, isAtLeast: false) })
    }

    /// The verdict on responses of these lengths; those of one place are of the same turn.
    private func verdict(_ now: [Int64?], before: [Int64?]? = nil) -> LatencyVerdict {
        var report = LatencyReport([])
        report.figures = [figure(now.compactMap { $0 })]
        return LatencyVerdict(
            report,
            beside: before.map {
                LatencyPair(.response, now: Self.values(now), golden: Self.values($0))
            }, nil)
    }

    private static func values(_ times: [Int64?]) -> [String: LatencyFigure.Value] {
        var values: [String: LatencyFigure.Value] = [:]
        for (place, time) in times.enumerated() {
            values["turn \(place)"] = time.map { .init(microseconds: $0, isAtLeast: false) }
        }
        return values
    }

    @Test("a run that lacks slow turns of the golden traces is not praised for it")
    func broken() {
        let broken = verdict([900_000, nil, nil], before: [900_000, 1_500_000, 1_600_000])
        #expect(
            broken.sentence
                == "A response takes 900.0 ms at the median and 900.0 ms at p90: as fast as the"
                + " golden traces over the 1 turn with a response in both; 2 have one only in the"
                + " golden traces.")
        #expect(broken.state.isEmpty)
        let slower = verdict([nil, 1_000_000, 700_000], before: [800_000, 900_000])
        #expect(
            slower.sentence.hasSuffix(
                "100.0 ms slower than the golden traces over the 1 turn with a response in both;"
                    + " 1 has one only in the golden traces, 1 has one only in this run."))
        #expect(slower.state == "bad")
    }

    @Test("a response that is at least so long is not faster than one that took longer")
    func endedEarly() {
        func pair(_ now: LatencyFigure.Value, _ golden: LatencyFigure.Value) -> LatencyPair {
            LatencyPair(.response, now: ["turn 0": now], golden: ["turn 0": golden])
        }
        func exactly(_ time: Int64) -> LatencyFigure.Value {
            .init(microseconds: time, isAtLeast: false)
        }
        func atLeast(_ time: Int64) -> LatencyFigure.Value {
            .init(microseconds: time, isAtLeast: true)
        }
        let early = pair(atLeast(200), exactly(1_200))
        #expect(early.count == 0)
        #expect(early.onlyGolden == 1 && early.onlyNow == 1)
        #expect(pair(atLeast(1_200), exactly(200)).count == 1)
        #expect(pair(exactly(1_200), atLeast(200)).count == 0)
        #expect(pair(exactly(200), atLeast(1_200)).count == 1)
        #expect(pair(atLeast(200), atLeast(300)).count == 0)
        #expect(pair(atLeast(200), atLeast(200)).count == 1)
    }

    @Test("says that no turn has a response in both")
    func nothingShared() {
        let verdict = verdict([900_000], before: [nil, 800_000])
        #expect(
            verdict.sentence.hasSuffix(
                " No turn has a response in this run and in the golden traces."))
        #expect(verdict.state.isEmpty)
    }

    @Test("says how long a response takes, and whether that is slower than before")
    func verdicts() {
        let slower = verdict([1_200_000], before: [1_000_000])
        #expect(
            slower.sentence
                == "A response takes 1200.0 ms at the median and 1200.0 ms at p90: 200.0 ms slower"
                + " than the golden traces.")
        #expect(slower.state == "bad")
        #expect(verdict([1_000_000], before: [1_000_000]).state == "good")
        #expect(verdict([1_000_000]).state.isEmpty)
    }

    @Test("says in words that nothing was measured")
    func empty() {
        #expect(
            LatencyVerdict(LatencyReport([]), beside: nil, nil).sentence
                == "No latency was measured: the caller does not speak in these sessions.")
        let body = LatencySection(LatencyReport([])).body
        #expect(body.contains("No latency was measured") && !body.contains("All figures"))
    }
}
