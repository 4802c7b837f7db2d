import VoiceFiles
import VoiceReports

extension RunOrigin {
    /// Variables in which build systems name the commit: GitHub, GitLab, Buildkite, Jenkins,
    /// Azure Pipelines, CircleCI.
    private static let variables = [
        "GITHUB_SHA", "CI_COMMIT_SHA", "BUILDKITE_COMMIT", "GIT_COMMIT", "BUILD_SOURCEVERSION",
        "CIRCLE_SHA1",
    ]

    /// The origin of this process's run over `paths`.
    static func current(label: String?, paths: [String]) -> RunOrigin {
        let named = variables.lazy.compactMap(Console.environment).first
        let arguments = Array(CommandLine.arguments.dropFirst())
        return RunOrigin(
            label: label, commit: GitFolder.commit(above: ".") ?? named.flatMap(GitFolder.digest),
            command: command(arguments), paths: paths, folder: RepositoryPaths.current.folder)
    }
}

extension RepositoryPaths {
    /// Paths of the repository that the working folder belongs to; GitHub says where one is whose
    /// files were fetched without git.
    static var current: RepositoryPaths {
        let folder = DiskFile.realPath(".")
        let root =
            GitFolder.root(above: folder)
            ?? Console.environment("GITHUB_WORKSPACE").map(DiskFile.realPath)
        return root.map { RepositoryPaths(root: $0, workingFolder: folder) } ?? .asNamed
    }
}

/// The commit of a working folder, as the files of its `.git` tell it.
///
/// Source: git's documentation, gitrepository-layout(5).
enum GitFolder {
    private static let byteLimit: Int64 = 16 << 20
    private static let depthLimit = 64

    /// Whether a folder above `folder` is kept by git, and not `folder` itself.
    static func isBelow(_ folder: String) -> Bool {
        let folder = DiskFile.realPath(folder)
        return root(above: folder).map { $0 != folder } ?? false
    }

    /// The absolute `folder`, or the nearest folder above it, that git keeps; nil without one.
    static func root(above folder: String) -> String? {
        var folder = folder
        for _ in 0..<depthLimit {
            if DiskFile.exists("\(folder)/.git") { return folder }
            guard folder.count > 1 else { return nil }
            folder = DiskFile.parent(of: folder)
        }
        return nil
    }

    /// The commit that is checked out in `folder` or the nearest folder above it that git keeps.
    static func commit(above folder: String) -> String? {
        var folder = folder
        for _ in 0..<depthLimit {
            if DiskFile.exists("\(folder)/.git") { return commit(of: "\(folder)/.git") }
            guard DiskFile.exists("\(folder)/..") else { return nil }
            folder += "/.."
        }
        return nil
    }

    private static func commit(of path: String) -> String? {
        var path = path
        // A linked working tree has a file that names its folder.
        if let text = text("\(path)"), text.hasPrefix("gitdir: ") {
            let named = String(text.dropFirst("gitdir: ".count))
            path = named.hasPrefix("/") ? named : "\(DiskFile.parent(of: path))/\(named)"
        }
        guard let head = text("\(path)/HEAD") else { return nil }
        guard head.hasPrefix("ref: ") else { return digest(head) }
        let name = String(head.dropFirst("ref: ".count))
        let common = text("\(path)/commondir").map { $0.hasPrefix("/") ? $0 : "\(path)/\($0)" }
        for place in [path, common ?? path] {
            if let commit = text("\(place)/\(name)").flatMap(digest) { return commit }
        }
        return packed(name, in: common ?? path)
    }

    private static func packed(_ name: String, in path: String) -> String? {
        let lines = text("\(path)/packed-refs")?.split(separator: "\n") ?? []
        let line = lines.first { $0.hasSuffix(" \(name)") }
        return line.flatMap { digest(String($0.prefix { $0 != " " })) }
    }

    private static func text(_ path: String) -> String? {
        guard let bytes = try? DiskFile.read(path, limit: byteLimit) else { return nil }
        var text = String(decoding: bytes, as: UTF8.self)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// Returns `text` where it is the name of a commit.
    static func digest(_ text: String) -> String? {
        let isCommit = (7...64).contains(text.utf8.count) && text.allSatisfy(\.isHexDigit)
        return isCommit ? text.lowercased() : nil
    }
}
