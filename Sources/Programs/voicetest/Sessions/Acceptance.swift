import VoiceDiff
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceTime
import VoiceTrace

/// Text and ledger entry of an acceptance: checked, and not written yet.
struct Acceptance {
    /// Trace against which drift is measured from now on.
    let anchor: RecordedTrace
    /// Drift of the new golden from the anchor.
    let drift: TraceDrift
    /// Largest drift that is allowed, in milliseconds.
    let budgetMs: Int64

    private let change: PendingChange
    private let before: AcceptanceLedger
    private let accepted: AcceptedChange
    private let upgrade: String?

    /// The acceptance of `change`; `upgrade` names the versions that explain it.
    ///
    /// - Throws: where the lengths of prompts cannot be read.
    init(
        _ change: PendingChange, _ ledger: AcceptanceLedger, anchor: RecordedTrace,
        budgetMs: Int64, upgrade: String?
    ) throws {
        guard let diff = change.verdict.diff else {
            preconditionFailure("a change that was compared has a diff")
        }
        self.change = change
        self.anchor = anchor
        self.budgetMs = budgetMs
        self.upgrade = upgrade
        before = ledger
        accepted = AcceptedChange(diff)
        var lengths = change.isSession ? Self.lengths(in: change.folder) : [:]
        lengths.merge(Self.lengths(in: change.origin)) { $1 }
        drift = TraceDrift(
            from: anchor.events, to: change.pending.events,
            sampleRate: change.manifest.sampleRate, vocabulary: diff.vocabulary, lengths: lengths)
    }

    /// Returns the lengths of the prompts of a session, by the digests of their sounds; none where
    /// it cannot be read: then no length of a prompt explains anything.
    private static func lengths(in folder: SessionFolder) -> [String: Frame] {
        let name = SessionFolder.Part.promptIndex
        guard let bytes = try? folder.read(name, limit: FileLimit.text),
            let index = try? PromptIndex(bytes: bytes, path: name)
        else { return [:] }
        return index.digests.reduce(into: [:]) { lengths, digest in
            guard case .realized(let prompt) = index[digest]?.outcome else { return }
            lengths[prompt.digest] = prompt.frames
        }
    }

    /// The ledger with this acceptance, made now for `reason`.
    ///
    /// - Throws: where the inputs of the session cannot be read.
    func ledger(reason: String) throws -> AcceptanceLedger {
        var ledger = before
        var entry = accepted.members
        entry["reason"] = .string(reason)
        entry["before"] = .string(change.golden?.digest ?? "none")
        entry["after"] = .string(change.pending.digest)
        entry["anchor"] = .string(anchor.digest)
        entry["engine"] = .string(change.engineVersion)
        entry["program"] = .string(Voicetest.program)
        entry["upgrade"] = upgrade.map { .string($0) }
        entry["driftMs"] = .integer(drift.milliseconds)
        if drift.promptMilliseconds > 0 { entry["promptMs"] = .integer(drift.promptMilliseconds) }
        entry["budgetMs"] = .integer(budgetMs)
        entry["time"] = .integer(Voicetest.now)
        let unmet = change.manifest.unmet
        if !unmet.isEmpty {
            entry["unmet"] = .array(unmet.map { .string($0) })
            let known = AcceptedFaults(before.unmet, before)
            AcceptedFaults.write(
                change.turnFaults.filter { unmet.contains($0.sentence) || known.contains($0) },
                into: &entry)
        }
        if change.isSession {
            entry[AcceptanceLedger.recordedKey] = true
        } else {
            ledger.addNumbers(
                to: &entry,
                of: try RecordedInputs(try change.folder.file(SessionFolder.Part.inputs)).inputs,
                golden: change.golden ?? change.pending, accepted: change.pending,
                vocabulary: accepted.diff.vocabulary)
        }
        ledger.add(entry)
        return ledger
    }

    /// Sentence on what is accepted, as a person reads it.
    var line: String {
        let prompts =
            drift.promptMilliseconds > 0
            ? ", besides \(drift.promptMilliseconds) ms of prompts of another length" : ""
        let what =
            change.golden == nil
            ? "a first golden session of \(change.pending.events.count) events"
            : "\(accepted.summary); drift \(drift.milliseconds) of \(budgetMs) ms allowed\(prompts)"
        return "\(change.folder.path): accepted \(what)"
            + change.manifest.unmet.map { "; accepted although: \($0)" }.joined()
    }
}
