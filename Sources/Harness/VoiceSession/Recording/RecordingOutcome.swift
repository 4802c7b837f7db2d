internal import VoiceDiff
package import VoiceTrace

/// Outcome of a recording that went to disk.
package struct RecordingOutcome: Sendable {
    /// The sealed session's manifest; nil where nothing was kept.
    package var manifest: SessionManifest?
    /// Number of events.
    package var events: Int
    /// Number of inputs.
    package var inputs: Int
    /// Reason why the engine ended; nil when it did not.
    package var engineEnd: String?
    /// Reasons why caller lines of the scenario never played, and lines that were to make a
    /// recognizer fail that follows no script: one sentence or two for each.
    package var unreachedLines: [String]
    /// Expected events that never happened, as messages name them.
    package var failedExpectations: [String]
    /// Places where the turn-taking is not what scenario or project expects, in sentences.
    package var turnFaults: [String] = []
    /// Forbidden acts of the engine, in sentences.
    package var engineFaults: [String] = []
    /// Faults on the way that were got round.
    package var warnings: [String]
}

extension RecordingOutcome {
    /// Demands of the scenario that were not met, and faults of the engine, in sentences.
    package var unmet: [String] {
        Self.unmet(unreachedLines, failedExpectations) + turnFaults + engineFaults
    }

    static func unmet(_ unreachedLines: [String], _ failedExpectations: [String]) -> [String] {
        unreachedLines + failedExpectations.map { "The expected event \($0) never came." }
    }

    /// Records the sealed session, and what was found of its turn-taking when it was sealed; nil
    /// where it was not kept.
    package mutating func record(_ sealed: SessionManifest?) {
        manifest = sealed
        let known = unmet
        turnFaults = (sealed?.unmet ?? []).filter { !known.contains($0) }
    }

    /// The outcome of a recording in memory.
    package init(_ session: RecordedSession) {
        let vocabulary = session.manifest.vocabulary ?? .core
        let end = session.events.last { vocabulary.role(of: $0) == .runEnd }
        self.init(
            manifest: session.manifest, events: session.events.count,
            inputs: session.inputs.count,
            engineEnd: end.flatMap { vocabulary.text(.reason, of: $0) },
            unreachedLines: session.unreachedLines,
            failedExpectations: session.failedExpectations,
            turnFaults: session.turnFaults.map(\.sentence), engineFaults: session.engineFaults,
            warnings: session.warnings)
    }
}
