import Testing
import VoiceDiff

@testable import VoiceReports

@Suite("Latency verdict and scale")
struct LatencyVerdictTests {
    private func figure(_ microseconds: [Int64]) -> LatencyFigure {
        LatencyFigure(
            .response, values: microseconds.map { .init(microseconds: $0, isAtLeast: false) })
    }

    private func verdict(_ now: [Int64], before: [Int64]? = nil) -> LatencyVerdict {
        var report = LatencyReport([])
        report.figures = [figure(now)]
        return LatencyVerdict(report, beside: before.map { [figure($0)] } ?? [], nil)
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
            LatencyVerdict(LatencyReport([]), beside: [], nil).sentence
                == "No latency was measured: the caller does not speak in these sessions.")
        let body = LatencySection(LatencyReport([])).body
        #expect(body.contains("No latency was measured") && !body.contains("class=\"legend\""))
    }

    @Test("the marks are steps of 1, 2 and 5 and hold the largest value")
    func marks() {
        #expect(LatencyScale([figure([1_300_000])]).marks == [0, 100, 200, 500, 1_000, 2_000])
        #expect(LatencyScale([figure([2_000_000])]).marks.last == 2_000)
        #expect(LatencyScale([]).marks == [0, 100])
        #expect(LatencyScale.text(500) == "0.5 s" && LatencyScale.text(20_000) == "20 s")
    }

    @Test(
        "places grow with time, between marks linearly", arguments: [0, 50, 100, 150, 500, 1_500])
    func places(milliseconds: Int64) {
        let scale = LatencyScale([figure([2_000_000])])
        // Five steps of 100 pixels.
        let expected: [Int64: Int64] = [
            0: 0, 50: 500, 100: 1_000, 150: 1_500, 500: 3_000, 1_500: 4_500,
        ]
        #expect(scale.tenths(milliseconds * 1_000, width: 500) == expected[milliseconds])
    }
}
