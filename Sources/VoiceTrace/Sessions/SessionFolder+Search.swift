extension SessionFolder {
    /// Every session at or below `path`, in order of their paths.
    ///
    /// - Throws: ``DiskError``: nothing is there, or a folder cannot be read.
    public static func find(at path: String) throws(DiskError) -> [SessionFolder] {
        let found = try search(path)
        if let error = found.unreadable.first { throw error }
        return found.sessions
    }

    /// Every session at or below `path` that can be reached, in order of their paths, with what
    /// was skipped and what could not be read.
    ///
    /// Links below `path` are not followed, hidden folders and sessions inside of sessions are
    /// skipped, and so is what lies more than 32 folders deep.
    /// - Throws: ``DiskError/missing(path:)`` when nothing is there.
    public static func search(_ path: String) throws(DiskError) -> FoundSessions {
        guard try DiskFile.kind(of: path) != nil else { throw .missing(path: path) }
        var walk = SessionWalk()
        walk.walk(SessionFolder(path: path).path)
        return walk.found
    }
}
