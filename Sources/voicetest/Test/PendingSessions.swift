import VoiceTrace

/// Finds sessions that a test left beside their goldens.
enum PendingSessions {
    private static let depthLimit = 32

    /// The goldens, existing or not yet, at or below `path` for which a session is pending.
    ///
    /// `path` may name the golden, the pending session, the scenario or a folder.
    static func find(at path: String) -> [SessionFolder] {
        let folder = SessionFolder(path: path)
        if folder.path.hasSuffix(SessionFolder.pendingSuffix), DiskFile.isFolder(folder.path) {
            return [SessionFolder(path: String(folder.path.dropLast(".new".count)))]
        }
        if DiskFile.isFolder(folder.pending.path) { return [folder] }
        guard !folder.path.hasSuffix(SessionFolder.suffix) else { return [] }
        return search(folder.path, depth: 0)
    }

    private static func search(_ path: String, depth: Int) -> [SessionFolder] {
        guard depth < depthLimit, DiskFile.isFolder(path), depth == 0 || !DiskFile.isLink(path)
        else { return [] }
        let names = (try? DiskFile.names(in: path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.flatMap { name -> [SessionFolder] in
            let whole = path == "." ? name : "\(path)/\(name)"
            if name.hasSuffix(SessionFolder.pendingSuffix) { return find(at: whole) }
            return name.hasSuffix(SessionFolder.suffix) ? [] : search(whole, depth: depth + 1)
        }
    }
}
