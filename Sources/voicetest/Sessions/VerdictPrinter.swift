import VoiceDiff
import VoiceReports

/// Verdicts in the forms that other programs read.
struct VerdictPrinter {
    let verdicts: [VerdictSummary]
    /// The recorded length of each; empty where nobody knows.
    var milliseconds: [Int64] = []
    var coverages: [FlowCoverage] = []
    /// What came of the run's self-test; nil where there was none.
    var selfTest: GateSelfTest.Outcome?
    /// How the run ended; nil where nothing was replayed.
    var ending: RunEnding?

    /// The document; nil for text, which is for people.
    func bytes(_ format: VerdictFormat) -> [UInt8]? {
        switch format {
        case .text: nil
        case .json:
            JSONReport().bytes(
                verdicts, coverages: coverages, selfTest: selfTest, ending: ending)
        case .junit:
            Array(
                JUnitReport(
                    verdicts, milliseconds: milliseconds, selfTest: selfTest, ending: ending
                ).text.utf8)
        case .github:
            Array(GitHubReport.text(verdicts, selfTest: selfTest, ending: ending).utf8)
        case .sarif:
            SARIFReport(version: Voicetest.version).bytes(
                verdicts, selfTest: selfTest, ending: ending)
        case .markdown:
            Array(
                MarkdownReport.text(
                    verdicts, coverages: coverages, selfTest: selfTest, ending: ending
                ).utf8)
        }
    }
}
