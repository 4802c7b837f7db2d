import ArgumentParser
import VoiceDiff
import VoiceReports

/// Verdicts in the forms that other programs read.
struct VerdictPrinter {
    let verdicts: [VerdictSummary]
    /// The recorded length of each; empty if it is unknown.
    var milliseconds: [Int64] = []
    var coverages: [FlowCoverage] = []
    /// What came of the run's self-test; nil where there was none.
    var selfTest: GateSelfTest.Outcome?
    /// How the run ended; nil where nothing was replayed.
    var ending: RunEnding?
    /// How annotations name files.
    var paths = RepositoryPaths.current

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
            Array(
                GitHubReport.text(
                    verdicts, selfTest: selfTest, ending: ending, paths: paths
                ).utf8)
        case .sarif:
            SARIFReport(version: Voicetest.version, paths: paths).bytes(
                verdicts, selfTest: selfTest, ending: ending)
        case .markdown:
            Array(
                MarkdownReport.text(
                    verdicts, coverages: coverages, selfTest: selfTest, ending: ending
                ).utf8)
        }
    }
}

/// How the verdicts of a replay are printed.
enum VerdictFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, junit, github, sarif, markdown

    /// The same for what has no more than two; nil for the others.
    var plain: OutputFormat? { OutputFormat(rawValue: rawValue) }
}

/// Forms that hold all of two traces.
enum PairFormat: String, CaseIterable {
    case perfetto, audacity
}

/// How a comparison of two traces is printed: as verdicts are, or with all of both traces.
enum ComparisonFormat: Equatable, ExpressibleByArgument, CaseIterable, CustomStringConvertible {
    case verdict(VerdictFormat)
    case pair(PairFormat)

    static let allCases =
        VerdictFormat.allCases.map(Self.verdict) + PairFormat.allCases.map(Self.pair)
    static var allValueStrings: [String] { allCases.map(\.description) }

    init?(argument: String) {
        guard let format = Self.allCases.first(where: { $0.description == argument }) else {
            return nil
        }
        self = format
    }

    var description: String {
        switch self {
        case .verdict(let format): format.rawValue
        case .pair(let format): format.rawValue
        }
    }

    var defaultValueDescription: String { description }
}

/// How `replay` and `test` judge and print what they find.
struct JudgingOptions: ParsableArguments {
    @Option(help: "How the verdicts are printed.")
    var format = VerdictFormat.text

    @Option(
        help: .init(
            "Lists the parts of the flows that no session took, and fails below this percentage;"
                + " of shards, report does.",
            valueName: "percent"))
    var coverage: Int?

    @Flag(
        name: .customLong("verbose"),
        help: "Prints every session that does not agree with all of its differences.")
    var isVerbose = false

    @Flag(
        name: .customLong("no-self-test"),
        help: "Skips the self-test, which plants regressions that the comparison must notice.")
    var skipsSelfTest = false

    func validate() throws {
        if let coverage, !(0...100).contains(coverage) {
            throw ValidationError("--coverage takes 0 to 100.")
        }
    }
}
