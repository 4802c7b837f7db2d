public import VoiceFiles

/// One session on disk: the paths of its parts, and whether they are what was sealed.
public struct SessionFolder: Sendable, Equatable {
    /// Ending of a session folder's name.
    public static let suffix = ".vsession"
    /// Ending of the folder's name while it is recorded.
    public static let partialSuffix = ".vsession.partial"

    /// Ending of the name of a session that waits to take the place of another one.
    public static let pendingSuffix = ".vsession.new"

    /// Whether `path` is named like a session while it is recorded, one that waits included.
    public static func isPartial(_ path: String) -> Bool {
        path.hasSuffix(partialSuffix) || path.hasSuffix(pendingSuffix + ".partial")
    }

    /// The folder, without a slash at its end.
    public let path: String

    /// The session at `path`, which nothing has looked at yet.
    public init(path: String) {
        self.path = DiskFile.withoutSlashes(path)
    }

    /// The manifest's file.
    package var manifestPath: String { "\(path)/session.json" }
    /// The golden trace.
    package var tracePath: String { "\(path)/trace.jsonl" }
    /// The trace a replay wrote because it differs.
    package var pendingTracePath: String { "\(path)/trace.new.jsonl" }
    /// The session that a test recorded because it differs, beside this one.
    public var pending: SessionFolder { SessionFolder(path: path + ".new") }
    /// The path of `inputs.jsonl`: every call and answer that a replay repeats.
    package var inputsPath: String { "\(path)/inputs.jsonl" }
    /// Wall-clock figures of the recording run.
    package var timingPath: String { "\(path)/timing.json" }

    /// Names inside a session folder.
    public enum Part {
        /// The file that says what the session is, and the digest of every other.
        public static let manifest = "session.json"
        /// The golden trace.
        public static let trace = "trace.jsonl"
        /// Wall-clock figures of the recording run.
        public static let timing = "timing.json"
        /// The microphone track.
        public static let microphone = "audio/mic.flac"
        /// File that says which prompt request became which file.
        public static let promptIndex = "audio/prompts/index.json"
        /// Folder of the realised prompts.
        public static let prompts = "audio/prompts"
        /// Folder of flow, prompt, scenario and grammar files.
        public static let flow = "flow"
        /// The file of calls and answers that a replay repeats.
        public static let inputs = "inputs.jsonl"
    }

    /// The bytes of a listed file, checked.
    ///
    /// - Throws: ``TraceError/disagrees(path:file:what:)`` when they are not what was sealed.
    public func bytes(
        of name: String, entry: FileEntry
    ) throws(TraceError) -> [UInt8] {
        let file = try listedFile(name)
        try check(file, is: entry, name: name)
        let bytes = try TraceError.disk { () throws(DiskError) in
            try file.bytes(limit: entry.size)
        }
        // It was read twice, and may have been written to in between.
        let isSealed = Digest.hex(of: bytes) == entry.sha256
        guard isSealed else {
            throw .disagrees(path: path, file: name, what: "the SHA-256 differs")
        }
        return bytes
    }

    private static let depthLimit = 8
    private static let entryLimit = 100_000

    /// Refuses a folder that holds anything but files and folders: what is written into it stays
    /// in it, and a replay refuses links too.
    ///
    /// - Throws: ``TraceError/damaged(path:what:)`` for a link, a pipe, a socket or a device;
    ///   ``TraceError/disk(_:)``.
    package func refuseLinks() throws(TraceError) {
        var left = Self.entryLimit
        try refuseLinks(in: path, depth: 0, &left)
    }

    private func refuseLinks(
        in folder: String, depth: Int, _ left: inout Int
    ) throws(TraceError) {
        let names: [String]
        do { names = try DiskFile.names(in: folder) } catch { throw .disk(error) }
        left -= names.count
        guard depth < Self.depthLimit, left >= 0 else {
            throw .damaged(path: folder, what: "it holds more than a session does")
        }
        for name in names {
            let path = "\(folder)/\(name)"
            switch FileKind(path) {
            case .folder: try refuseLinks(in: path, depth: depth + 1, &left)
            case nil, .file: break
            case .link: throw .damaged(path: path, what: "it is a link, and a session holds none")
            case let kind?: throw .damaged(path: path, what: "it is a \(kind.rawValue) and no file")
            }
        }
    }

    /// Every session at or below `path`, in order of their paths.
    ///
    /// - Throws: `DiskError`: nothing is there, or a folder cannot be read.
    public static func find(at path: String) throws(DiskError) -> [SessionFolder] {
        let found = try search(path)
        if let error = found.unreadable.first { throw error }
        return found.sessions
    }

    /// Every session at or below `path` that can be reached, in order of their paths, with what
    /// was skipped and what could not be read.
    ///
    /// Links below `path` are not followed, hidden folders and sessions inside of sessions are
    /// skipped, and so is what lies more than 32 folders deep.
    /// - Throws: `DiskError.missing(path:)` when nothing is there.
    public static func search(_ path: String) throws(DiskError) -> FoundSessions {
        guard try DiskFile.kind(of: path) != nil else { throw .missing(path: path) }
        var walk = SessionWalk()
        walk.walk(SessionFolder(path: path).path)
        return walk.found
    }
}
