package import VoiceFiles
internal import VoiceSystem

/// Appends records to a journal. The only owner of its descriptor.
///
/// What was committed survives the death of the process; what was synchronised survives that of
/// the machine. While a writer lives, the file is locked, so that no process seals a journal that
/// still grows.
package struct JournalWriter: ~Copyable {
    private let file: Int32
    private let path: String
    private var pending: [UInt8] = []
    /// Bytes of whole records in the file.
    package private(set) var size: Int64 = 0

    /// Creates the journal at `path`, which nothing may have yet, readable for its owner only.
    ///
    /// - Throws: `DiskError.exists(path:)` or `DiskError.cannotCreate(path:reason:)`.
    package init(path: String) throws(DiskError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            if errno == EEXIST { throw .exists(path: path) }
            throw DiskError(creating: path, errno: errno)
        }
        _ = flock(file, LOCK_EX | LOCK_NB)
        self.file = file
        self.path = path
    }

    deinit {
        // A program that another thread starts at this moment holds a copy of the descriptor until
        // it runs; closing alone would leave the lock to that copy.
        _ = flock(file, LOCK_UN)
        close(file)
    }

    /// Puts a record behind those that wait to be committed.
    package mutating func append(
        _ kind: JournalRecord.Kind, sequence: UInt64, payload: [UInt8]
    ) {
        precondition(payload.count <= JournalRecord.payloadLimit, "a payload beyond the limit")
        pending += JournalRecord(kind, sequence: sequence, payload: payload).bytes
    }

    /// Bytes that wait to be committed.
    package var waiting: Int { pending.count }

    /// Gives what waits to the system, in one write.
    ///
    /// - Throws: `DiskError.writeFailed(path:reason:)`; the file then ends with its last whole
    ///   record, and what waited goes on waiting.
    package mutating func commit() throws(DiskError) {
        guard !pending.isEmpty else { return }
        guard pending.withUnsafeBytes({ DiskFile.writeAll(file, $0) }) else {
            let reason = DiskFile.lastReason()
            _ = ftruncate(file, off_t(size))
            throw .writeFailed(path: path, reason: reason)
        }
        size += Int64(pending.count)
        pending.removeAll(keepingCapacity: true)
    }

    /// Has what was committed written to the disk itself.
    ///
    /// - Throws: `DiskError.writeFailed(path:reason:)`.
    package func synchronize() throws(DiskError) {
        #if canImport(Glibc)
            let result = fdatasync(file)
        #else
            let result = fcntl(file, F_FULLFSYNC)
        #endif
        guard result >= 0 else {
            throw .writeFailed(path: path, reason: DiskFile.lastReason())
        }
    }
}
