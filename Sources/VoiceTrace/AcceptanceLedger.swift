/// What was accepted as a session's golden, when and why: `accepted.jsonl`, a line each time.
///
/// The trace that was golden before the first acceptance is the anchor: it stands beside the
/// ledger, and every later acceptance is measured against it: small steps do not add up unseen.
public struct AcceptanceLedger: Sendable, Equatable {
    /// Where a session keeps its ledger.
    public static let fileName = "accepted.jsonl"
    /// Where a session keeps its anchor.
    public static let anchorName = "accepted.anchor.jsonl"
    /// How far goldens may drift from their anchor where nobody says otherwise, in milliseconds.
    public static let standardBudgetMs: Int64 = 500
    private static let byteLimit: Int64 = 64 << 20

    /// The lines as they were read or added, oldest first; unknown members are kept.
    public private(set) var entries: [JSONObject] = []

    /// A ledger without entries.
    public init() {}

    /// The ledger in `folder`; without entries when there is none.
    ///
    /// - Throws: ``TraceError`` for a line that is no object, or a conflict marker.
    public init(in folder: SessionFolder) throws(TraceError) {
        let path = "\(folder.path)/\(Self.fileName)"
        guard DiskFile.exists(path) else { return }
        let bytes = try TraceError.disk { () throws(DiskError) in
            try DiskFile.read(path, limit: Self.byteLimit)
        }
        try LineReader.read(bytes, path: path) { (_, object) throws(TraceError) in
            entries.append(object)
        }
    }

    /// The budget that holds: the last one that somebody set.
    public var budgetMs: Int64 {
        entries.last { $0["budgetMs"]?.integer != nil }?["budgetMs"]?.integer
            ?? Self.standardBudgetMs
    }

    /// Adds `entry`, unless an acceptance that was broken off has already written it.
    public mutating func add(_ entry: JSONObject) {
        if let last = entries.last, last["before"] == entry["before"],
            last["after"] == entry["after"]
        {
            entries.removeLast()
        }
        entries.append(entry)
    }

    /// The file's bytes.
    public func fileBytes() -> [UInt8] {
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
    public var ledgerPath: String { "\(path)/\(AcceptanceLedger.fileName)" }
    /// The trace that drift is measured against; there from the first acceptance on.
    public var anchorPath: String { "\(path)/\(AcceptanceLedger.anchorName)" }

    /// Traces and ledgers at or below `path` that stand in no session.
    ///
    /// Folders whose names end in `.vsession` or `.vsession.partial` are sessions, whole or not.
    public static func orphans(at path: String) -> [String] {
        var found: [String] = []
        collectOrphans(SessionFolder(path: path).path, depth: 0, into: &found)
        return found
    }

    private static let orphanNames = ["trace.jsonl", "trace.new.jsonl", AcceptanceLedger.fileName]

    private static func collectOrphans(_ path: String, depth: Int, into found: inout [String]) {
        let folder = SessionFolder(path: path)
        guard depth < 32, DiskFile.isFolder(path), depth == 0 || !DiskFile.isLink(path),
            !path.hasSuffix(suffix), !path.hasSuffix(partialSuffix),
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
