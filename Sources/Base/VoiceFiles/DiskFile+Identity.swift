internal import VoiceSystem

/// Identity of one file or folder, however its path is spelled.
package struct FileIdentity: Sendable, Hashable {
    let device: UInt64
    let number: UInt64

    fileprivate init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// The identity of what stands at `path`, links followed; nil when nothing does.
    init?(following path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The identity of what is open as `descriptor`; nil when nothing is.
    init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }
}

extension FileIdentity: Comparable {
    /// An order of files that is the same in every program.
    package static func < (first: FileIdentity, second: FileIdentity) -> Bool {
        (first.device, first.number) < (second.device, second.number)
    }
}

/// Version of a file's content: it changes with each write.
package struct FileVersion: Sendable, Hashable {
    let file: FileIdentity
    let size: Int64
    let seconds: Int64
    let nanoseconds: Int64
}

extension DiskFile {
    /// The version of what stands at `path`, links followed; nil when nothing does.
    package static func version(of path: String) -> FileVersion? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Glibc)
            let change = status.st_ctim
        #else
            let change = status.st_ctimespec
        #endif
        return FileVersion(
            file: FileIdentity(status),
            size: Int64(status.st_size), seconds: Int64(change.tv_sec),
            nanoseconds: Int64(change.tv_nsec))
    }

    /// Returns the kind of what is at `path`, a link not followed; nil when nothing is there.
    ///
    /// - Throws: ``DiskError/unreadable(path:reason:)`` when the system does not tell.
    package static func kind(of path: String) throws(DiskError) -> FileKind? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw .unreadable(path: path, reason: lastReason())
        }
        return FileKind(mode: status.st_mode)
    }

    /// The identity of what stands at `path`, links followed; nil when nothing does.
    package static func identity(of path: String) -> FileIdentity? {
        FileIdentity(following: path)
    }

    /// Whether two names stand for one file: the same name, a link or a hard link.
    package static func areSame(_ first: String, _ second: String) -> Bool {
        guard let one = identity(of: first) else { return false }
        return one == identity(of: second)
    }

    /// Whether `path` is `folder` or lies below it, by identity; `path` need not exist yet.
    package static func lies(_ path: String, inside folder: String) -> Bool {
        guard let wanted = identity(of: folder) else { return false }
        // What is missing is made below the nearest folder that exists.
        var existing = path.isEmpty ? "." : path
        while identity(of: existing) == nil, !existing.isEmpty, existing != "/" {
            existing = parent(of: existing)
        }
        var step: String = realPath(existing.isEmpty ? "." : existing)
        while true {
            if identity(of: step) == wanted { return true }
            guard step != "/", !step.isEmpty else { return false }
            step = parent(of: step)
        }
    }
}

/// Kind of what has a name on the disk.
public enum FileKind: String, Sendable, CaseIterable {
    /// Kinds of the file system; the raw value is the word in messages.
    case file, folder, link, pipe, socket, device

    /// Determines the kind of what is at `path`, a link not followed; nil for nothing, or without
    /// permission.
    package init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(mode: status.st_mode)
    }

    /// Determines the kind of what is at `path`, links followed; nil for nothing, or without
    /// permission.
    package init?(following path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(mode: status.st_mode)
    }

    init(mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFIFO: .pipe
            case S_IFSOCK: .socket
            default: .device
            }
    }
}
