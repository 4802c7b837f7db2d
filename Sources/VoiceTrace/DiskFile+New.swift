extension DiskFile {
    /// The path of a file that is to be written as `name` inside `folder`; folders are made as far
    /// as they are missing. An absolute name may lead into `folder` by either of its spellings.
    ///
    /// - Throws: ``DiskError/escapes(path:folder:)`` when it leads elsewhere, climbs with `..`, or
    ///   a link on the way leads out; ``DiskError/cannotCreate(path:reason:)``.
    public static func newPath(of name: String, inside folder: String) throws(DiskError) -> String {
        try makeFolder(folder)
        guard let root = realPath(folder) else { throw .missing(path: folder) }
        guard let steps = steps(of: name, below: [folder, root]), !steps.isEmpty else {
            throw .escapes(path: name, folder: folder)
        }
        let whole = ([folder] + steps).joined(separator: "/")
        var path = folder
        for step in steps {
            path += "/\(step)"
            // A link to nowhere is no better: what is written would make it lead somewhere.
            guard !isLink(path) || realPath(path).map({ isInside($0, root) }) == true else {
                throw .escapes(path: name, folder: folder)
            }
            if path.utf8.count < whole.utf8.count { try makeFolder(path) }
        }
        return path
    }

    /// The components of `name` below one of `folders`; nil when it climbs or leads elsewhere.
    private static func steps(of name: String, below folders: [String]) -> [String]? {
        func split(_ path: String) -> [String] {
            path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
                .filter { $0 != "." }
        }
        let steps = split(name)
        let climbs = steps.contains { $0.isSpelled("..") }
        guard !climbs, !name.utf8.contains(0) else { return nil }
        guard name.utf8.first == UInt8(ascii: "/") else { return steps }
        let start = folders.filter { $0.hasPrefix("/") }.map(split).first {
            steps.count > $0.count && zip(steps, $0).allSatisfy { $0.isSpelled($1) }
        }
        return start.map { Array(steps.dropFirst($0.count)) }
    }

    /// Whether `real` is `root` or below it, links followed in both.
    static func isInside(_ real: String, _ root: String) -> Bool {
        let start = root == "/" ? root : root + "/"
        return real.isSpelled(root) || real.utf8.starts(with: start.utf8)
    }
}
