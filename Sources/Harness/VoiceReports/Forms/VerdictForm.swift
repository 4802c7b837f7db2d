package import VoiceDiff

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

/// What every form tells of a run: its sessions, and what was found out about all of them.
package struct RunSummary: Sendable {
    /// The sessions, in the order of the run.
    package var verdicts: [VerdictSummary]
    /// The recorded length of each; empty where it is unknown.
    package var milliseconds: [Int64] = []
    /// What of each flow was exercised.
    package var coverages: [FlowCoverage] = []
    /// What came of the run's self-test; nil where there was none.
    package var selfTest: GateSelfTest.Outcome?
    /// How the run ended; nil where nothing was replayed.
    package var ending: RunEnding?
    /// How annotations name files.
    package var paths = RepositoryPaths.asNamed
    /// The version of the program.
    package var version: String

    /// A summary of `verdicts` by `version` of the program.
    package init(_ verdicts: [VerdictSummary], version: String) {
        self.verdicts = verdicts
        self.version = version
    }

    /// What keeps the run from being complete.
    var faults: [RunFault] { ending?.faults ?? [] }
}
