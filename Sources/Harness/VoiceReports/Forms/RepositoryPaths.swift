/// Names files from the root of their repository: code hosts show an annotation only there.
///
/// Shape where a result folder keeps it: the path of the working folder below the root, as in
/// `apps/pizza`.
package struct RepositoryPaths: Sendable, Equatable {
    /// The repository's folder, absolute; nil where it is not known.
    private let root: String?
    /// The working folder of the run below the root; empty at the root, or if no root is known.
    package let folder: String

    /// Paths that stay as they are.
    package static let asNamed = RepositoryPaths(folder: "")

    /// Paths of a run in `folder`, which is relative to the root of the repository.
    package init(folder: String) {
        root = nil
        self.folder = folder
    }

    /// Paths of a run in the absolute `workingFolder` of the repository at `root`.
    package init(root: String, workingFolder: String) {
        self.root = root.hasSuffix("/") ? String(root.dropLast()) : root
        folder = Self.below(self.root ?? "", workingFolder) ?? ""
    }

    /// `path`, which is absolute or relative to the working folder, from the repository's root; as
    /// it is where it leads out of the repository.
    func path(_ path: String) -> String {
        if path.hasPrefix("/") { return root.flatMap { Self.below($0, path) } ?? path }
        guard !folder.isEmpty || path.contains("./") else { return path }
        var parts: [Substring] = []
        for part in "\(folder)/\(path)".split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return path
            }
        }
        return parts.joined(separator: "/")
    }

    private static func below(_ root: String, _ path: String) -> String? {
        if path == root { return "" }
        guard path.hasPrefix(root + "/") else { return nil }
        return String(path.dropFirst(root.count + 1))
    }
}
