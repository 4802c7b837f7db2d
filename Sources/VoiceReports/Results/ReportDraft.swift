internal import VoiceTrace

/// A report while it is written: in a hidden folder inside of the report's own, which is locked
/// until the draft goes. A report that stands there stays until the new one is complete.
public final class ReportDraft: Sendable {
    /// Where the parts are written.
    public let folder: ResultFolder
    /// Where the report goes.
    public let target: ResultFolder
    private let claim: FolderClaim

    private static let name = ".writing"

    /// Begins a report in `target`, which is made where it is missing.
    ///
    /// `replacing` says whether a report that stands there goes; nothing else ever does.
    ///
    /// - Throws: ``ReportError``: another program writes a report there, a report is there and may
    ///   not be replaced, or something else is.
    public init(in target: ResultFolder, replacing: Bool) throws(ReportError) {
        let path = target.path
        let claim: FolderClaim?
        do throws(DiskError) {
            try DiskFile.makeFolder(path)
            claim = try FolderClaim(existing: path, following: true)
        } catch { throw .disk(error) }
        guard let claim else { throw .busy(path: path) }
        self.claim = claim
        self.target = target
        folder = ResultFolder(path: "\(path)/\(Self.name)")
        let names = try ReportError.disk { () throws(DiskError) in
            try DiskFile.names(in: path).filter { $0 != Self.name }
        }
        // A run that broke off has not come to its result: parts alone are known by their names.
        guard names.allSatisfy({ ResultFolder.parts.contains($0) }) else {
            throw .notAReport(path: path)
        }
        guard replacing || names.isEmpty else { throw .disk(.exists(path: path)) }
        let draft = folder.path
        try ReportError.disk { () throws(DiskError) in
            // Left over where a run was killed: the writer holds the lock.
            try DiskFile.remove(draft)
            try DiskFile.makeFolder(draft)
        }
    }

    deinit { try? DiskFile.remove(folder.path) }

    /// Puts the finished report in its place, the result last.
    ///
    /// - Throws: ``ReportError/disk(_:)``.
    public func publish() throws(ReportError) {
        let (draft, path) = (folder.path, target.path)
        try ReportError.disk { () throws(DiskError) in
            // Without its result, what is left of an older report is no report.
            for name in ResultFolder.parts.reversed() { try DiskFile.remove("\(path)/\(name)") }
            for name in ResultFolder.parts where DiskFile.exists("\(draft)/\(name)") {
                try DiskFile.move("\(draft)/\(name)", to: "\(path)/\(name)")
            }
            try DiskFile.remove(draft)
        }
    }
}
