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
