package import VoiceDiff

/// What every form tells of a run: its sessions, and what was found out about all of them.
package struct RunSummary: Sendable {
    /// The sessions, in the order of the run.
    package var sessions: [SessionResult]
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

    /// A summary of `sessions` by `version` of the program.
    package init(_ sessions: [SessionResult], version: String) {
        self.sessions = sessions
        self.version = version
    }

    /// What keeps the run from being complete.
    var faults: [RunFault] { ending?.faults ?? [] }
}
