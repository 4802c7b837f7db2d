internal import VoiceAudio
internal import VoiceMedia
public import VoiceTrace

/// Writes a session's folder: everything under a provisional name first, the manifest last, the
/// folder renamed as the last act.
public struct SessionWriter {
    private let path: String
    private let isReplacing: Bool

    /// A writer of the folder at `path`, in the place of a session there if `isReplacing`.
    ///
    /// - Throws: ``SessionError/disk(_:)`` when it exists and is not to be replaced;
    ///   ``SessionError/notReplaceable(path:)`` for what is no session, or an interrupted one.
    public init(path: String, isReplacing: Bool) throws(SessionError) {
        self.path = SessionFolder(path: path).path
        self.isReplacing = isReplacing
        // An interrupted recording may be all there is of a conversation: it is never removed.
        guard !DiskFile.exists(partialPath) else { throw .notReplaceable(path: partialPath) }
        guard DiskFile.exists(self.path) else { return }
        guard isReplacing else { throw .disk(.exists(path: self.path)) }
        guard DiskFile.exists(SessionFolder(path: self.path).manifestPath) else {
            throw .notReplaceable(path: self.path)
        }
    }

    private var partialPath: String { path + ".partial" }

    /// Writes `session`; `timing` are wall-clock figures of the recording.
    ///
    /// - Throws: ``SessionError`` when something cannot be written; what was there before stays.
    public func write(_ session: RecordedSession, timing: JSONObject) throws(SessionError) {
        let inputs = RecordedInputs(inputs: session.inputs).fileBytes()
        let trace = RecordedTrace(events: session.events).fileBytes()
        try Self.checkLines(inputs, of: SessionFolder.Part.inputs)
        try Self.checkLines(trace, of: "trace.jsonl")
        do throws(TraceError) {
            _ = try RecordedInputs(bytes: inputs, path: SessionFolder.Part.inputs)
            _ = try RecordedTrace(bytes: trace, path: "trace.jsonl")
        } catch { throw .unreadable(what: error.description) }
        do throws(DiskError) {
            var files = session.files.map { ("\(SessionFolder.Part.flow)/\($0.key)", $0.value) }
            files.append((SessionFolder.Part.inputs, inputs))
            files.append((SessionFolder.Part.promptIndex, session.prompts.fileBytes()))
            for (digest, sound) in session.promptSounds {
                let name = "\(SessionFolder.Part.prompts)/\(PromptIndex.fileName(digest))"
                files.append((name, try encode(sound, name)))
            }
            let microphone = SessionFolder.Part.microphone
            files.append((microphone, try encode(session.microphone, microphone)))
            files.sort { $0.0 < $1.0 }
            var manifest = session.manifest
            for (name, bytes) in files {
                try DiskFile.write(
                    bytes, to: "\(partialPath)/\(name)",
                    mode: name == microphone ? 0o600 : 0o644)
                manifest.add(name, bytes)
            }
            let partial = SessionFolder(path: partialPath)
            try DiskFile.write(trace, to: partial.tracePath)
            try DiskFile.write(JSONWriter.prettyBytes(.object(timing)), to: partial.timingPath)
            try DiskFile.write(
                JSONWriter.prettyBytes(.object(manifest.object)), to: partial.manifestPath)
            try putInPlace()
        } catch {
            // What is half written is of no use to anyone: the session is still in memory.
            try? DiskFile.remove(partialPath)
            throw .disk(error)
        }
    }

    /// A line that no reader would take is refused before anything is written.
    private static func checkLines(_ bytes: [UInt8], of file: String) throws(SessionError) {
        for (index, line) in bytes.split(separator: 0x0A).enumerated()
        where line.count > TraceText.lineLimit {
            throw .lineTooLong(file: file, line: index + 1, bytes: line.count)
        }
    }

    private func encode(_ sound: MonoSound, _ name: String) throws(DiskError) -> [UInt8] {
        do {
            return try SoundFile.encodeFLAC(sound)
        } catch {
            throw .writeFailed(path: "\(path)/\(name)", reason: error.description)
        }
    }

    private func putInPlace() throws(DiskError) {
        guard isReplacing, DiskFile.exists(path) else {
            try DiskFile.move(partialPath, to: path)
            return
        }
        // The manifest's digest makes a name that nothing else has.
        let bytes = try DiskFile.read(SessionFolder(path: path).manifestPath, limit: 16 << 20)
        let old = "\(path).\(Digest.hex(of: bytes).prefix(16))"
        try DiskFile.move(path, to: old)
        do {
            try DiskFile.move(partialPath, to: path)
        } catch {
            try DiskFile.move(old, to: path)
            throw error
        }
        try DiskFile.remove(old)
    }
}
