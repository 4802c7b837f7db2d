import VoiceTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The folder that a new project is written into, claimed until it is written: no other run writes
/// there meanwhile.
struct ProjectFolder: ~Copyable {
    /// The folder, as the user spelled it.
    let path: String
    private let claim: FolderClaim
    /// Folders that this run made, the outermost first.
    private var folders: [String]
    /// Files and sessions that this run wrote.
    private var written: [String] = []

    /// Makes and claims the folder at `path`, or claims the one that is there.
    ///
    /// - Throws: `CommandError` where another run has it; `DiskError` where it cannot be made.
    init(_ path: String) throws {
        self.path = path
        folders = Self.missing(path)
        if folders.isEmpty {
            guard let claim = try FolderClaim(existing: path, following: true) else {
                throw Self.taken(path)
            }
            self.claim = claim
            return
        }
        do {
            claim = try FolderClaim(creating: path)
        } catch DiskError.exists {
            throw Self.taken(path)
        }
    }

    private static func taken(_ path: String) -> CommandError {
        CommandError(
            .cannotCreate,
            "\(path): another run of voicetest writes a project there. Name another folder, or wait"
                + " until it is done.")
    }

    /// The folder at `path` and those above it that are not there, the outermost first.
    private static func missing(_ path: String) -> [String] {
        var missing: [String] = []
        var path = path
        while !path.isEmpty, !DiskFile.exists(path) {
            missing.append(path)
            path = DiskFile.parent(of: path)
        }
        return missing.reversed()
    }

    /// Writes a new file of the project; folders above it are made.
    mutating func write(_ bytes: [UInt8], to name: String) throws {
        let file = "\(path)/\(name)"
        folders += Self.missing(DiskFile.parent(of: file))
        try DiskFile.write(bytes, to: file, replacing: false)
        written.append(file)
    }

    /// Notes a session that was written at `path`.
    mutating func note(_ path: String) { written.append(path) }

    /// Takes away what this run wrote, and the folders that it made as far as they are empty then.
    func undo() {
        for path in written.reversed() { try? DiskFile.remove(path) }
        for path in folders.reversed() { _ = rmdir(path) }
    }
}
