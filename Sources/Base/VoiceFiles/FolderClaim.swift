internal import VoiceSystem

/// A folder that this program alone works in, for as long as the claim lives.
///
/// Of two programs that make the same folder one succeeds; a folder that is there is claimed by a
/// lock, which goes with its holder, however that ends.
package struct FolderClaim: ~Copyable, Sendable {
    /// The folder.
    package let path: String
    private let descriptor: Int32
    private static let flags = O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW
    /// Number of attempts to get a lock that another process may hold for the moment of a question.
    private static let attempts = 100

    /// Makes the folder at `path` and claims it; the folders above are made as far as they are
    /// missing.
    ///
    /// - Throws: ``DiskError/exists(path:)``, ``DiskError/cannotCreate(path:reason:)`` or
    ///   ``DiskError/writeFailed(path:reason:)``.
    package init(creating path: String) throws(DiskError) {
        try DiskFile.makeFolder(DiskFile.parent(of: path))
        guard mkdir(path, 0o777) == 0 else {
            if errno == EEXIST { throw .exists(path: path) }
            throw DiskError(creating: path, errno: errno)
        }
        let descriptor = open(path, Self.flags)
        guard descriptor >= 0 else {
            let error = DiskError(creating: path, errno: errno)
            rmdir(path)
            throw error
        }
        // A file system without locks still made the folder for one program only.
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        self.descriptor = descriptor
        self.path = path
    }

    /// Claims the folder at `path`; nil where another program or another claim has it.
    ///
    /// - Parameters:
    ///   - path: The folder's path.
    ///   - following: Whether `path` may be a link to the folder.
    /// - Throws: ``DiskError/missing(path:)``, ``DiskError/unreadable(path:reason:)`` or
    ///   ``DiskError/link(path:)``.
    package init?(existing path: String, following: Bool = false) throws(DiskError) {
        let descriptor = open(path, following ? Self.flags & ~O_NOFOLLOW : Self.flags)
        guard descriptor >= 0 else {
            throw FileKind(path) == .link ? .link(path: path) : DiskFile.readError(path)
        }
        for attempt in 0... {
            guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { break }
            guard attempt < Self.attempts else {
                close(descriptor)
                return nil
            }
            sched_yield()
        }
        var claimed = stat()
        var named = stat()
        // Its last holder may have given it another name.
        guard fstat(descriptor, &claimed) == 0,
            (following ? stat(path, &named) : lstat(path, &named)) == 0,
            claimed.st_dev == named.st_dev, claimed.st_ino == named.st_ino
        else {
            close(descriptor)
            throw .missing(path: path)
        }
        self.descriptor = descriptor
        self.path = path
    }

    deinit { FolderLocks.release(descriptor) }
}
