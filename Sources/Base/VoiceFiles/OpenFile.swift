internal import VoiceSystem

/// A regular file that is open for reading: every file of a session is read through one.
///
/// Opening never waits: a pipe or a device in a file's place is refused, and the size is known
/// before a byte is read. The only owner of its descriptor.
public struct OpenFile: ~Copyable {
    /// The file's path, as errors name it.
    public let path: String
    /// Bytes that it held when it was opened; 0 also for files of the system that do not say.
    public let size: Int64
    private let descriptor: Int32
    private static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    /// Bytes that are read at once: all of a small file, and no more room than it needs.
    package var pieceSize: Int { size > 0 ? Int(min(size + 1, 1 << 18)) : 1 << 16 }

    /// Opens the file at `path`, links followed: for a name that a user gave.
    ///
    /// - Throws: ``DiskError/missing(path:)``, ``DiskError/unreadable(path:reason:)`` or
    ///   ``DiskError/notAFile(path:kind:)``.
    package init(path: String) throws(DiskError) {
        // The system would take such a name for the part of it before the zero.
        guard !path.utf8.contains(0) else { throw .missing(path: path) }
        let descriptor = open(path, Self.flags)
        guard descriptor >= 0 else {
            let error = DiskFile.readError(path)
            if errno == ENXIO, let kind = FileKind(path), kind != .link {
                throw .notAFile(path: path, kind: kind)
            }
            throw error
        }
        try self.init(descriptor: descriptor, path: path)
    }

    /// Opens the file `name` inside `folder`. No step of `name` may be a link; `folder` may.
    ///
    /// - Throws: ``DiskError/escapes(path:folder:)`` when `name` is absolute or climbs with `..`;
    ///   ``DiskError/link(path:)``; what ``init(path:)`` throws.
    package init(_ name: String, inside folder: String) throws(DiskError) {
        guard let steps = DiskFile.steps(of: name), let last = steps.last else {
            throw .escapes(path: name, folder: folder)
        }
        var parent = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard parent >= 0 else { throw DiskFile.readError(folder) }
        defer { close(parent) }
        var path = folder
        for step in steps.dropLast() {
            path += "/\(step)"
            let next = openat(parent, step, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW)
            guard next >= 0 else { throw Self.failure(parent, step, path: path) }
            close(parent)
            parent = next
        }
        path += "/\(last)"
        let descriptor = openat(parent, last, Self.flags | O_NOFOLLOW)
        guard descriptor >= 0 else { throw Self.failure(parent, last, path: path) }
        try self.init(descriptor: descriptor, path: path)
    }

    /// Takes over a descriptor, and closes it where it belongs to no regular file.
    private init(descriptor: Int32, path: String) throws(DiskError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let error = DiskFile.readError(path)
            close(descriptor)
            throw error
        }
        let kind = FileKind(mode: status.st_mode)
        guard kind == .file else {
            close(descriptor)
            throw .notAFile(path: path, kind: kind)
        }
        self.init(descriptor: descriptor, path: path, size: Int64(status.st_size))
    }

    private init(descriptor: Int32, path: String, size: Int64) {
        self.descriptor = descriptor
        self.path = path
        self.size = size
    }

    deinit { close(descriptor) }

    /// Returns the reason why `name` in the folder open as `parent` was not opened.
    private static func failure(_ parent: Int32, _ name: String, path: String) -> DiskError {
        let reason = errno
        var status = stat()
        if fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
            let kind = FileKind(mode: status.st_mode)
            if kind == .link { return .link(path: path) }
            if kind != .file, kind != .folder { return .notAFile(path: path, kind: kind) }
        }
        errno = reason
        return DiskFile.readError(path)
    }

    /// Returns a second owner of the same open file, which stays what it is if its name goes to
    /// another.
    ///
    /// - Throws: ``DiskError/unreadable(path:reason:)``.
    package borrowing func duplicate() throws(DiskError) -> OpenFile {
        OpenFile(descriptor: try duplicateDescriptor(), path: path, size: size)
    }

    /// A descriptor of the same open file at its beginning; the caller closes it.
    ///
    /// - Throws: ``DiskError/unreadable(path:reason:)``.
    package borrowing func duplicateDescriptor() throws(DiskError) -> Int32 {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw DiskFile.readError(path) }
        rewind()
        return copy
    }

    /// Goes back to the file's beginning.
    package borrowing func rewind() { lseek(descriptor, 0, SEEK_SET) }

    /// Whether another program holds the file locked, as one that writes a journal does.
    package borrowing func isLocked() -> Bool {
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else {
            _ = flock(descriptor, LOCK_UN)
            return false
        }
        return errno == EWOULDBLOCK
    }

    /// The next bytes: fewer than `size` only at the end.
    ///
    /// - Throws: ``DiskError/unreadable(path:reason:)``.
    package borrowing func piece(size: Int) throws(DiskError) -> [UInt8] {
        try DiskFile.piece(of: descriptor, path: path, size: size)
    }

    /// Reads all bytes from the place of the next read.
    ///
    /// - Throws: ``DiskError/tooLarge(path:bytes:limit:)`` past `limit` bytes, before any is read
    ///   where the file's size says so; ``DiskError/unreadable(path:reason:)``.
    public borrowing func bytes(limit: Int64) throws(DiskError) -> [UInt8] {
        guard size <= limit else { throw .tooLarge(path: path, bytes: size, limit: limit) }
        // The size is a hint only: the file may grow or shrink meanwhile.
        let room = size > 0 ? Int(size) + 1 : 1 << 16
        var bytes = try piece(size: room)
        guard bytes.count == room else { return bytes }
        while bytes.count <= limit {
            let more = try piece(size: 1 << 16)
            if more.isEmpty { return bytes }
            bytes += more
        }
        throw .tooLarge(path: path, bytes: max(Int64(bytes.count), size), limit: limit)
    }

    /// Size and digest of a file of up to `limit` bytes, in constant memory; it is at its beginning
    /// afterwards.
    ///
    /// - Throws: ``DiskError/tooLarge(path:bytes:limit:)``; ``DiskError/unreadable(path:reason:)``.
    package borrowing func entry(
        limit: Int64 = .max
    ) throws(DiskError) -> FileEntry {
        guard size <= limit else { throw .tooLarge(path: path, bytes: size, limit: limit) }
        var digest = Digest()
        var count: Int64 = 0
        let piece = pieceSize
        while true {
            let bytes = try self.piece(size: piece)
            digest.update(bytes)
            count += Int64(bytes.count)
            if bytes.count < piece { break }
        }
        rewind()
        return FileEntry(sha256: digest.hex(), size: count)
    }
}

/// Digest and size of a file when it was looked at.
public struct FileEntry: Sendable, Equatable {
    /// SHA-256, lower-case hexadecimal.
    public var sha256: String
    /// Size in bytes.
    public var size: Int64

    /// An entry of these facts.
    package init(sha256: String, size: Int64) {
        self.sha256 = sha256
        self.size = size
    }
}
