import VoiceDiff
import VoiceProject
import VoiceReports

extension UpgradeTable {
    /// Collects what only an upgrade moved among `changes`; nil where it moved nothing.
    init?(_ changes: [PendingChange]) {
        self.init(
            changes.compactMap { change in
                guard let version = change.version, change.otherCauses.isEmpty,
                    let diff = change.verdict.diff
                else { return nil }
                return (version.sentence, diff)
            })
    }

    /// Collects what only an upgrade moved among `outcomes`; nil where it moved nothing.
    init?(_ outcomes: [ReplayOutcome]) {
        self.init(
            outcomes.compactMap { outcome in
                guard let version = outcome.upgrade, outcome.status == .differs,
                    let diff = outcome.verdict.diff
                else { return nil }
                return (version.sentence, diff)
            })
    }
}
