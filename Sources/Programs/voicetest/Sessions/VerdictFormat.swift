import ArgumentParser
import VoiceDiff
import VoiceReports

/// Forms in which the verdicts of a replay are printed: as text, which is for people, or in a form
/// for programs.
struct VerdictFormat: RawRepresentable, Equatable, ExpressibleByArgument, CaseIterable {
    let rawValue: String
    /// The form for programs; nil for text.
    let form: (any VerdictForm)?

    static let text = VerdictFormat(rawValue: "text", form: nil)
    static let allCases = [text] + verdictForms.map { Self(rawValue: $0.key, form: $0.value) }

    init?(rawValue: String) {
        guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self = format
    }

    private init(rawValue: String, form: (any VerdictForm)?) {
        self.rawValue = rawValue
        self.form = form
    }

    /// The same form for a verb with no more than two forms; nil for the others.
    var plain: OutputFormat? { OutputFormat(rawValue: rawValue) }
}

extension RunSummary {
    /// Summarises `verdicts` that were found here.
    init(_ verdicts: [Verdict]) {
        self.init(verdicts.map { SessionResult($0) }, version: Voicetest.version)
        paths = .current
    }
}

/// Forms that hold all of two traces.
enum PairFormat: String, CaseIterable {
    case perfetto, audacity
}

/// Forms in which a comparison of two traces is printed: as verdicts are, or with all of both
/// traces.
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

/// Options on how `replay` and `test` judge and print what they find.
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
