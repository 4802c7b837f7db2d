internal import VoiceFiles
internal import VoicePrograms
internal import VoiceTrace

/// The files of a project as they were when a golden session was accepted, as Git keeps them.
///
/// Git runs in the project's folder, without hooks of the file system and without asking anybody.
struct ProjectHistory {
    /// Why the old files cannot be had.
    enum Fault: Error {
        /// Git is not installed, or the folder is in no repository.
        case noRepository
        /// The commit is not in the repository.
        case noCommit(String)
        /// The repository lacks its history, and so the commit that changed the session.
        case noHistory
        /// No file of the project changed since the commit.
        case noEdit(since: String)

        /// The reason, and the next step, in sentences.
        var sentence: String {
            switch self {
            case .noRepository:
                "Git has no earlier state of the program. Commit it with its sessions."
            case .noCommit(let name): "Git has no commit \(name) here. Name another with --since."
            case .noHistory:
                "this copy of the repository lacks its history. Fetch all of it (fetch-depth: 0)."
            case .noEdit(let commit):
                "no file of the program changed since the commit \(commit.prefix(10)). Look at what"
                    + " it uses: a library, a model, the machine."
            }
        }
    }

    /// Bytes of one old file, and of a list of files, that are read at most.
    private static let byteLimit = 8 << 20

    private let git: String
    private let folder: String
    /// The commit that has the old files.
    let commit: String

    /// The history of `folder` at `reference`; nil stands for the commit that last changed the
    /// session in `golden`, or for the one that is checked out where none did.
    init(
        of folder: String, since reference: String?, golden: SessionFolder
    ) throws(Fault) {
        guard let git = ProgramStart.path(of: "git", in: nil) else { throw .noRepository }
        self.git = git
        self.folder = folder
        func run(_ arguments: [String]) -> String? {
            Self.run(git, arguments, in: folder).map { String(decoding: $0, as: UTF8.self) }
        }
        guard run(["rev-parse", "--show-prefix"]) != nil else { throw .noRepository }
        func commit(_ name: String) -> String? {
            run(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"])
                .map { String($0.prefix { !$0.isNewline }) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        if let reference {
            guard let found = commit(reference) else { throw .noCommit(reference) }
            self.commit = found
            return
        }
        let path = DiskFile.realPath(golden.path)
        let isChanged = run(["status", "--porcelain", "--", path])?.isEmpty == false
        let last = isChanged ? nil : run(["log", "-1", "--format=%H", "--", path])
        let name = last.map { String($0.prefix { !$0.isNewline }) } ?? ""
        guard let found = commit(name.isEmpty ? "HEAD" : name) else { throw .noRepository }
        self.commit = found
        // The oldest commit of a copy without history seems to have changed every file.
        if commit("\(found)^") == nil,
            run(["rev-parse", "--is-shallow-repository"])?.hasPrefix("true") == true
        {
            throw .noHistory
        }
        if changedFiles.isEmpty { throw .noEdit(since: found) }
    }

    /// The paths, below the project's folder, of tracked files that changed since the commit.
    var changedFiles: [String] {
        let output = Self.run(
            git, ["diff", "--name-only", "--relative", "--no-renames", "-z", commit, "--", "."],
            in: folder)
        return (output ?? []).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The file at `path`, below the project's folder, as it was; nil where there was none.
    func bytes(of path: String) -> [UInt8]? {
        Self.run(git, ["cat-file", "blob", "\(commit):./\(path)"], in: folder)
    }

    private static func run(
        _ git: String, _ arguments: [String], in folder: String
    ) -> [UInt8]? {
        let start = ProgramStart(
            program: git,
            arguments: ["-c", "core.fsmonitor=false", "-c", "core.quotePath=false"]
                + ["--no-pager", "--no-optional-locks"] + arguments,
            folder: folder)
        let run = ProgramRun(start, input: [], outputLimit: byteLimit)
        guard let result = try? run.run(), result.exitCode == 0 else { return nil }
        return result.output
    }
}
