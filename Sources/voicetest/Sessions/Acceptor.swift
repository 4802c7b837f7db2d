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
    /// Ledger, anchor, manifest and trace are written beside their places and then renamed, the
    /// trace last: an acceptance that is broken off in between leaves a ledger that the golden does
    /// not fit, which a replay names, and the change pending: it can be repeated.
    /// - Throws: where the drift is beyond its budget, where another process was faster, where the
    ///   anchor is not the ledger's, and when a file cannot be written.
    func accept(_ change: PendingChange, reason: String) throws -> String {
        try FolderLock.held(on: change.origin.path) {
            guard change.isCurrent else {
                throw CommandError(
                    .badData,
                    "\(change.folder.path): another process accepted or replaced the pending trace"
                        + " in the meantime. Run voicetest replay and look again.")
            }
            let ledger =
                DiskFile.exists(change.folder.path)
                ? try AcceptanceLedger(in: change.folder) : AcceptanceLedger()
            if budgetMs == nil, !reanchors, !change.isSession,
                try ledger.holds(change.pending, golden: change.golden, in: change.folder)
            {
                try change.reject()
                return "\(change.folder.path): was accepted already; its pending trace is removed"
            }
            return try accept(locked: change, ledger, reason: reason)
        }
    }

    private func accept(
        locked change: PendingChange, _ ledger: AcceptanceLedger, reason: String
    ) throws -> String {
        let folder = change.folder
        var ledger = ledger
        guard let diff = change.verdict.diff else {
            preconditionFailure("a change that was compared has a diff")
        }
        let accepted = AcceptedChange(diff)
        let anchor = reanchors ? change.pending : try anchor(of: change, ledger)
        let drift = AcceptedChange(
            TraceDiff(
                golden: anchor.events, actual: change.pending.events,
                sampleRate: change.manifest.sampleRate, vocabulary: diff.vocabulary)
        ).greatestShiftMs
        let budget = budgetMs ?? ledger.budgetMs
        guard drift <= budget else {
            throw CommandError(
                .differs,
                "\(folder.path): This change moves the golden \(drift) ms from its anchor; the"
                    + " budget is \(budget) ms. If that is right, pass --re-anchor or a larger"
                    + " --budget.")
        }
        var entry = accepted.members
        entry["reason"] = .string(reason)
        entry["before"] = .string(change.golden?.digest ?? "none")
        entry["after"] = .string(change.pending.digest)
        entry["anchor"] = .string(anchor.digest)
        entry["engine"] = .string(change.engineVersion)
        entry["driftMs"] = .integer(drift)
        entry["budgetMs"] = .integer(budget)
        entry["time"] = .integer(Int64(time(nil)))
        let unmet = change.manifest.unmet
        if !unmet.isEmpty { entry["unmet"] = .array(unmet.map { .string($0) }) }
        if change.isSession {
            entry[AcceptanceLedger.recordedKey] = true
        } else {
            ledger.addNumbers(
                to: &entry,
                of: try RecordedInputs(try folder.file(SessionFolder.Part.inputs)).inputs,
                golden: change.golden ?? change.pending, accepted: change.pending,
                vocabulary: diff.vocabulary)
        }
        ledger.add(entry)
        try write(change, ledger, anchor: anchor)
        return Self.line(change, accepted, driftMs: drift, budgetMs: budget)
    }

    /// What was accepted, as a person reads it.
    private static func line(
        _ change: PendingChange, _ accepted: AcceptedChange, driftMs: Int64, budgetMs: Int64
    ) -> String {
        let what =
            change.golden == nil
            ? "a first golden session of \(change.pending.events.count) events"
            : "\(accepted.summary); drift \(driftMs) of \(budgetMs) ms allowed"
        return "\(change.folder.path): accepted \(what)"
            + change.manifest.unmet.map { "; accepted although: \($0)" }.joined()
    }

    private func write(
        _ change: PendingChange, _ ledger: AcceptanceLedger, anchor: RecordedTrace
    ) throws {
        let (folder, origin) = (change.folder, change.origin)
        var files = [(origin.ledgerPath, ledger.fileBytes())]
        if let vocabulary = change.vocabulary, let old = change.manifest.vocabulary,
            old != vocabulary
        {
            // The new trace may have kinds of event that the session did not declare.
            var manifest = change.manifest
            manifest.vocabulary = vocabulary
            files.append((folder.manifestPath, JSONWriter.prettyBytes(.object(manifest.object))))
        }
        if !change.isSession { files.append((folder.tracePath, change.pending.fileBytes())) }
        if change.isSession || reanchors || !DiskFile.exists(folder.anchorPath) {
            files.insert((origin.anchorPath, anchor.fileBytes()), at: 0)
        }
        try DiskFile.write(together: files, mode: origin.transcriptMode)
        if change.isSession {
            // Ledger and anchor stand in the pending session: it takes the place as a whole.
            try DiskFile.exchange(origin.path, with: folder.path)
        }
        try DiskFile.remove(change.pendingPath)
    }

    /// What drift is measured against: the anchor, else the trace that is golden until now.
    private func anchor(
        of change: PendingChange, _ ledger: AcceptanceLedger
    ) throws -> RecordedTrace {
        if let fault = try ledger.anchorFault(golden: change.golden, in: change.folder) {
            throw CommandError(
                .badData,
                "\(change.folder.path): \(fault), so drift cannot be measured. Restore"
                    + " \(AcceptanceLedger.fileName) and \(AcceptanceLedger.anchorName) from"
                    + " version control, or accept with --re-anchor.")
        }
        guard DiskFile.exists(change.folder.anchorPath) else {
            // Numbers that were edited by hand would make the anchor one that was edited.
            return (change.golden ?? change.pending).numbered
        }
        return try change.folder.trace(AcceptanceLedger.anchorName)
    }
}
