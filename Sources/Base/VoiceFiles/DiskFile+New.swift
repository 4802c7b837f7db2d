internal import VoiceSystem

extension DiskFile {
    /// Gives `source` the name `target` in one step, so that `target` is there at every moment; a
    /// file that has that name gets the name `source`.
    ///
    /// - Throws: ``DiskError/cannotCreate(path:reason:)``.
    package static func exchange(_ source: String, with target: String) throws(DiskError) {
        guard exists(target) else { return try move(source, to: target) }
        #if canImport(Glibc)
            let isDone =
                Self.renameat2.map {
                    $0(AT_FDCWD, source, AT_FDCWD, target, renameExchange) == 0
                } ?? false
        #else
            let isDone = renamex_np(source, target, UInt32(RENAME_SWAP)) == 0
        #endif
        guard isDone else { throw .cannotCreate(path: target, reason: lastReason()) }
    }

    #if canImport(Glibc)
        private typealias RenameAt2 =
            @convention(c) (
                CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, CUnsignedInt
            ) -> CInt

        /// `renameat2` of the C library, whose declaration asks for a macro that Swift cannot set.
        private static let renameat2: RenameAt2? = dlsym(nil, "renameat2").map {
            unsafeBitCast($0, to: RenameAt2.self)
        }
        /// `RENAME_EXCHANGE` of `linux/fs.h`.
        private static let renameExchange: CUnsignedInt = 2
    #endif

    /// Returns the path of a file that is to be written as `name` inside `folder`; missing folders
    /// are made. An absolute name may lead into `folder` by either of its spellings.
    ///
    /// - Throws: ``DiskError/escapes(path:folder:)`` when it leads elsewhere, climbs with `..`, or
    ///   a link on the way leads out; ``DiskError/cannotCreate(path:reason:)``.
    package static func newPath(of name: String, inside folder: String) throws(DiskError) -> String
    {
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

extension String {
    /// Whether the bytes are the same: `==` takes letters for the same that file systems do not.
    func isSpelled(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension DiskFile {
    /// Makes a folder in `parent` that only this user may read, under a name that no other has.
    ///
    /// - Returns: its path.
    /// - Throws: ``DiskError/cannotCreate(path:reason:)``.
    package static func makeTemporaryFolder(in parent: String) throws(DiskError) -> String {
        var template = Array("\(parent)/voicetest-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw .cannotCreate(path: parent, reason: lastReason())
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
