internal import VoiceSystem

/// Keeps two programs from changing the same folders at once, for as long as the locks live.
///
/// The system takes a lock away with its holder, however that ends.
package struct FolderLocks: ~Copyable, Sendable {
    private let descriptors: [Int32]

    /// Locks the folders at `paths`; waits for the programs that hold one of them.
    ///
    /// All programs lock in the same order, whatever the order of `paths`: two never wait for each
    /// other. The locks are not for holding twice in one program: the second would wait for the
    /// first.
    /// - Throws: ``DiskError`` where a folder cannot be opened or locked.
    package init(on paths: [String]) throws(DiskError) {
        var folders: [FileIdentity: (path: String, descriptor: Int32)] = [:]
        do throws(DiskError) {
            for path in paths {
                let descriptor = open(path, O_RDONLY | O_CLOEXEC)
                guard descriptor >= 0 else { throw DiskFile.readError(path) }
                guard let identity = FileIdentity(of: descriptor), folders[identity] == nil else {
                    close(descriptor)
                    continue
                }
                folders[identity] = (path, descriptor)
            }
            for (_, folder) in folders.sorted(by: { $0.key < $1.key }) {
                while flock(folder.descriptor, LOCK_EX) != 0 {
                    guard errno == EINTR else {
                        throw .unreadable(path: folder.path, reason: DiskFile.lastReason())
                    }
                }
            }
        } catch {
            for folder in folders.values { Self.release(folder.descriptor) }
            throw error
        }
        descriptors = folders.values.map(\.descriptor)
    }

    deinit { for descriptor in descriptors { Self.release(descriptor) } }

    /// Runs `body` with the folder at `path` locked.
    ///
    /// - Throws: what ``init(on:)`` throws, and what `body` throws.
    package static func held<Value>(
        on path: String, _ body: () throws -> Value
    ) throws -> Value {
        let locks = try FolderLocks(on: [path])
        defer { locks.keep() }
        return try body()
    }

    /// Keeps the locks to here at least.
    package borrowing func keep() {}

    /// Gives up the lock of `descriptor` and closes it.
    ///
    /// A program that another thread starts at this moment holds a copy of the descriptor until it
    /// runs; closing alone would leave the lock to that copy.
    static func release(_ descriptor: Int32) {
        _ = flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
