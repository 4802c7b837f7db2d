internal import VoiceSystem

/// Writes a file of any length piece by piece, and knows its digest at the end.
package struct DiskFileWriter: ~Copyable {
    private let file: Int32
    private let path: String
    private var pending: [UInt8] = []
    private var digest = Digest()
    private var size: Int64 = 0

    /// Creates the file at `path` in the place of one that is there; its folders are made.
    ///
    /// - Throws: ``DiskError/cannotCreate(path:reason:)``, ``DiskError/writeFailed(path:reason:)``.
    package init(path: String, mode: UInt32 = DiskFile.usualMode) throws(DiskError) {
        try DiskFile.makeFolder(DiskFile.parent(of: path))
        // Not written through: a link, hard or not, may lead to another user's file.
        unlink(path)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let file = open(path, flags, mode_t(mode))
        guard file >= 0 else { throw DiskError(creating: path, errno: errno) }
        self.file = file
        self.path = path
    }

    deinit { close(file) }

    /// Appends bytes.
    ///
    /// - Throws: ``DiskError/writeFailed(path:reason:)``.
    package mutating func append(_ bytes: some Sequence<UInt8>) throws(DiskError) {
        pending.append(contentsOf: bytes)
        if pending.count >= 1 << 16 { try flush() }
    }

    private mutating func flush() throws(DiskError) {
        guard pending.withUnsafeBytes({ DiskFile.writeAll(file, $0) }) else {
            throw .writeFailed(path: path, reason: DiskFile.lastReason())
        }
        digest.update(pending)
        size += Int64(pending.count)
        pending.removeAll(keepingCapacity: true)
    }

    /// Completes the file, on the disk itself; returns its size and digest.
    ///
    /// - Throws: ``DiskError/writeFailed(path:reason:)``.
    package consuming func finish() throws(DiskError) -> FileEntry {
        try flush()
        guard fsync(file) == 0 else {
            throw .writeFailed(path: path, reason: DiskFile.lastReason())
        }
        return FileEntry(sha256: digest.hex(), size: size)
    }
}
