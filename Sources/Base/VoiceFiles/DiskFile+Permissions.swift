internal import VoiceSystem

/// Permissions to read and write what is on the disk.
extension DiskFile {
    private static let depthLimit = 64

    /// The permissions of the file at `path`; nil where no file stands.
    package static func mode(of path: String) -> UInt32? {
        var status = stat()
        guard lstat(path, &status) == 0, FileKind(mode: status.st_mode) == .file else { return nil }
        return UInt32(status.st_mode) & 0o777
    }

    /// Returns the first read-only part of what is at `path`, the path itself included; nil where
    /// all may be changed or nothing is there. Links are not followed.
    ///
    /// A file or folder that its mode lets no one write to is read-only for the superuser too.
    package static func readOnlyPart(of path: String) -> String? {
        readOnlyPart(of: path, depth: 0)
    }

    /// Whether what stands at `path` is read-only; what is in a folder is not asked for.
    package static func isReadOnly(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK else { return false }
        return status.st_mode & 0o222 == 0 || access(path, W_OK) != 0
    }

    private static func readOnlyPart(of path: String, depth: Int) -> String? {
        if isReadOnly(path) { return path }
        guard depth < depthLimit, isFolder(path), !isLink(path) else { return nil }
        for name in (try? names(in: path)) ?? [] {
            if let part = readOnlyPart(of: "\(path)/\(name)", depth: depth + 1) { return part }
        }
        return nil
    }
}
