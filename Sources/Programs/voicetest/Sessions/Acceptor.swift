import VoiceDiff
import VoiceFiles
import VoiceProject
import VoiceReports
import VoiceSystem
import VoiceTrace

/// Makes pending traces golden and keeps the ledger.
struct Acceptor {
    /// Largest drift of the golden from its anchor from now on, in milliseconds; nil leaves it.
    var budgetMs: Int64?
    /// Whether the new golden becomes the anchor.
    var reanchors = false
    /// Whether sessions are taken whose scenario did not get what it asks for.
    var takesUnmet = false
    /// Whether only what another version explains is taken. A golden of another version begins
    /// anew: it becomes the anchor.
    var isForUpgrade = false

    /// Accepts `change` for `reason`; says what was accepted.
    ///
    /// Ledger, anchor, manifest and trace are written beside their places and then renamed, the
    /// trace last: an acceptance that is broken off in between leaves a ledger that the golden does
    /// not fit, which a replay names, and the change pending: it can be repeated.
    /// - Throws: what ``check(_:)`` throws, where another process was faster, and when a file
    ///   cannot be written.
    func accept(_ change: PendingChange, reason: String) throws -> String {
        try change.refuseReadOnly()
        return try FolderLocks.held(on: change.origin.path) {
            guard change.isCurrent else {
                throw CommandError(
                    .badData,
                    "\(change.folder.path): another process accepted or replaced the pending trace"
                        + " in the meantime. Run voicetest replay and look again.")
            }
            let ledger = try ledger(of: change)
            if try isAccepted(change, ledger) {
                try change.reject()
                return "\(change.folder.path): was accepted already; its pending trace is removed"
            }
            let acceptance = try acceptance(of: change, ledger)
            try write(change, try acceptance.ledger(reason: reason), anchor: acceptance.anchor)
            return acceptance.line
        }
    }

    /// Checks that ``accept(_:reason:)`` would take `change`, and writes nothing.
    ///
    /// - Throws: where the golden is read-only, the drift is beyond its budget, the scenario did
    ///   not get what it asks for, more than the version changed, or the anchor is not the
    ///   ledger's.
    func check(_ change: PendingChange) throws {
        try change.refuseReadOnly()
        let ledger = try ledger(of: change)
        if try !isAccepted(change, ledger) { _ = try acceptance(of: change, ledger) }
    }

    private func ledger(of change: PendingChange) throws(TraceError) -> AcceptanceLedger {
        DiskFile.exists(change.folder.path)
            ? try AcceptanceLedger(in: change.folder) : AcceptanceLedger()
    }

    private func isAccepted(
        _ change: PendingChange, _ ledger: AcceptanceLedger
    ) throws(TraceError) -> Bool {
        guard budgetMs == nil, !reanchors, !change.isSession, change.version == nil else {
            return false
        }
        return try ledger.holds(change.pending, golden: change.golden, in: change.folder)
    }

    private func acceptance(
        of change: PendingChange, _ ledger: AcceptanceLedger
    ) throws -> Acceptance {
        let folder = change.folder
        if isForUpgrade { try refuseOtherCauses(of: change) }
        let known = AcceptedFaults(ledger.unmet, ledger)
        let faults = change.turnFaults.filter(known.contains).map(\.sentence)
        let unmet = change.manifest.unmet.filter { !known.contains($0) && !faults.contains($0) }
        guard takesUnmet || unmet.isEmpty else {
            throw CommandError(
                .differs,
                "\(folder.path): Its scenario did not get what it asks for:"
                    + " \(unmet.joined(separator: " ")) Correct it and run it again, or"
                    + " accept it as it is with --unmet.")
        }
        let isNewAnchor = reanchors || isForUpgrade
        let acceptance = try Acceptance(
            change, ledger, anchor: isNewAnchor ? change.pending : anchor(of: change, ledger),
            budgetMs: budgetMs ?? ledger.budgetMs,
            upgrade: isForUpgrade ? change.version?.sentence : nil)
        let drift = acceptance.drift
        guard drift.milliseconds <= acceptance.budgetMs else {
            let prompts =
                drift.promptMilliseconds > 0
                ? " Prompts of another length explain another \(drift.promptMilliseconds) ms." : ""
            throw CommandError(
                .differs,
                "\(folder.path): This change moves the golden \(drift.milliseconds) ms from its"
                    + " anchor; the budget is \(acceptance.budgetMs) ms.\(prompts) If that is"
                    + " right, pass --re-anchor or a larger --budget.")
        }
        return acceptance
    }

    /// Refuses a change that not only another version explains.
    private func refuseOtherCauses(of change: PendingChange) throws {
        let why: String
        if change.golden == nil {
            why = "It has no golden that an upgrade could have moved."
        } else if change.manifest.isTake {
            why = "It is a take of voicetest record."
        } else if !change.otherCauses.isEmpty {
            let told = change.otherCauses.prefix(3).joined(separator: "; ")
            why = "Not only the version changed: \(told)."
        } else if change.version == nil {
            why = "Its golden is of this version already."
        } else {
            return
        }
        throw CommandError(
            .differs,
            "\(change.folder.path): \(why) Look at it with `voicetest review`, and accept it with a"
                + " --reason of its own, without --upgrade.")
    }

    private func write(
        _ change: PendingChange, _ ledger: AcceptanceLedger, anchor: RecordedTrace
    ) throws {
        let (folder, origin) = (change.folder, change.origin)
        var files = [(origin.ledgerPath, ledger.fileBytes())]
        if let manifest = manifest(of: change, anchor: anchor) {
            files.append((folder.manifestPath, manifest.fileBytes))
        }
        if !change.isSession { files.append((folder.tracePath, change.pending.fileBytes())) }
        let isNewAnchor = reanchors || isForUpgrade
        if change.isSession || isNewAnchor || !DiskFile.exists(folder.anchorPath) {
            files.insert((origin.anchorPath, anchor.fileBytes()), at: 0)
        }
        try DiskFile.write(together: files, mode: origin.transcriptMode)
        if change.isSession {
            // Ledger and anchor stand in the pending session: it takes the place as a whole.
            try DiskFile.exchange(origin.path, with: folder.path)
        }
        try DiskFile.remove(change.pendingPath)
    }

    /// Returns the manifest with the meaning of the new trace's events; nil where the present one
    /// has it.
    private func manifest(of change: PendingChange, anchor: RecordedTrace) -> SessionManifest? {
        guard let now = change.vocabulary, let old = change.manifest.vocabulary else { return nil }
        let names = TraceNames(of: change.pending.events + anchor.events)
        var manifest = change.manifest
        manifest.vocabulary = now.adding(old)
        manifest.keepVocabulary(for: names)
        return manifest.vocabulary == old.needed(for: names) ? nil : manifest
    }

    /// Returns the trace against which drift is measured: the anchor, else the trace that is golden
    /// until now.
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
