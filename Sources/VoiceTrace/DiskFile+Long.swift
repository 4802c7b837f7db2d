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

    /// Size and digest of a file of any length.
    ///
    /// - Throws: ``DiskError/missing(path:)`` or ``DiskError/unreadable(path:reason:)``.
    public static func entry(
        of path: String
    ) throws(DiskError) -> SessionManifest.FileEntry {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw readError(path) }
        defer { close(file) }
        var digest = Digest()
        var size: Int64 = 0
        while true {
            let bytes = try piece(of: file, path: path, size: 1 << 18)
            digest.update(bytes)
            size += Int64(bytes.count)
            if bytes.count < 1 << 18 { break }
        }
        return SessionManifest.FileEntry(sha256: digest.hex(), size: size)
    }
}
