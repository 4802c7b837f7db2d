internal import VoiceSystem

/// Files that are written under another name and get their own when they are complete.
extension DiskFile {
    /// Creates a new file beside `path` under a name that nothing has yet.
    ///
    /// It has the permissions of the file that it is to replace, and `mode` where it is to replace
    /// none, as far as the process's own mask lets it.
    /// - Throws: ``DiskError/cannotCreate(path:reason:)``, ``DiskError/writeFailed(path:reason:)``.
    package static func createUnfinished(
        beside path: String, mode: UInt32 = usualMode
    ) throws(DiskError) -> (path: String, descriptor: Int32) {
        let attempts = 1_000
        let kept = self.mode(of: path)
        for attempt in 0..<attempts {
            let candidate = "\(path).\(getpid())-\(attempt).partial"
            // Not readable for others at any moment where the old file is not.
            let descriptor = UnfinishedFiles.create(candidate, mode: kept == nil ? mode : 0o600)
            if descriptor >= 0 {
                if let kept { _ = fchmod(descriptor, mode_t(kept)) }
                return (candidate, descriptor)
            }
            if errno != EEXIST { throw DiskError(creating: path, errno: errno) }
        }
        throw .cannotCreate(path: path, reason: "\(attempts) unfinished files are in the way")
    }

    /// Gives a complete file its name in one step; of two programs one succeeds where nothing is to
    /// be replaced. On failure the file is removed.
    ///
    /// - Throws: ``DiskError/exists(path:)`` where `replacing` is false and something has the name,
    ///   ``DiskError/cannotCreate(path:reason:)``, ``DiskError/writeFailed(path:reason:)``.
    package static func publish(
        _ unfinished: String, as path: String, replacing: Bool
    ) throws(DiskError) {
        if !replacing {
            // A hard link refuses a taken name in one step; rename would replace it.
            if link(unfinished, path) == 0 { return removeUnfinished(unfinished) }
            guard errno != EEXIST, !exists(path) else {
                removeUnfinished(unfinished)
                throw .exists(path: path)
            }
            // A file system without hard links.
        }
        guard rename(unfinished, path) == 0 else {
            let error = DiskError(creating: path, errno: errno)
            removeUnfinished(unfinished)
            throw error
        }
        UnfinishedFiles.forget(unfinished)
    }

    /// Removes an unfinished file, if it is there.
    package static func removeUnfinished(_ path: String) {
        _ = unlink(path)
        UnfinishedFiles.forget(path)
    }
}
