package import VoiceFiles

/// Reads a journal from its first to its last byte, in constant memory.
package struct JournalReader: ~Copyable {
    private let file: OpenFile
    private var scanner = JournalScanner()
    private var isAtEnd = false
    private static let pieceSize = 1 << 18

    /// The largest journal of inputs and events that is read, in bytes.
    package static let storyLimit: Int64 = 16 << 30

    /// Opens the journal at `path`.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - limit: The largest file that is read, in bytes.
    /// - Throws: what `OpenFile.init(path:)` throws; `DiskError.tooLarge(path:bytes:limit:)`.
    package init(path: String, limit: Int64 = Self.storyLimit) throws(DiskError) {
        file = try Self.file(path, limit: limit)
    }

    private static func file(_ path: String, limit: Int64) throws(DiskError) -> OpenFile {
        let file = try OpenFile(path: path)
        guard file.size <= limit else {
            throw .tooLarge(path: path, bytes: file.size, limit: limit)
        }
        return file
    }

    /// Whether some process still writes it.
    package var isBeingWritten: Bool { file.isLocked() }

    /// The next record or damaged region; nil at the end.
    ///
    /// - Throws: `DiskError.unreadable(path:reason:)`.
    package mutating func next() throws(DiskError) -> JournalScanner.Finding? {
        while true {
            if let finding = scanner.next(atEnd: isAtEnd) { return finding }
            if isAtEnd { return nil }
            let bytes = try file.piece(size: Self.pieceSize)
            isAtEnd = bytes.count < Self.pieceSize
            scanner.append(bytes)
        }
    }
}
