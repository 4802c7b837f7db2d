internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Whole files, read with a limit and written so that nobody ever sees half of one.
public enum DiskFile {
    private static let writing = Mutex(())

    /// The bytes of the file at `path`.
    ///
    /// - Throws: ``DiskError/missing(path:)``, ``DiskError/unreadable(path:reason:)``, or
    ///   ``DiskError/tooLarge(path:bytes:limit:)`` past `limit` bytes.
    public static func read(_ path: String, limit: Int64) throws(DiskError) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw readError(path) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw readError(path) }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw .unreadable(path: path, reason: "it is a folder")
        }
        // The size is a hint only: the file may grow, shrink or be a pipe.
        let hint = Int(min(max(Int64(status.st_size), 0), limit))
        let room = hint > 0 ? hint + 1 : 1 << 16
        var bytes = try piece(of: file, path: path, size: room)
        // A piece that was not filled is the last.
        guard bytes.count == room else { return bytes }
        while true {
            guard bytes.count <= limit else {
                throw .tooLarge(
                    path: path, bytes: max(Int64(bytes.count), Int64(status.st_size)), limit: limit)
            }
            let more = try piece(of: file, path: path, size: 1 << 16)
            if more.isEmpty { return bytes }
            bytes += more
        }
    }

    /// The next bytes of a file: fewer than `size` only at its end.
    static func piece(
        of file: Int32, path: String, size: Int
    ) throws(DiskError) -> [UInt8] {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { target, filled in
            let room = UnsafeMutableRawBufferPointer(target)
            while filled < size {
                let count = read(file, UnsafeMutableRawBufferPointer(rebasing: room[filled..<size]))
                failed = count < 0
                if count <= 0 { return }
                filled += count
            }
        }
        guard !failed else { throw readError(path) }
        return bytes
    }

    /// Writes `bytes` to `path`: beside it under another name first, then renamed into place.
    ///
    /// - Throws: ``DiskError/exists(path:)`` when `replacing` is false and something is there,
    ///   ``DiskError/cannotCreate(path:reason:)``, ``DiskError/writeFailed(path:reason:)``.
    public static func write(
        _ bytes: [UInt8], to path: String, replacing: Bool = true, mode: UInt32 = 0o644
    ) throws(DiskError) {
        if !replacing, exists(path) { throw .exists(path: path) }
        try makeFolder(parent(of: path))
        try writing.withLock { (_) throws(DiskError) in
            let temporary = try writeBeside(path, bytes, mode)
            try replacing ? place(temporary, at: path) : placeNew(temporary, at: path)
        }
    }

    /// Runs `body` while ``write(_:to:replacing:mode:)`` has no file half written in this process:
    /// for what ends the program.
    public static func betweenWrites(_ body: () -> Void) {
        writing.withLock { _ in body() }
    }

    /// Writes several files: each beside its place and to the disk itself first, then all renamed
    /// in the order given. Where the disk is full nothing is changed.
    ///
    /// - Throws: ``DiskError/cannotCreate(path:reason:)``, ``DiskError/writeFailed(path:reason:)``.
    public static func write(
        together files: [(path: String, bytes: [UInt8])]
    ) throws(DiskError) {
        try writing.withLock { (_) throws(DiskError) in
            var written: [(temporary: String, path: String)] = []
            defer { for file in written { unlink(file.temporary) } }
            for file in files {
                written.append((try writeBeside(file.path, file.bytes, 0o644), file.path))
            }
            // Else a power cut could leave a new name on a file that is not there yet.
            for file in written { try synchronize(file.temporary) }
            for file in written { try place(file.temporary, at: file.path) }
            for folder in Set(files.map { parent(of: $0.path) }) where !folder.isEmpty {
                try synchronize(folder)
            }
        }
    }

    /// Writes a file beside `path`; gives its name.
    private static func writeBeside(
        _ path: String, _ bytes: [UInt8], _ mode: UInt32
    ) throws(DiskError) -> String {
        let temporary = "\(path).writing.\(getpid())"
        let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t(mode))
        guard file >= 0 else { throw .cannotCreate(path: path, reason: lastReason()) }
        let written = bytes.withUnsafeBytes { writeAll(file, $0) }
        let reason = lastReason()
        guard close(file) == 0, written else {
            unlink(temporary)
            throw .writeFailed(path: path, reason: reason)
        }
        return temporary
    }

    static func place(_ temporary: String, at path: String) throws(DiskError) {
        guard rename(temporary, path) == 0 else {
            let reason = lastReason()
            unlink(temporary)
            throw .cannotCreate(path: path, reason: reason)
        }
    }

    /// Whether anything stands at `path`.
    public static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Whether `path` is a folder (a link to one counts).
    public static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether `path` is a link, wherever it leads.
    public static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The size of the file at `path` in bytes, nil when there is none.
    public static func size(_ path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    /// Makes the folder at `path` and those above it, as far as they are missing.
    ///
    /// - Throws: ``DiskError/cannotCreate(path:reason:)``.
    public static func makeFolder(_ path: String) throws(DiskError) {
        guard !path.isEmpty, !isFolder(path) else { return }
        try makeFolder(parent(of: path))
        guard mkdir(path, 0o755) == 0 || isFolder(path) else {
            throw .cannotCreate(path: path, reason: lastReason())
        }
    }

    /// Names in the folder at `path`, sorted by their bytes, without `.` and `..`.
    ///
    /// - Throws: ``DiskError/missing(path:)`` or ``DiskError/unreadable(path:reason:)``.
    public static func names(in path: String) throws(DiskError) -> [String] {
        guard let folder = opendir(path) else { throw readError(path) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Moves `source` to `target`, which must not exist.
    ///
    /// - Throws: ``DiskError/exists(path:)`` or ``DiskError/cannotCreate(path:reason:)``.
    public static func move(_ source: String, to target: String) throws(DiskError) {
        guard !exists(target) else { throw .exists(path: target) }
        guard rename(source, target) == 0 else {
            throw .cannotCreate(path: target, reason: lastReason())
        }
    }

    /// Removes a file, or a folder with all that is in it; what is not there is no error.
    /// Links are removed, never followed.
    ///
    /// - Throws: ``DiskError/writeFailed(path:reason:)``.
    public static func remove(_ path: String) throws(DiskError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            guard unlink(path) == 0 else {
                throw .writeFailed(path: path, reason: lastReason())
            }
            return
        }
        for name in try names(in: path) { try remove("\(path)/\(name)") }
        guard rmdir(path) == 0 else { throw .writeFailed(path: path, reason: lastReason()) }
    }

    /// The path that `name` means inside `folder`, links followed.
    ///
    /// - Throws: ``DiskError/escapes(path:folder:)`` when it is absolute, climbs with `..`, or a
    ///   link on the way leads out; ``DiskError/missing(path:)`` when nothing is there.
    public static func path(of name: String, inside folder: String) throws(DiskError) -> String {
        let joined = "\(folder)/\(name)"
        // By bytes, as the system reads a path: a slash with an accent on it still is a slash.
        let slash = UInt8(ascii: "/")
        let climbs = name.utf8.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
        guard !name.isEmpty, name.utf8.first != slash, !climbs, !name.utf8.contains(0) else {
            throw .escapes(path: name, folder: folder)
        }
        guard let isLinked = isLinked(name, below: folder) else { throw .missing(path: joined) }
        guard isLinked else { return joined }
        guard let real = realPath(joined) else { throw .missing(path: joined) }
        guard let root = realPath(folder) else { throw .missing(path: folder) }
        guard isInside(real, root) else { throw .escapes(path: name, folder: folder) }
        return joined
    }

    /// Whether a step of `name` below `folder` is a link; nil when nothing is there. Only then is
    /// the way there asked for: the system looks at every step from the root for that.
    private static func isLinked(_ name: String, below folder: String) -> Bool? {
        var path = folder
        for step in name.utf8.split(separator: UInt8(ascii: "/")) {
            path += "/"
            path += Substring(step)
            var status = stat()
            guard lstat(path, &status) == 0 else { return nil }
            if status.st_mode & S_IFMT == S_IFLNK { return true }
        }
        return false
    }

    /// `path` without its last component: empty for a bare name.
    public static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last component of `path`, trailing slashes left out.
    public static func name(of path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }

    static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func read(_ file: Int32, _ block: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            #if canImport(Glibc)
                let count = Glibc.read(file, block.baseAddress, block.count)
            #else
                let count = Darwin.read(file, block.baseAddress, block.count)
            #endif
            if count >= 0 || errno != EINTR { return count }
        }
    }

    static func writeAll(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let pending = UnsafeRawBufferPointer(rebasing: rest)
            #if canImport(Glibc)
                let count = Glibc.write(file, pending.baseAddress, pending.count)
            #else
                let count = Darwin.write(file, pending.baseAddress, pending.count)
            #endif
            if count < 0 {
                if errno == EINTR { continue }
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }

    static func readError(_ path: String) -> DiskError {
        errno == ENOENT || errno == ENOTDIR
            ? .missing(path: path) : .unreadable(path: path, reason: lastReason())
    }

    static func lastReason() -> String { String(cString: strerror(errno)) }
}
