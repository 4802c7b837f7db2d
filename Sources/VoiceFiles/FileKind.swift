#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// What stands under a name.
public enum FileKind: String, Sendable, CaseIterable {
    case file, folder, link, pipe, socket, device

    /// What stands at `path`, a link not followed; nil for nothing, or where nobody may look.
    public init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(mode: status.st_mode)
    }

    /// What stands at `path`, links followed; nil for nothing, or where nobody may look.
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
