/// One session on disk: where its parts stand, and whether they are what was sealed.
public struct SessionFolder: Sendable, Equatable {
    /// What a session folder's name ends with.
    public static let suffix = ".vsession"
    /// What the folder's name ends with while it is recorded.
    public static let partialSuffix = ".vsession.partial"

    /// What is added to a session's name for the session that waits to take its place.
    public static let pendingSuffix = ".vsession.new"

    /// The folder, without a slash at its end.
    public let path: String

    /// The session at `path`, which nothing has looked at yet.
    public init(path: String) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    /// The manifest's file.
    public var manifestPath: String { "\(path)/session.json" }
    /// The golden trace.
    public var tracePath: String { "\(path)/trace.jsonl" }
    /// The trace a replay wrote because it differs.
    public var pendingTracePath: String { "\(path)/trace.new.jsonl" }
    /// The session that a test recorded because it differs, beside this one.
    public var pending: SessionFolder { SessionFolder(path: path + ".new") }
    /// The inputs.
    public var inputsPath: String { "\(path)/inputs.jsonl" }
    /// Wall-clock figures of the recording run.
    public var timingPath: String { "\(path)/timing.json" }

    /// Names inside a session folder.
    public enum Part {
        /// The microphone track.
        public static let microphone = "audio/mic.flac"
        /// Which prompt request became which file.
        public static let promptIndex = "audio/prompts/index.json"
        /// Where the realised prompts stand.
        public static let prompts = "audio/prompts"
        /// Where flow, prompt, scenario and grammar files stand.
        public static let flow = "flow"
        /// The inputs.
        public static let inputs = "inputs.jsonl"
    }

    /// Text files up to this size are searched for conflict markers, in bytes.
    private static let textLimit: Int64 = 64 << 20

    /// Reads the manifest and checks every file it lists.
    ///
    /// - Throws: ``TraceError``: no manifest, a newer format, or a file that is missing, leads out
    ///   of the folder, or is not what was sealed.
    public func open() throws(TraceError) -> SessionManifest {
        try open { (_, _) throws(TraceError) in }
    }

    /// Reads the manifest, checks every file it lists and shows each file's bytes to `body`.
    ///
    /// - Throws: what ``open()`` throws, and what `body` throws.
    public func open(
        showing body: (_ name: String, _ bytes: [UInt8]) throws(TraceError) -> Void
    ) throws(TraceError) -> SessionManifest {
        guard DiskFile.isFolder(path) else {
            throw DiskFile.exists(path) ? .notASession(path: path) : .disk(.missing(path: path))
        }
        guard DiskFile.exists(manifestPath) else { throw .notASession(path: path) }
        let manifest = try SessionManifest(path: manifestPath)
        try refuseMarkers()
        for (name, entry) in manifest.files {
            try body(name, try bytes(of: name, entry: entry))
        }
        guard manifest.files.contains(where: { $0.path == Part.inputs }) else {
            throw .disagrees(path: path, file: Part.inputs, what: "it is not listed")
        }
        return manifest
    }

    /// Texts that the manifest does not list may hold no conflict markers either; the traces are
    /// read line by line, and show theirs then.
    private func refuseMarkers() throws(TraceError) {
        for path in [timingPath, ledgerPath, anchorPath] where DiskFile.exists(path) {
            if let bytes = try? DiskFile.read(path, limit: Self.textLimit),
                let line = MergeMarker.line(in: bytes)
            {
                throw .conflict(path: path, line: line)
            }
        }
    }

    /// The golden trace.
    ///
    /// - Throws: ``TraceError``: missing, cut short, empty, or a line that is no event.
    public func golden() throws(TraceError) -> RecordedTrace {
        guard DiskFile.exists(tracePath) else { throw .noGolden(path: path) }
        return try RecordedTrace(path: tracePath)
    }

    /// The golden trace as lines, for a comparison of large traces.
    ///
    /// - Throws: ``TraceError``: missing, cut short, empty, or a line that cannot be an event.
    public func goldenLines(checksDigest: Bool) throws(TraceError) -> TraceLines {
        guard DiskFile.exists(tracePath) else { throw .noGolden(path: path) }
        return try TraceLines(path: tracePath, checksDigest: checksDigest)
    }

    /// The bytes of a listed file, checked.
    ///
    /// - Throws: ``TraceError/disagrees(path:file:what:)`` when they are not what was sealed.
    public func bytes(
        of name: String, entry: SessionManifest.FileEntry
    ) throws(TraceError) -> [UInt8] {
        let file: String
        do {
            file = try DiskFile.path(of: name, inside: path)
        } catch {
            switch error {
            case .missing: throw .disagrees(path: path, file: name, what: "the file is missing")
            default: throw .disk(error)
            }
        }
        var size = entry.size
        var bytes: [UInt8] = []
        do {
            bytes = try DiskFile.read(file, limit: entry.size)
            size = Int64(bytes.count)
        } catch {
            guard case .tooLarge(_, let found, _) = error else { throw .disk(error) }
            size = found
        }
        let isSealed = size == entry.size && Digest.hex(of: bytes) == entry.sha256
        if !isSealed, !name.hasSuffix(".flac"),
            let found = try? DiskFile.read(file, limit: Self.textLimit),
            let line = MergeMarker.line(in: found)
        {
            throw .conflict(path: file, line: line)
        }
        guard size == entry.size else {
            throw .disagrees(
                path: path, file: name, what: "\(entry.size) bytes were sealed, \(size) are there")
        }
        guard isSealed else {
            throw .disagrees(path: path, file: name, what: "the SHA-256 differs")
        }
        return bytes
    }

    /// Every session at or below `path`, in order of their paths.
    ///
    /// Links to sessions are taken, links to other folders are not followed.
    /// - Throws: ``DiskError/missing(path:)`` when nothing is there.
    public static func find(at path: String) throws(DiskError) -> [SessionFolder] {
        let (found, unreadable) = try search(path)
        if let error = unreadable.first { throw error }
        return found
    }

    /// Every session at or below `path` that can be got at, in order of their paths, and what
    /// could not be looked into.
    ///
    /// - Throws: ``DiskError/missing(path:)`` when nothing is there.
    public static func search(
        _ path: String
    ) throws(DiskError) -> (found: [SessionFolder], unreadable: [DiskError]) {
        guard DiskFile.exists(path) else { throw .missing(path: path) }
        var found: [SessionFolder] = []
        var unreadable: [DiskError] = []
        collect(path, depth: 0, into: &found, &unreadable)
        return (found, unreadable)
    }

    private static func collect(
        _ path: String, depth: Int, into found: inout [SessionFolder],
        _ unreadable: inout [DiskError]
    ) {
        let folder = SessionFolder(path: path)
        if folder.path.hasSuffix(suffix) || DiskFile.exists(folder.manifestPath) {
            found.append(folder)
            return
        }
        // A link may lead back up: two of them would make the way through endless.
        guard DiskFile.isFolder(path), depth < 32, depth == 0 || !DiskFile.isLink(path) else {
            return
        }
        do throws(DiskError) {
            for name in try DiskFile.names(in: folder.path) {
                guard !name.hasPrefix("."), !name.hasSuffix(partialSuffix) else { continue }
                collect("\(folder.path)/\(name)", depth: depth + 1, into: &found, &unreadable)
            }
        } catch { unreadable.append(error) }
    }
}
