internal import VoiceFiles
package import VoiceJSON

/// Acceptances of a session's golden, with time and reason: `accepted.jsonl`, a line each time.
///
/// The trace that was golden before the first acceptance is the anchor: it stands beside the
/// ledger, and every later acceptance is measured against it: small steps do not add up unseen.
package struct AcceptanceLedger: Sendable, Equatable {
    /// Name of the ledger in a session.
    package static let fileName = "accepted.jsonl"
    /// Name of the anchor in a session.
    package static let anchorName = "accepted.anchor.jsonl"
    /// Drift that goldens may have from their anchor by default, in milliseconds.
    package static let standardBudgetMs: Int64 = 500
    private static let byteLimit: Int64 = 64 << 20

    /// The lines as they were read or added, oldest first; unknown members are kept.
    package private(set) var entries: [JSONObject] = []

    /// A ledger without entries.
    package init() {}

    /// The ledger in `folder`; without entries if there is none.
    ///
    /// - Throws: ``TraceError`` for a line that is no entry, or a conflict marker.
    package init(in folder: SessionFolder) throws(TraceError) {
        let path = folder.ledgerPath
        guard let bytes = try folder.read(Self.fileName, limit: Self.byteLimit) else { return }
        try LineReader.read(bytes, path: path) { (number, object) throws(TraceError) in
            for name in ["before", "after", "anchor"] where object[name]?.string == nil {
                throw .damaged(path: path, what: "line \(number) has no '\(name)'")
            }
            if let value = object[Self.recordedKey], value != true {
                throw .damaged(
                    path: path,
                    what: "line \(number) was edited by hand: '\(Self.recordedKey)' is true, or is"
                        + " not there")
            }
            entries.append(object)
        }
    }

    /// Marks an acceptance that took a session as a whole, and not a trace alone.
    package static let recordedKey = "recorded"

    /// Whether the last acceptance took a session as a whole: its manifest is that of its golden.
    package var tookSession: Bool { entries.last?[Self.recordedKey] == true }

    /// The version of the engine that the last acceptance was made with; nil where none says.
    package var engine: String? { entries.last?["engine"]?.string }

    /// The program that the last acceptance was made with, with its version; nil where none says.
    package var program: String? { entries.last?["program"]?.string }

    /// Demands that the scenario of the golden did not meet and the last acceptance took, in
    /// sentences.
    package var unmet: [String] { entries.last?["unmet"]?.array?.compactMap(\.string) ?? [] }

    /// Finds what in `folder` is not as the last acceptance left it, in words: the golden, the
    /// anchor.
    ///
    /// - Throws: ``TraceError`` for an anchor that cannot be read.
    package func faults(
        golden: RecordedTrace, in folder: SessionFolder
    ) throws(TraceError) -> [String] {
        var faults: [String] = []
        if let last = entries.last, last["after"]?.string != golden.digest {
            faults.append(
                last["before"]?.string == golden.digest
                    ? "trace.jsonl is an older golden than \(Self.fileName) says. Restore the newer"
                        + " one, or accept again."
                    : "trace.jsonl was changed without `voicetest accept`. Accept it with a reason,"
                        + " or restore it.")
        }
        if let fault = try anchorFault(golden: golden, in: folder) { faults.append(fault) }
        return faults
    }

    /// Returns why the anchor in `folder` cannot be measured against, in words; nil where it can.
    ///
    /// Before the first acceptance there is none, but for one that was broken off: that left the
    /// golden itself.
    /// - Throws: ``TraceError`` for an anchor that cannot be read.
    package func anchorFault(
        golden: RecordedTrace?, in folder: SessionFolder
    ) throws(TraceError) -> String? {
        let wanted = entries.last.map { $0["anchor"]?.string } ?? golden?.digest
        guard DiskFile.exists(folder.anchorPath) else {
            return entries.isEmpty ? nil : "\(Self.anchorName) is missing"
        }
        let anchor = try folder.trace(Self.anchorName)
        guard anchor.isEdited || anchor.digest != wanted else { return nil }
        return entries.isEmpty
            ? "\(Self.anchorName) exists, but no \(Self.fileName) names it"
            : "\(Self.anchorName) is not the trace that \(Self.fileName) names"
    }

    /// The budget that holds: the last one that was set.
    package var budgetMs: Int64 {
        entries.last { $0["budgetMs"]?.integer != nil }?["budgetMs"]?.integer
            ?? Self.standardBudgetMs
    }

    /// Whether `pending` already is the golden that was accepted last: an acceptance that was
    /// broken off after its last step left it there.
    ///
    /// - Throws: ``TraceError`` for an anchor that cannot be read.
    package func holds(
        _ pending: RecordedTrace, golden: RecordedTrace?, in folder: SessionFolder
    ) throws(TraceError) -> Bool {
        // The digest leaves out the tap of an event, which may have been edited.
        guard let golden, !golden.isEdited, golden.digest == pending.digest,
            golden.events == pending.events, !entries.isEmpty
        else { return false }
        return try faults(golden: golden, in: folder).isEmpty
    }

    /// Adds `entry`, unless an acceptance that was broken off has already written it.
    package mutating func add(_ entry: JSONObject) {
        if let last = entries.last, last["before"] == entry["before"],
            last["after"] == entry["after"]
        {
            entries.removeLast()
        }
        entries.append(entry)
    }

    /// The file's bytes.
    package func fileBytes() -> [UInt8] {
        var writer = JSONWriter()
        for entry in entries {
            writer.write(.object(entry))
            writer.append(0x0A)
        }
        return writer.bytes
    }
}

extension SessionFolder {
    /// The ledger of what was accepted.
    package var ledgerPath: String { "\(path)/\(AcceptanceLedger.fileName)" }
    /// The trace that drift is measured against; there from the first acceptance on.
    package var anchorPath: String { "\(path)/\(AcceptanceLedger.anchorName)" }

    /// Traces and ledgers at or below `path` that stand in no session.
    ///
    /// Folders whose names end in `.vsession` or `.vsession.partial` are sessions, whole or not.
    public static func orphans(at path: String) -> [String] {
        var found: [String] = []
        collectOrphans(SessionFolder(path: path).path, depth: 0, into: &found)
        return found
    }

    private static let orphanNames = [
        "trace.jsonl", "trace.new.jsonl", AcceptanceLedger.fileName, AcceptanceLedger.anchorName,
    ]

    private static func collectOrphans(_ path: String, depth: Int, into found: inout [String]) {
        let folder = SessionFolder(path: path)
        guard depth < 32, DiskFile.isFolder(path), depth == 0 || !DiskFile.isLink(path),
            !path.hasSuffix(suffix), !isPartial(path),
            !DiskFile.exists(folder.manifestPath)
        else { return }
        for name in (try? DiskFile.names(in: path)) ?? [] where !name.hasPrefix(".") {
            if orphanNames.contains(name) {
                found.append("\(path)/\(name)")
            } else {
                collectOrphans("\(path)/\(name)", depth: depth + 1, into: &found)
            }
        }
    }
}
