#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Keeps two programs from changing the same folder at once.
public enum FolderLock {
    /// Runs `body` while nobody else holds the lock on the folder at `path`; waits for whoever
    /// does. The lock goes with its holder, however that ends.
    ///
    /// - Throws: ``DiskError`` where the folder cannot be opened or locked, and what `body` throws.
    public static func held<Value>(
        on path: String, _ body: () throws -> Value
    ) throws -> Value {
        let folder = open(path, O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { throw DiskFile.readError(path) }
        defer { close(folder) }
        while flock(folder, LOCK_EX) != 0 {
            guard errno == EINTR else {
                throw DiskError.unreadable(path: path, reason: DiskFile.lastReason())
            }
        }
        return try body()
    }
}
