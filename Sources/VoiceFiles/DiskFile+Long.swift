#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension DiskFile {
    /// Has a file, or the names in a folder, written to the disk itself.
    ///
    /// - Throws: ``DiskError/writeFailed(path:reason:)``.
    public static func synchronize(_ path: String) throws(DiskError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .writeFailed(path: path, reason: lastReason()) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw .writeFailed(path: path, reason: lastReason()) }
    }

    /// Size and digest of a file of up to `limit` bytes.
    ///
    /// - Throws: what ``OpenFile/init(path:)`` throws; ``DiskError/tooLarge(path:bytes:limit:)``.
    public static func entry(
        of path: String, limit: Int64 = .max
    ) throws(DiskError) -> FileEntry {
        try OpenFile(path: path).entry(limit: limit)
    }
}
