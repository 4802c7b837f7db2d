internal import VoiceSystem

/// A copy of a project's folder, for a program that may change its files.
///
/// Folders that were installed or built are linked, so that the program starts and the copy is
/// small: those with `pyvenv.cfg` or `CACHEDIR.TAG`, `node_modules` and `.build`. A program that
/// writes there changes the project. Repositories and caches, pipes, sockets and devices are left
/// out.
package struct ProjectCopy {
    /// Bytes of all files at most.
    package static let byteLimit: Int64 = 200_000_000
    /// Files, folders and links at most.
    package static let partLimit = 100_000

    private static let unwanted: Set = [
        ".git", ".hg", ".svn", "__pycache__", ".cache", ".mypy_cache", ".pytest_cache",
        ".ruff_cache",
    ]
    private static let installed: Set = ["node_modules", ".build"]
    /// Files of a folder that was installed or built. Source: Python's `venv`; "Cache Directory
    /// Tagging Specification", which Cargo follows.
    private static let signs = ["pyvenv.cfg", "CACHEDIR.TAG"]

    private enum Part {
        case file, folder
        case link(to: String)
    }

    private let source: String
    private let target: String
    private var parts: [(name: String, part: Part)] = []
    private var bytes: Int64 = 0

    /// Copies the folder `source` to `target`, which is made. Links are copied, never followed;
    /// those into `source` by its whole path lead into the copy.
    ///
    /// - Throws: ``DiskError/folderTooLarge(path:bytes:parts:largest:)`` past a limit; what reading
    ///   and writing throw.
    package static func make(
        of source: String, at target: String, byteLimit: Int64 = byteLimit,
        partLimit: Int = partLimit
    ) throws(DiskError) {
        guard DiskFile.isFolder(source) else { throw .missing(path: source) }
        guard !DiskFile.exists(target) else { throw .exists(path: target) }
        guard !DiskFile.lies(target, inside: source) else {
            throw .cannotCreate(path: target, reason: "it lies inside \(source)")
        }
        var copy = ProjectCopy(source: DiskFile.realPath(source), target: target)
        try copy.collect(upTo: byteLimit, partLimit)
        try DiskFile.makeFolder(target)
        for (name, part) in copy.parts { try copy.make(name, part) }
    }

    private init(source: String, target: String) { (self.source, self.target) = (source, target) }

    /// Lists the files to copy. The limit of bytes is judged when all are known, for the sake of
    /// the message.
    private mutating func collect(upTo byteLimit: Int64, _ partLimit: Int) throws(DiskError) {
        var largest: (name: String, bytes: Int64) = ("", 0)
        var isWhole = true
        for name in try DiskFile.names(in: source) where isWhole {
            let before = bytes
            isWhole = try add(name, partLimit)
            if bytes - before > largest.bytes { largest = (name, bytes - before) }
        }
        guard isWhole, bytes <= byteLimit else {
            throw .folderTooLarge(
                path: source, bytes: bytes, parts: parts.count, largest: largest.name)
        }
    }

    /// Adds the file or folder called `name`, seen from the folder; false past the limit of parts.
    private mutating func add(_ name: String, _ partLimit: Int) throws(DiskError) -> Bool {
        guard !Self.unwanted.contains(DiskFile.name(of: name)) else { return true }
        guard parts.count < partLimit else { return false }
        let path = "\(source)/\(name)"
        switch try DiskFile.kind(of: path) {
        case .file:
            parts.append((name, .file))
            bytes += DiskFile.size(path) ?? 0
        case .link: parts.append((name, .link(to: try aim(of: path))))
        case .folder where isInstalled(path): parts.append((name, .link(to: path)))
        case .folder:
            parts.append((name, .folder))
            for inner in try DiskFile.names(in: path) {
                guard try add("\(name)/\(inner)", partLimit) else { return false }
            }
        case .pipe, .socket, .device: break
        case nil: if let error = DiskError(ofNameAt: path) { throw error }
        }
        return true
    }

    private func isInstalled(_ path: String) -> Bool {
        Self.installed.contains(DiskFile.name(of: path))
            || Self.signs.contains { DiskFile.exists("\(path)/\($0)") }
    }

    /// Returns the path that a link of the copy leads to.
    private func aim(of link: String) throws(DiskError) -> String {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &text, text.count)
        guard count >= 0 else { throw DiskFile.readError(link) }
        let aim = String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard aim.hasPrefix("/"), DiskFile.isInside(aim, source) else { return aim }
        return DiskFile.realPath(target) + aim.dropFirst(source.count)
    }

    private func make(_ name: String, _ part: Part) throws(DiskError) {
        let path = "\(target)/\(name)"
        switch part {
        case .folder: try DiskFile.makeFolder(path)
        case .link(let aim):
            guard symlink(aim, path) == 0 else { throw DiskError(creating: path, errno: errno) }
        case .file:
            let mode = DiskFile.mode(of: "\(source)/\(name)") ?? 0o600
            let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode) | 0o600)
            guard file >= 0 else { throw DiskError(creating: path, errno: errno) }
            defer { close(file) }
            let input = try OpenFile(name, inside: source)
            while true {
                let bytes = try input.piece(size: input.pieceSize)
                if bytes.isEmpty { break }
                guard bytes.withUnsafeBytes({ DiskFile.writeAll(file, $0) }) else {
                    throw .writeFailed(path: path, reason: DiskFile.lastReason())
                }
            }
        }
    }
}
