internal import VoiceFiles

/// The way through the folders below one, which looks for sessions.
///
/// It also looks into what it skips, so that it can name the sessions there.
struct SessionWalk {
    /// Folders below the first one that are searched.
    static let depthLimit = 32
    /// Names that are looked at, in what is searched and in what is skipped.
    static let entryLimit = 1_000_000
    /// Folders below the first one that are looked into at all.
    static let reach = 256

    private(set) var found = FoundSessions()
    private let names: (String) throws(DiskError) -> [String]
    private let limit: Int
    /// Whether this is the way behind a link. Links there are left alone: two that lead up would
    /// make the way endless.
    private var isBehindLink = false
    private var searched = 0
    private var passed = 0

    /// A walk that takes the names in a folder from `names`.
    init(
        limit: Int = entryLimit,
        names: @escaping (String) throws(DiskError) -> [String] = { (path) throws(DiskError) in
            try DiskFile.names(in: path)
        }
    ) {
        self.limit = limit
        self.names = names
    }

    /// Searches `path`, which may itself be a link.
    mutating func walk(_ path: String) {
        do throws(DiskError) {
            if DiskFile.isFolder(path) || path.hasSuffix(SessionFolder.suffix) {
                try look(at: path, depth: 0, skipping: nil)
            } else if try DiskFile.kind(of: path) == .link {
                throw .unreadable(path: path, reason: "the link leads nowhere")
            }
        } catch { found.unreadable.append(error) }
    }

    /// Looks at a folder, or at a file that is named like a session; `reason` is why what stands
    /// there is skipped.
    private mutating func look(
        at path: String, depth: Int, skipping reason: FoundSessions.Reason?
    ) throws(DiskError) {
        let folder = SessionFolder(path: path)
        if SessionFolder.isPartial(path) {
            if reason == nil { found.unfinished.append(path) }
            return try descend(path, depth: depth, skipping: reason ?? .nested(in: path))
        }
        // A session that a test left waits for a decision, and is no golden.
        if depth > 0, path.hasSuffix(SessionFolder.pendingSuffix) { return }
        guard path.hasSuffix(SessionFolder.suffix) || DiskFile.exists(folder.manifestPath) else {
            return try descend(path, depth: depth, skipping: reason)
        }
        if let reason {
            skip(path, reason)
        } else {
            found.sessions.append(folder)
        }
        guard try DiskFile.kind(of: path) == .folder else { return }
        // A fault that keeps its parts from being read shows when the session is opened.
        try? descend(path, depth: depth, skipping: reason ?? .nested(in: path))
    }

    private mutating func descend(
        _ path: String, depth: Int, skipping reason: FoundSessions.Reason?
    ) throws(DiskError) {
        guard depth < Self.reach else {
            throw .unreadable(path: path, reason: "it lies \(depth) folders deep")
        }
        for name in try names(path) {
            let isHidden = name.hasPrefix(".")
            let reason =
                reason ?? (isHidden ? .hidden : depth >= Self.depthLimit ? .deep : nil)
            guard try count(path, isSkipped: reason != nil) else { continue }
            do throws(DiskError) {
                try visit("\(path)/\(name)", depth: depth + 1, skipping: reason)
            } catch {
                // Names that are skipped anyway need not be readable.
                if reason == nil || reason == .deep { found.unreadable.append(error) }
            }
        }
    }

    /// Counts a name in the folder at `path`; false when what is skipped holds too many.
    private mutating func count(_ path: String, isSkipped: Bool) throws(DiskError) -> Bool {
        guard isSkipped else {
            searched += 1
            guard searched <= limit else {
                throw .unreadable(path: path, reason: "more than \(limit) files stand here")
            }
            return true
        }
        passed += 1
        if passed == limit + 1 { skip(path, .tooLarge, sessions: []) }
        return passed <= limit
    }

    private mutating func visit(
        _ path: String, depth: Int, skipping reason: FoundSessions.Reason?
    ) throws(DiskError) {
        switch try DiskFile.kind(of: path) {
        case .folder: try look(at: path, depth: depth, skipping: reason)
        case .link: visit(link: path, depth: depth)
        case .file, .pipe, .socket, .device:
            // A file in the place of a session is found, and told to be none when it is opened.
            guard reason == nil, path.hasSuffix(SessionFolder.suffix) else { return }
            try look(at: path, depth: depth, skipping: nil)
        case nil:
            // A name that is not UTF-8 is not the name that the system knows.
            if path.unicodeScalars.contains("\u{FFFD}") {
                throw .unreadable(path: path, reason: "its name is not UTF-8")
            }
        }
    }

    private mutating func visit(link path: String, depth: Int) {
        let isNamed = path.hasSuffix(SessionFolder.suffix)
        guard !isBehindLink, isNamed || DiskFile.isFolder(path) else { return }
        if isNamed || DiskFile.exists(SessionFolder(path: path).manifestPath) {
            return skip(path, .link)
        }
        var behind = SessionWalk(limit: max(0, limit - passed), names: names)
        behind.isBehindLink = true
        behind.collect(behind: DiskFile.realPath(path))
        passed += behind.searched + behind.passed
        if behind.passed + behind.searched > limit { skip(path, .tooLarge, sessions: []) }
        let sessions = behind.found.sessions.map { DiskFile.realPath($0.path) }
        if !sessions.isEmpty { skip(path, .linkedFolder, sessions: sessions) }
    }

    private mutating func collect(behind path: String) {
        do throws(DiskError) {
            try descend(path, depth: 0, skipping: nil)
        } catch { found.unreadable.append(error) }
    }

    private mutating func skip(
        _ path: String, _ reason: FoundSessions.Reason, sessions: [String]? = nil
    ) {
        found.skipped.append(
            FoundSessions.Skipped(
                path: path, reason: reason, sessions: sessions ?? [DiskFile.realPath(path)]))
    }
}
