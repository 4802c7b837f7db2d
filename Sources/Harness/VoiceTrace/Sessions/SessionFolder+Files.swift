public import VoiceFiles
public import VoiceTime

/// The files of a session. No link inside it is followed, and anything but a file is damage.
extension SessionFolder {
    /// Text files up to this size are read whole, in bytes.
    private static let textLimit: Int64 = 64 << 20
    private static let promptLimit: Int64 = 1 << 30

    /// Opens the file `name` of the session.
    ///
    /// - Throws: ``TraceError/damaged(path:what:)`` for a link on the way, or what is no file;
    ///   ``TraceError/disk(_:)``.
    public func file(_ name: String) throws(TraceError) -> OpenFile {
        do {
            return try OpenFile(name, inside: path)
        } catch {
            switch error {
            case .link(let path):
                throw .damaged(path: path, what: "it is a link, and a session holds none")
            case .notAFile(let path, let kind):
                throw .damaged(path: path, what: "it is a \(kind.rawValue) and no file")
            default: throw .disk(error)
            }
        }
    }

    /// The bytes of the file `name` of the session; nil where it is missing.
    ///
    /// - Throws: what ``file(_:)`` throws, and `DiskError.tooLarge(path:bytes:limit:)`.
    public func read(_ name: String, limit: Int64) throws(TraceError) -> [UInt8]? {
        do {
            let file = try file(name)
            return try TraceError.disk { () throws(DiskError) in try file.bytes(limit: limit) }
        } catch {
            if case .disk(.missing) = error { return nil }
            throw error
        }
    }

    /// Reads the manifest.
    ///
    /// - Throws: ``TraceError``: no session, an unreadable folder, a newer format.
    package func manifest() throws(TraceError) -> SessionManifest {
        do {
            let file = try file(Part.manifest)
            let bytes = try TraceError.disk { () throws(DiskError) in
                try file.bytes(limit: SessionManifest.byteLimit)
            }
            return try SessionManifest(bytes: bytes, path: manifestPath)
        } catch {
            guard case .disk(.missing) = error, DiskFile.exists(path) else {
                if case .disk(.missing) = error { throw .disk(.missing(path: path)) }
                throw error
            }
            throw .notASession(path: path)
        }
    }

    /// Reads the manifest and checks every file it lists, in constant memory.
    ///
    /// - Throws: ``TraceError``: no manifest, a newer format, or a file that is missing, a link,
    ///   leads out of the folder, or is not what was sealed.
    public func open() throws(TraceError) -> SessionManifest {
        try open { (_, _: borrowing OpenFile) throws(TraceError) in }
    }

    /// Reads the manifest, checks every file it lists and shows each file's bytes to `body`.
    ///
    /// - Throws: what ``open()`` throws, and what `body` throws.
    public func open(
        showing body: (_ name: String, _ bytes: [UInt8]) throws(TraceError) -> Void
    ) throws(TraceError) -> SessionManifest {
        try open { (name, file: borrowing OpenFile) throws(TraceError) in
            let bytes: [UInt8]
            do throws(DiskError) {
                bytes = try file.bytes(limit: file.size)
            } catch { throw .disk(error) }
            try body(name, bytes)
        }
    }

    /// Reads the manifest, checks every file it lists and lends each to `body`, open at its
    /// beginning.
    ///
    /// - Throws: what ``open()`` throws, and what `body` throws.
    public func open(
        lending body: (_ name: String, _ file: borrowing OpenFile) throws(TraceError) -> Void
    ) throws(TraceError) -> SessionManifest {
        let manifest = try manifest()
        try refuseMarkers()
        try refuseOthers()
        for (name, entry) in manifest.files {
            let file = try listedFile(name)
            let limit = Self.limit(of: name, manifest)
            guard file.size <= limit else {
                throw .disagrees(
                    path: path, file: name,
                    what: "it holds \(file.size) bytes, the limit is \(limit)")
            }
            try check(file, is: entry, name: name)
            try body(name, file)
        }
        guard manifest.files.contains(where: { $0.path == Part.inputs }) else {
            throw .disagrees(path: path, file: Part.inputs, what: "it is not listed")
        }
        return manifest
    }

    /// The most bytes that a listed file may have: the microphone's follow from its length.
    private static func limit(of name: String, _ manifest: SessionManifest) -> Int64 {
        switch name {
        case Part.microphone: soundLimit(frames: manifest.frames)
        case Part.inputs: RecordedTrace.byteLimit
        case _ where name.hasPrefix(Part.flow + "/"), Part.promptIndex: textLimit
        case _ where name.hasPrefix(Part.prompts + "/"): promptLimit
        default: RecordedTrace.byteLimit
        }
    }

    /// The most bytes of so many frames: FLAC that finds nothing to pack is as large as the samples
    /// and some headers.
    public static func soundLimit(frames: Frame) -> Int64 { 4 * frames + 1 << 20 }

    /// Opens a file that the manifest lists.
    func listedFile(_ name: String) throws(TraceError) -> OpenFile {
        do {
            return try file(name)
        } catch {
            guard case .disk(.missing) = error else { throw error }
            throw .fileMissing(path: path, file: name)
        }
    }

    /// Refuses a listed file that is not what was sealed; it is at its beginning afterwards.
    func check(
        _ file: borrowing OpenFile, is entry: FileEntry, name: String
    ) throws(TraceError) {
        var found = FileEntry(sha256: "", size: file.size)
        do throws(DiskError) {
            if file.size == entry.size { found = try file.entry() }
        } catch { throw .disk(error) }
        guard found.size != entry.size || found.sha256 != entry.sha256 else { return }
        if !name.hasSuffix(".flac"), let bytes = try? file.bytes(limit: Self.textLimit) {
            if let line = MergeMarker.line(in: bytes) {
                throw .conflict(path: file.path, line: line)
            }
            if Self.isSealed(as: entry, butForLineEnds: bytes) {
                throw .lineEnds(path: file.path)
            }
        }
        guard found.size == entry.size else {
            throw .disagrees(
                path: path, file: name,
                what: "\(entry.size) bytes were sealed, \(found.size) are there")
        }
        throw .disagrees(path: path, file: name, what: "the SHA-256 differs")
    }

    /// Whether a text of CRLF line ends is the one that was sealed with LF.
    private static func isSealed(as entry: FileEntry, butForLineEnds bytes: [UInt8]) -> Bool {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard Int64(bytes.count) - entry.size == Int64(lines.count) - 1, lines.count > 1,
            lines.dropLast().allSatisfy({ $0.last == 0x0D })
        else { return false }
        let unix = lines.dropLast().flatMap { $0.dropLast() + [0x0A] } + (lines.last ?? [])
        return Digest.hex(of: unix) == entry.sha256
    }

    /// Texts that the manifest does not list may hold no conflict markers either; the traces are
    /// read line by line, and show theirs then.
    private func refuseMarkers() throws(TraceError) {
        for name in [Part.timing, AcceptanceLedger.fileName, AcceptanceLedger.anchorName] {
            do throws(TraceError) {
                guard let bytes = try read(name, limit: Self.textLimit),
                    let line = MergeMarker.line(in: bytes)
                else { continue }
                throw TraceError.conflict(path: "\(path)/\(name)", line: line)
            } catch {
                // A file that cannot be read is named where it is needed.
                if case .disk = error { continue }
                throw error
            }
        }
    }

    /// Refuses a link, or anything but a file, in the place of a file that is not listed and is
    /// read or replaced later.
    private func refuseOthers() throws(TraceError) {
        for path in [tracePath, pendingTracePath] {
            switch FileKind(path) {
            case nil, .file: break
            case .link: throw .damaged(path: path, what: "it is a link, and a session holds none")
            case let kind?: throw .damaged(path: path, what: "it is a \(kind.rawValue) and no file")
            }
        }
    }

    /// The golden trace.
    ///
    /// - Throws: ``TraceError``: missing, cut short, empty, or a line that is no event.
    public func golden() throws(TraceError) -> RecordedTrace {
        try RecordedTrace(try goldenFile())
    }

    /// The golden trace as lines, for a comparison of large traces.
    ///
    /// - Throws: ``TraceError``: missing, cut short, empty, or a line that cannot be an event.
    package func goldenLines() throws(TraceError) -> TraceLines {
        try TraceLines(try goldenFile())
    }

    private func goldenFile() throws(TraceError) -> OpenFile {
        do {
            return try file(Part.trace)
        } catch {
            guard case .disk(.missing) = error else { throw error }
            throw .noGolden(path: path)
        }
    }

    /// Reads another trace of the session, such as the pending one or the anchor.
    ///
    /// - Throws: ``TraceError``: missing, cut short, empty, or a line that is no event.
    public func trace(_ name: String) throws(TraceError) -> RecordedTrace {
        try RecordedTrace(try file(name))
    }

    /// Permissions of the transcript: only users who may hear what was said may read it. The
    /// microphone's permissions, or those of the golden trace if there is none.
    package var transcriptMode: UInt32 {
        DiskFile.mode(of: "\(path)/\(Part.microphone)") ?? DiskFile.mode(of: tracePath)
            ?? Self.privateMode
    }

    /// Permissions of a new session's microphone, inputs and traces.
    public static let privateMode: UInt32 = 0o600
}
