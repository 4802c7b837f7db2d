import Testing
import VoiceJSON
import VoiceTime

@testable import VoiceDiff
@testable import VoiceReports

@Suite struct ToldFigureReportTests {
    /// A session whose app tells so many milliseconds of `llm first byte`.
    private static func report(_ milliseconds: [Int64]) -> LatencyReport {
        var session = SessionLatency(
            name: "bot/one", path: "bot/one", sampleRate: .standard, frames: 160_000)
        session.figures = milliseconds.enumerated().map { index, time in
            ToldFigure(
                name: "llm first byte", frame: Frame(16 * index), microseconds: 1_000 * time,
                turn: index == 0 ? nil : index - 1)
        }
        return LatencyReport([session])
    }

    @Test("text and page have a row for each figure, the least first")
    func rows() {
        let report = Self.report([300, -20, 100, 200])
        let row = LatencyText().text(report).split(separator: "\n").first {
            $0.contains("llm first byte")
        }
        #expect(row?.split(separator: " ").suffix(4) == ["4", "-20.0", "100.0", "300.0"])
        let body = LatencySection(report).body
        #expect(body.contains("<h3>Measured by the app itself</h3>"))
        #expect(body.contains(#"data-label="min">-20.0</td>"#))
    }

    @Test("JSON has each figure, and counts turns from 1")
    func json() {
        let session = LatencyJSON.value(Self.report([300, -20])).object?["sessions"]?.array?.first
        #expect(
            session?.object?["figures"]?.array == [
                ["name": "llm first byte", "frame": 0, "us": 300_000],
                ["name": "llm first byte", "frame": 16, "us": -20_000, "turn": 1],
            ])
    }

    @Test("a session whose app tells none has no table and no member")
    func none() {
        let report = Self.report([])
        #expect(!LatencyText().text(report).contains("measured by the app"))
        #expect(!LatencySection(report).body.contains("Measured by the app"))
        let session = LatencyJSON.value(report).object?["sessions"]?.array?.first
        #expect(session?.object?["figures"] == nil)
    }
}
