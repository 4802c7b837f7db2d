internal import VoiceEngine
internal import VoiceFiles
internal import VoicePrograms
internal import VoiceTrace

/// The files of a project as they were when a golden session was accepted, as Git keeps them.
///
/// Git runs in the project's folder, without hooks of the file system and without asking anybody.
struct ProjectHistory {
    /// Reason why the old files cannot be had.
    enum Fault: Error {
        /// Git is not installed, or the folder is in no repository.
        case noRepository
        /// The commit is not in the repository.
        case noCommit(String)
        /// The repository lacks its history, and so the commit that changed the session.
        case noHistory
        /// No file of the program changed since the commit.
        case noEdit(since: String)
        /// More files changed than are tried.
        case tooManyFiles(since: String)
        /// Git failed, or gave more than is read.
        case unreadable

        /// The reason, and the next step, in a clause.
        var clause: String {
            switch self {
            case .noRepository:
                "Git has no earlier state of the program. Commit it with its sessions"
            case .noCommit(let name): "Git has no commit \(name) here. Name another with --since"
            case .noHistory:
                "this copy of the repository lacks its history. Fetch all of it (fetch-depth: 0)"
            case .noEdit(let commit):
                "no file of the program changed since the commit \(commit.prefix(10)). Look at what"
                    + " it uses: a library, a model, the machine"
            case .tooManyFiles(let commit):
                "more than \(ProjectHistory.fileLimit) files changed since the commit"
                    + " \(commit.prefix(10)). Name a later one with --since"
            case .unreadable: "Git does not give the files as they were. Run `git status` here"
            }
        }
    }

    /// A file that changed, in its old state.
    struct OldFile {
        /// The path below the project's folder.
        let path: String
        let bytes: [UInt8]
    }

    /// Changed files at most, and bytes of all of them as they were.
    private static let (fileLimit, byteLimit) = (500, 64 << 20)

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
        if !name.isEmpty, commit("\(found)^") == nil,
            run(["rev-parse", "--is-shallow-repository"])?.hasPrefix("true") == true
        {
            throw .noHistory
        }
    }

    /// The files of `loaded` as they were: those that changed since, where the repository has
    /// their blobs, and the paths of those that did not.
    static func files(
        of loaded: LoadedFiles, in folder: String
    ) -> (changed: [OldFile], same: [String]) {
        let there = loaded.blobs.sorted { $0.key < $1.key }
            .filter { DiskFile.exists("\(folder)/\($0.key)") }
        let paths = Array(there.map { $0.key + "\n" }.joined().utf8)
        guard !there.isEmpty, let git = ProgramStart.path(of: "git", in: nil),
            let names = run(
                git, ["hash-object", "--no-filters", "--stdin-paths"], in: folder, paths)
        else { return ([], []) }
        let now = String(decoding: names, as: UTF8.self).split(separator: "\n")
        guard now.count == there.count else { return ([], []) }
        let pairs = zip(there, now)
        let changed = pairs.filter { $0.value != $1 }.map { ($0.0.key, $0.0.value) }
        let files = changed.count > fileLimit ? nil : try? bytes(of: changed, by: git, in: folder)
        return (files ?? [], pairs.filter { $0.value == $1 }.map(\.0.key))
    }

    /// The tracked files that changed since the commit, as they were, of the paths that `isWanted`;
    /// new ones and links are left out.
    func oldFiles(where isWanted: (String) -> Bool = { _ in true }) throws(Fault) -> [OldFile] {
        // `:MODE MODE BLOB BLOB STATUS` and the path, each behind a zero byte.
        let options = ["--raw", "--no-abbrev", "--relative", "--no-renames", "-z"]
        guard let output = Self.run(git, ["diff"] + options + [commit, "--", "."], in: folder)
        else { throw .unreadable }
        let parts = output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        var found: [(path: String, blob: String)] = []
        for index in stride(from: 0, to: parts.count - 1, by: 2) {
            let words = parts[index].split(separator: " ")
            guard words.count == 5, words[0].hasPrefix(":100"), !words[1].hasPrefix("120") else {
                continue
            }
            guard isWanted(parts[index + 1]) else { continue }
            found.append((parts[index + 1], String(words[2])))
        }
        guard found.count <= Self.fileLimit else { throw .tooManyFiles(since: commit) }
        return try Self.bytes(of: found, by: git, in: folder)
    }

    /// Reads the blobs with one process: it gives `BLOB blob SIZE`, the bytes and a line end each.
    /// A blob that is not in the repository is left out.
    private static func bytes(
        of files: [(path: String, blob: String)], by git: String, in folder: String
    ) throws(Fault) -> [OldFile] {
        if files.isEmpty { return [] }
        let input = Array(files.map { $0.blob + "\n" }.joined().utf8)
        guard let output = run(git, ["cat-file", "--batch"], in: folder, input) else {
            throw .unreadable
        }
        var rest = output[...]
        var found: [OldFile] = []
        for (path, _) in files {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { throw .unreadable }
            let head = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
            if head.last == "missing" {
                rest = rest[(end + 1)...]
                continue
            }
            guard head.count == 3, head[1] == "blob", let size = Int(head[2]), size >= 0,
                size < rest.endIndex - end
            else { throw .unreadable }
            found.append(OldFile(path: path, bytes: Array(rest[(end + 1)...].prefix(size))))
            rest = rest[(end + 1)...].dropFirst(size + 1)
        }
        return found
    }

    private static func run(
        _ git: String, _ arguments: [String], in folder: String, _ input: [UInt8] = []
    ) -> [UInt8]? {
        let start = ProgramStart(
            program: git,
            arguments: ["-c", "core.fsmonitor=false", "-c", "core.quotePath=false"]
                + ["--no-pager", "--no-optional-locks"] + arguments,
            folder: folder)
        let run = ProgramRun(start, input: input, outputLimit: byteLimit)
        guard let result = try? run.run(), result.exitCode == 0 else { return nil }
        return result.output
    }
}
