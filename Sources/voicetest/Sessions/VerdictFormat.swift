import ArgumentParser

/// How the verdicts of a replay are printed.
enum VerdictFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, junit, github, sarif, markdown

    /// The same for what has no more than two; nil for the others.
    var plain: OutputFormat? { OutputFormat(rawValue: rawValue) }
}

/// How a comparison of two traces is printed.
enum ComparisonFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, junit, github, sarif, markdown, perfetto, audacity
}

/// How `replay` and `test` judge and print what they find.
struct JudgingOptions: ParsableArguments {
    @Option(help: "How the verdicts are printed.")
    var format = VerdictFormat.text

    @Option(
        help: .init(
            "Lists what of the flows was not exercised, and fails below this percentage.",
            valueName: "percent"))
    var coverage: Int?

    @Flag(
        name: .customLong("no-self-test"),
        help: "Does not plant regressions to see that the comparison notices them.")
    var skipsSelfTest = false

    func validate() throws {
        if let coverage, !(0...100).contains(coverage) {
            throw ValidationError("--coverage takes 0 to 100.")
        }
    }
}
