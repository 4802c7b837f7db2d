#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What tells one state of a file or a folder from the next.
struct FileStamp: Sendable, Hashable {
    private let inode: UInt64
    private let bytes: Int64
    private let seconds: Int64
    private let nanoseconds: Int64

    /// A stamp of these values.
    init(inode: UInt64, bytes: Int64, seconds: Int64, nanoseconds: Int64) {
        self.inode = inode
        self.bytes = bytes
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// The stamp of what stands at `path`, links followed; nil where nothing does.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Glibc)
            let time = status.st_mtim
        #else
            let time = status.st_mtimespec
        #endif
        self.init(
            inode: UInt64(truncatingIfNeeded: status.st_ino),
            bytes: Int64(truncatingIfNeeded: status.st_size),
            seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    }

    /// The stamps of all of `paths`.
    static func of(_ paths: Set<String>) -> [String: FileStamp?] {
        var stamps: [String: FileStamp?] = [:]
        for path in paths { stamps.updateValue(FileStamp(path: path), forKey: path) }
        return stamps
    }
}
