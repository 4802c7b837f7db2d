internal import VoiceFiles

/// A report while it is written: in a hidden folder inside of the report's own, which is locked
/// until the draft goes. A report that stands there stays until the new one is complete: a run that
/// is killed leaves the old one, or a complete one that ``complete(in:)`` puts in its place.
package final class ReportDraft: Sendable {
    /// Folder that the parts are written into.
    package let folder: ResultFolder
    /// Folder that the report goes to.
    package let target: ResultFolder
    private let claim: FolderClaim

    private static let name = ".writing"
    /// Names of the draft when it is complete, and when the report before it is gone.
    private static let completeName = ".written"
    private static let movingName = ".moving"

    /// Begins a report in `target`, which is made where it is missing.
    ///
    /// `replacing` says whether a report that stands there goes; nothing else ever does.
    ///
    /// - Throws: ``ReportError``: another program writes a report there, a report is there and may
    ///   not be replaced, or something else is.
    package init(in target: ResultFolder, replacing: Bool) throws(ReportError) {
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
            try Self.move(to: path)
            return try DiskFile.names(in: path).filter { $0 != Self.name }
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
    package func publish() throws(ReportError) {
        let (draft, path) = (folder.path, target.path)
        try ReportError.disk { () throws(DiskError) in
            try DiskFile.move(draft, to: "\(path)/\(Self.completeName)")
            try Self.move(to: path)
        }
    }

    /// Puts a report in its place that a run had completed when it was killed.
    ///
    /// - Throws: ``ReportError/busy(path:)``, where that run goes on; ``ReportError/disk(_:)``.
    package static func complete(in folder: ResultFolder) throws(ReportError) {
        let path = folder.path
        let names = [completeName, movingName]
        guard names.contains(where: { DiskFile.exists("\(path)/\($0)") }) else { return }
        let isClaimed = try ReportError.disk { () throws(DiskError) in
            guard let claim = try FolderClaim(existing: path, following: true) else { return false }
            defer { _ = claim.path }
            try move(to: path)
            return true
        }
        guard isClaimed else { throw .busy(path: path) }
    }

    /// Continues what a complete draft needs to become the report at `path`.
    private static func move(to path: String) throws(DiskError) {
        let (complete, moving) = ("\(path)/\(completeName)", "\(path)/\(movingName)")
        if DiskFile.exists(complete) {
            for name in ResultFolder.parts.reversed() { try DiskFile.remove("\(path)/\(name)") }
            try DiskFile.move(complete, to: moving)
        }
        guard DiskFile.exists(moving) else { return }
        for name in ResultFolder.parts where DiskFile.exists("\(moving)/\(name)") {
            try DiskFile.move("\(moving)/\(name)", to: "\(path)/\(name)")
        }
        try DiskFile.remove(moving)
    }
}
