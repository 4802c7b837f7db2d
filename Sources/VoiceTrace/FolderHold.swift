#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The lock on a folder, kept as long as this exists. It goes with the program, however that ends.
public final class FolderHold: Sendable {
    private let file: Int32

    /// Locks the folder at `path`; nil while another program or another hold has the lock.
    ///
    /// - Throws: ``DiskError`` where the folder cannot be opened or locked.
    public init?(_ path: String) throws(DiskError) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw DiskFile.readError(path) }
        while flock(folder, LOCK_EX | LOCK_NB) != 0 {
            let number = errno
            if number == EINTR { continue }
            close(folder)
            guard number != EWOULDBLOCK else { return nil }
            throw .unreadable(path: path, reason: String(cString: strerror(number)))
        }
        file = folder
    }

    deinit { close(file) }
}
