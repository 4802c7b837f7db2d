/// A form in which programs read the verdicts of a run.
package protocol VerdictForm: Sendable {
    /// Returns the document.
    func bytes(of run: RunSummary) -> [UInt8]
}

/// The forms by the names that `--format` takes, as help lists them.
package let verdictForms: KeyValuePairs<String, any VerdictForm> = [
    "json": JSONReport(), "junit": JUnitReport(), "github": GitHubReport(),
    "sarif": SARIFReport(), "markdown": MarkdownReport(),
]
