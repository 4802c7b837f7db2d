import VoiceDiff
import VoiceTime
import VoiceTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Makes pending traces golden and keeps the ledger.
struct Acceptor {
    /// How far the golden may drift from its anchor from now on, in milliseconds; nil leaves it.
    var budgetMs: Int64?
    /// Whether the new golden becomes the anchor.
    var reanchors = false

    /// Accepts `change` for `reason`; says what was accepted.
    ///
    /// Every file is written whole or not at all, the ledger before the trace: an acceptance that
    /// is broken off in between leaves the change pending, and can be repeated.
    /// - Throws: where the drift is beyond its budget, and when a file cannot be written.
    func accept(_ change: PendingChange, reason: String) throws -> String {
        let folder = change.folder
        var ledger = try AcceptanceLedger(in: folder)
        guard let diff = change.verdict.diff else {
            preconditionFailure("a change that was compared has a diff")
        }
        let accepted = AcceptedChange(diff)
        let anchor = reanchors ? change.pending : try anchor(of: change)
        let drift = AcceptedChange(
            TraceDiff(
                golden: anchor.events, actual: change.pending.events,
                sampleRate: change.manifest.sampleRate)
        ).greatestShiftMs
        let budget = budgetMs ?? ledger.budgetMs
        guard drift <= budget else {
            throw CommandError(
                .differs,
                "\(folder.path): with this change the golden has drifted \(drift) ms from its"
                    + " anchor, and \(budget) ms are allowed. Accept with --re-anchor where this"
                    + " is how it should be from now on, or with a larger --budget.")
        }
        var entry = accepted.members
        entry["reason"] = .string(reason)
        entry["before"] = .string(change.golden?.digest ?? "none")
        entry["after"] = .string(change.pending.digest)
        entry["anchor"] = .string(anchor.digest)
        entry["driftMs"] = .integer(drift)
        entry["budgetMs"] = .integer(budget)
        entry["time"] = .integer(Int64(time(nil)))
        ledger.add(entry)
        if reanchors || !DiskFile.exists(folder.anchorPath) {
            try DiskFile.write(anchor.fileBytes(), to: folder.anchorPath)
        }
        try DiskFile.write(ledger.fileBytes(), to: folder.ledgerPath)
        try DiskFile.write(change.pending.fileBytes(), to: folder.tracePath)
        try DiskFile.remove(folder.pendingTracePath)
        return "\(folder.path): accepted \(accepted.summary);"
            + " drift \(drift) of \(budget) ms allowed"
    }

    /// What drift is measured against: the anchor, else the trace that is golden until now.
    private func anchor(of change: PendingChange) throws -> RecordedTrace {
        guard DiskFile.exists(change.folder.anchorPath) else {
            return change.golden ?? change.pending
        }
        return try RecordedTrace(path: change.folder.anchorPath)
    }
}
