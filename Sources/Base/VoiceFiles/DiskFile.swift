internal import VoiceSystem

/// Whole files, read with a limit and written so that no reader ever sees half of one.
package enum DiskFile {
    /// The bytes of the file at `path`.
    ///
    /// - Throws: what ``OpenFile/init(path:)`` throws, and past `limit` bytes
    ///   ``DiskError/tooLarge(path:bytes:limit:)``.
    package static func read(_ path: String, limit: Int64) throws(DiskError) -> [UInt8] {
        try OpenFile(path: path).bytes(limit: limit)
    }

    /// The bytes of the file `name` inside `folder`; no step of `name` may be a link.
    ///
    /// - Throws: what ``OpenFile/init(_:inside:)`` throws, and
    ///   ``DiskError/tooLarge(path:bytes:limit:)`` past `limit` bytes.
    package static func read(
        _ name: String, inside folder: String, limit: Int64
    ) throws(DiskError) -> [UInt8] {
        try OpenFile(name, inside: folder).bytes(limit: limit)
    }

    /// Reads all of standard input, which may be a pipe.
    ///
    /// - Throws: ``DiskError/tooLarge(path:bytes:limit:)``, ``DiskError/unreadable(path:reason:)``.
    package static func readStandardInput(limit: Int64) throws(DiskError) -> [UInt8] {
        let path = "standard input"
        var bytes: [UInt8] = []
        while true {
            let more = try piece(of: STDIN_FILENO, path: path, size: 1 << 16)
            if more.isEmpty { return bytes }
            bytes += more
            guard bytes.count <= limit else {
                throw .tooLarge(path: path, bytes: Int64(bytes.count), limit: limit)
            }
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

    /// Whether anything stands at `path`.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Whether `path` is a folder (a link to one counts).
    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether `path` is a link, wherever it leads.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The size of the file at `path` in bytes, nil if there is none.
    package static func size(_ path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }

    /// Names in the folder at `path`, sorted by their bytes, without `.` and `..`.
    ///
    /// - Throws: ``DiskError/missing(path:)`` or ``DiskError/unreadable(path:reason:)``.
    package static func names(in path: String) throws(DiskError) -> [String] {
        try rawNames(in: Array(path.utf8CString)).map(text).sorted(by: NameBytes.precedes)
    }

    /// Returns a path or a name that ends with a zero byte as text; what is no UTF-8 is replaced.
    static func text(_ path: [CChar]) -> String {
        String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns the names in a folder as the system has them, each ended by a zero byte.
    static func rawNames(in path: [CChar]) throws(DiskError) -> [[CChar]] {
        guard let folder = opendir(path) else { throw readError(text(path)) }
        defer { closedir(folder) }
        var names: [[CChar]] = []
        while let entry = readdir(folder) {
            withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                names.append(bytes.prefix { $0 != 0 }.map(CChar.init(bitPattern:)) + [0])
            }
        }
        return names.filter { $0 != [0x2E, 0] && $0 != [0x2E, 0x2E, 0] }
    }

    /// The path that `name` means inside `folder`, links followed.
    ///
    /// - Throws: ``DiskError/escapes(path:folder:)`` when it is absolute, climbs with `..`, or a
    ///   link on the way leads out; ``DiskError/missing(path:)`` when nothing is there.
    package static func path(of name: String, inside folder: String) throws(DiskError) -> String {
        let joined = "\(folder)/\(name)"
        guard steps(of: name) != nil else { throw .escapes(path: name, folder: folder) }
        guard let isLinked = isLinked(name, below: folder) else { throw .missing(path: joined) }
        guard isLinked else { return joined }
        guard let real = realPath(joined) else { throw .missing(path: joined) }
        guard let root = realPath(folder) else { throw .missing(path: folder) }
        guard isInside(real, root) else { throw .escapes(path: name, folder: folder) }
        return joined
    }

    /// The components of a relative path that does not climb; nil for any other.
    static func steps(of name: String) -> [String]? {
        // By bytes, as the system reads a path: a slash with an accent on it still is a slash.
        let slash = UInt8(ascii: "/")
        let steps = name.utf8.split(separator: slash).map { String(Substring($0)) }
            .filter { !$0.isSpelled(".") }
        let climbs = steps.contains { $0.isSpelled("..") }
        guard !steps.isEmpty, name.utf8.first != slash, !climbs, !name.utf8.contains(0) else {
            return nil
        }
        return steps
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

    /// Returns `path` without slashes at its end; the root stays.
    package static func withoutSlashes(_ path: some StringProtocol) -> String {
        var path = String(path)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// `path` without its last component: empty for a bare name.
    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last component of `path`, trailing slashes left out.
    package static func name(of path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }

    static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func read(_ file: Int32, _ block: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let count = VoiceSystem.read(file, block.baseAddress, block.count)
            if count >= 0 || errno != EINTR { return count }
        }
    }

    static func readError(_ path: String) -> DiskError {
        errno == ENOENT || errno == ENOTDIR
            ? .missing(path: path) : .unreadable(path: path, reason: lastReason())
    }

    package static func lastReason() -> String { String(cString: strerror(errno)) }

    /// Writes a file, or the names in a folder, through to the disk itself.
    ///
    /// - Throws: ``DiskError/writeFailed(path:reason:)``.
    package static func synchronize(_ path: String) throws(DiskError) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .writeFailed(path: path, reason: lastReason()) }
        defer { close(file) }
        guard fsync(file) == 0 else { throw .writeFailed(path: path, reason: lastReason()) }
    }

    /// Size and digest of a file of up to `limit` bytes.
    ///
    /// - Throws: what ``OpenFile/init(path:)`` throws; ``DiskError/tooLarge(path:bytes:limit:)``.
    package static func entry(
        of path: String, limit: Int64 = .max
    ) throws(DiskError) -> FileEntry {
        try OpenFile(path: path).entry(limit: limit)
    }

    /// Returns `path` without links and detours; as it is where nothing is there.
    package static func realPath(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// The folder that relative paths begin in; empty where the system does not tell.
    package static var currentFolder: String {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }

    /// Replaces what the file at `target` holds by the bytes of `source`; memory does not grow with
    /// the length.
    ///
    /// - Throws: what ``OpenFile/init(path:)`` throws; ``DiskError/writeFailed(path:reason:)``.
    package static func copy(_ source: String, into target: String) throws(DiskError) {
        let input = try OpenFile(path: source)
        let output = open(target, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard output >= 0 else { throw .writeFailed(path: target, reason: lastReason()) }
        defer { close(output) }
        while true {
            let bytes = try input.piece(size: 1 << 18)
            if bytes.isEmpty { break }
            guard bytes.withUnsafeBytes({ writeAll(output, $0) }) else {
                throw .writeFailed(path: target, reason: lastReason())
            }
        }
    }
}
