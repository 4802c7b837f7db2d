extension SessionFolder {
    /// Every session at or below `path`, in order of their paths.
    ///
    /// Links to sessions are taken, links to other folders are not followed.
    /// - Throws: ``DiskError/missing(path:)`` when nothing is there.
    public static func find(at path: String) throws(DiskError) -> [SessionFolder] {
        let (found, unreadable) = try search(path)
        if let error = unreadable.first { throw error }
        return found
    }

    /// Every session at or below `path` that can be got at, in order of their paths, and what
    /// could not be looked into.
    ///
    /// - Throws: ``DiskError/missing(path:)`` when nothing is there.
    public static func search(
        _ path: String
    ) throws(DiskError) -> (found: [SessionFolder], unreadable: [DiskError]) {
        guard DiskFile.exists(path) else { throw .missing(path: path) }
        var found: [SessionFolder] = []
        var unreadable: [DiskError] = []
        collect(path, depth: 0, into: &found, &unreadable)
        return (found, unreadable)
    }

    private static func collect(
        _ path: String, depth: Int, into found: inout [SessionFolder],
        _ unreadable: inout [DiskError]
    ) {
        let folder = SessionFolder(path: path)
        if folder.path.hasSuffix(suffix) || DiskFile.exists(folder.manifestPath) {
            found.append(folder)
            return
        }
        // A link may lead back up: two of them would make the way through endless.
        guard DiskFile.isFolder(path), depth < 32, depth == 0 || !DiskFile.isLink(path) else {
            return
        }
        do throws(DiskError) {
            for name in try DiskFile.names(in: folder.path) {
                guard !name.hasPrefix("."), !name.hasSuffix(partialSuffix) else { continue }
                collect("\(folder.path)/\(name)", depth: depth + 1, into: &found, &unreadable)
            }
        } catch { unreadable.append(error) }
    }
}
