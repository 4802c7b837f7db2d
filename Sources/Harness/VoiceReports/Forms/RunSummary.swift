package import VoiceDiff

/// Facts of a run that every form tells: its sessions, and what was found out about all of them.
package struct RunSummary: Sendable {
    /// The sessions, in the order of the run.
    package var sessions: [SessionResult]
    /// The recorded length of each; empty where it is unknown.
    package var milliseconds: [Int64] = []
    /// Coverage of each flow.
    package var coverages: [FlowCoverage] = []
    /// Outcome of the run's self-test; nil where there was none.
    package var selfTest: GateSelfTest.Outcome?
    /// Ending of the run; nil where nothing was replayed.
    package var ending: RunEnding?
    /// Names of files in annotations.
    package var paths = RepositoryPaths.asNamed
    /// The version of the program.
    package var version: String

    /// A summary of `sessions` by `version` of the program.
    package init(_ sessions: [SessionResult], version: String) {
        self.sessions = sessions
        self.version = version
    }

    /// Faults that keep the run from being complete.
    var faults: [RunFault] { ending?.faults ?? [] }
}
