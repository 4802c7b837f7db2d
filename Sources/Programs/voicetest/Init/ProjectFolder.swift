import VoiceFiles
import VoiceReports
import VoiceSystem

/// The folder that a new project is written into, claimed until it is written: no other run writes
/// there meanwhile.
///
/// A folder that is not there yet is made at once, and stays empty until the project that is
/// written beside it takes its place as a whole.
struct ProjectFolder: ~Copyable {
    /// Path that the project is written to.
    private(set) var path: String
    /// The folder, as the user spelled it, without slashes at the end.
    private let target: String
    private let claim: FolderClaim
    /// Folders that this run made, the outermost first.
    private var folders: [String]
    /// Files and sessions that this run wrote.
    private var written: [String] = []

    /// Makes and claims the folder at `path`, or claims the one that is there.
    ///
    /// - Throws: `CommandError` where another run has it; `DiskError` where it cannot be made.
    init(_ path: String) throws {
        // With a slash at its end, what is beside the folder would be inside of it.
        let path = DiskFile.withoutSlashes(path)
        target = path
        self.path = path
        folders = Self.missing(path)
        if folders.isEmpty {
            claim = try Self.claim(existing: path)
            return
        }
        var unfinished = ""
        do {
            claim = try Self.claim(making: path, folders, beside: &unfinished)
        } catch DiskError.exists {
            throw Self.taken(path)
        }
        self.path = unfinished
    }

    private static func claim(existing path: String) throws -> FolderClaim {
        do {
            if let claim = try FolderClaim(existing: path, following: true) { return claim }
        } catch DiskError.missing {
            // Another run's project took the place of the folder that was there just now.
        }
        throw taken(path)
    }

    /// Makes and claims the folder at `path`, the last of `folders`, and makes the one beside it.
    private static func claim(
        making path: String, _ folders: [String], beside unfinished: inout String
    ) throws -> FolderClaim {
        let claim = try FolderClaim(creating: path)
        for folder in folders { UnfinishedFiles.register(folder) }
        do {
            unfinished = try makeUnfinished(beside: path)
        } catch {
            removeEmpty(folders)
            throw error
        }
        return claim
    }

    /// Makes a new folder beside `path`; an older one, such as of a killed run, is not reused.
    private static func makeUnfinished(beside path: String) throws -> String {
        var number = getpid()
        while true {
            let unfinished = "\(path).\(number).partial"
            if UnfinishedFiles.makeTree(unfinished) == 0 { return unfinished }
            guard errno == EEXIST else { throw DiskError(creating: unfinished, errno: errno) }
            number &+= 1
        }
    }

    /// Puts the project in its place, where the folder was not there when the run began.
    ///
    /// - Throws: `CommandError` where another program wrote into the folder meanwhile.
    func publish() throws {
        guard path != target else { return }
        // In one step; only an empty folder gives way.
        guard rename(path, target) == 0 else {
            throw CommandError(
                .cannotCreate,
                "\(target): another program wrote there meanwhile, and nothing is overwritten. Name"
                    + " another folder.")
        }
        for path in folders + [path] { UnfinishedFiles.forget(path) }
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

    /// Records a session that was written at `path`.
    mutating func record(_ path: String) { written.append(path) }

    /// Takes away what this run wrote, and the folders that it made as far as they are empty then.
    func undo() {
        if path == target {
            for path in written.reversed() { try? DiskFile.remove(path) }
        } else {
            try? DiskFile.remove(path)
            UnfinishedFiles.forget(path)
        }
        Self.removeEmpty(folders)
    }

    private static func removeEmpty(_ folders: [String]) {
        for path in folders.reversed() {
            _ = rmdir(path)
            UnfinishedFiles.forget(path)
        }
    }
}
