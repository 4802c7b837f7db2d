#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Reads a journal from its first to its last byte, in constant memory.
public struct JournalReader: ~Copyable {
    private let file: Int32
    private let path: String
    private var scanner = JournalScanner()
    private var isAtEnd = false
    private static let pieceSize = 1 << 18

    /// Opens the journal at `path`.
    ///
    /// - Throws: ``DiskError/missing(path:)`` or ``DiskError/unreadable(path:reason:)``.
    public init(path: String) throws(DiskError) {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw DiskFile.readError(path) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw .unreadable(path: path, reason: "it is no file")
        }
        self.file = file
        self.path = path
    }

    deinit { close(file) }

    /// Whether some process still writes it.
    public var isBeingWritten: Bool {
        guard flock(file, LOCK_SH | LOCK_NB) != 0 else {
            _ = flock(file, LOCK_UN)
            return false
        }
        return errno == EWOULDBLOCK
    }

    /// The next record or damaged region; nil at the end.
    ///
    /// - Throws: ``DiskError/unreadable(path:reason:)``.
    public mutating func next() throws(DiskError) -> JournalScanner.Finding? {
        while true {
            if let finding = scanner.next(atEnd: isAtEnd) { return finding }
            if isAtEnd { return nil }
            let bytes = try DiskFile.piece(of: file, path: path, size: Self.pieceSize)
            isAtEnd = bytes.count < Self.pieceSize
            scanner.append(bytes)
        }
    }
}
