#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The few file-system questions that sound files need answered.
public enum FileSystem {
    /// The system's words for its last error.
    static var lastReason: String { reason(errno) }

    /// The system's words for an error number.
    static func reason(_ number: Int32) -> String {
        String(cString: strerror(number))
    }

    /// What a name stands for.
    enum Entry: Equatable {
        case nothing, file, folder, other
    }

    /// What is found at `path`, links followed.
    static func entry(at path: String) -> Entry {
        var status = stat()
        guard stat(path, &status) == 0 else { return .nothing }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// The path behind any links, or `path` itself where nothing is there yet.
    static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Opens `path` for reading and gives its descriptor.
    static func openForReading(_ path: String) throws(AudioError) -> Int32 {
        guard !path.utf8.contains(0) else { throw .missing(path: path) }
        // Without O_NONBLOCK a pipe nobody writes to would be waited for, for ever.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            let number = errno
            if number == ENOENT || number == ENOTDIR { throw .missing(path: path) }
            throw .unreadable(path: path, reason: reason(number))
        }
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        switch status.st_mode & S_IFMT {
        case S_IFREG where isKnown: return descriptor
        case S_IFDIR:
            _ = close(descriptor)
            throw .unreadable(path: path, reason: "it is a folder")
        default:
            _ = close(descriptor)
            throw .unreadable(
                path: path, reason: "it is a pipe or a device, which has no second reading")
        }
    }

    /// Who may do what with the file at `path`; nil where there is none.
    private static func permissions(of path: String) -> mode_t? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status.st_mode & 0o777
    }

    /// Creates a new file beside `path` under a name nobody holds yet.
    ///
    /// It has the permissions of the file that it is to replace, and `mode` where it is to replace
    /// none, as far as the process's own mask lets it.
    static func createTemporary(
        beside path: String, mode: UInt32 = 0o666
    ) throws(AudioError) -> (path: String, descriptor: Int32) {
        let attempts = 1_000
        let kept = permissions(of: path)
        for attempt in 0..<attempts {
            let candidate = "\(path).\(getpid())-\(attempt).partial"
            // Not readable for others at any moment where the old file is not.
            let descriptor = UnfinishedFiles.create(candidate, mode: kept == nil ? mode : 0o600)
            if descriptor >= 0 {
                if let kept { _ = fchmod(descriptor, kept) }
                return (candidate, descriptor)
            }
            if errno == ENOSPC || errno == EDQUOT {
                throw .writeFailed(path: path, reason: lastReason)
            }
            if errno != EEXIST { throw .cannotCreate(path: path, reason: lastReason) }
        }
        throw .cannotCreate(path: path, reason: "\(attempts) unfinished files are in the way")
    }

    /// Gives a finished temporary its name in one step.
    static func publish(
        _ temporary: String, as path: String, overwrite: Bool
    ) throws(AudioError) {
        if !overwrite {
            // A hard link refuses a taken name in one step; rename would replace it.
            if link(temporary, path) == 0 {
                remove(temporary)
                return
            }
            if errno == EEXIST { throw .exists(path: path) }
        }
        guard rename(temporary, path) == 0 else {
            throw .cannotCreate(path: path, reason: lastReason)
        }
        UnfinishedFiles.forget(temporary)
    }

    /// Removes an unfinished file, if it is there.
    static func remove(_ path: String) {
        _ = unlink(path)
        UnfinishedFiles.forget(path)
    }

    /// Whether two names stand for one file: the same name, a link or a hard link.
    public static func areSame(_ first: String, _ second: String) -> Bool {
        var one = stat()
        var other = stat()
        guard stat(first, &one) == 0, stat(second, &other) == 0 else { return false }
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }
}
