public import VoiceDiff
public import VoiceMedia
public import VoiceTrace

/// The parts of a golden session that a new run is compared with.
public struct GoldenSession: Sendable {
    /// The manifest.
    public let manifest: SessionManifest
    /// What happened.
    public let trace: RecordedTrace
    /// What came in.
    public let inputs: [InputEvent]
    /// Which prompt request became which sound.
    public let prompts: PromptIndex
    /// The files it was recorded from, by their names in the `flow` folder.
    public let files: [String: [UInt8]]

    /// Reads and checks the session in `folder`.
    ///
    /// - Throws: ``TraceError``, as ``SessionFolder/open()`` does.
    public init(_ folder: SessionFolder) throws(TraceError) {
        var files: [String: [UInt8]] = [:]
        var prompts = PromptIndex()
        var inputs: [InputEvent] = []
        let prefix = SessionFolder.Part.flow + "/"
        manifest = try folder.open { (name, file: borrowing OpenFile) throws(TraceError) in
            func bytes() throws(TraceError) -> [UInt8] {
                do throws(DiskError) {
                    return try file.bytes(limit: file.size)
                } catch { throw .disk(error) }
            }
            switch name {
            case SessionFolder.Part.promptIndex:
                prompts = try PromptIndex(bytes: try bytes(), path: file.path)
            case SessionFolder.Part.inputs: inputs = try RecordedInputs(file).inputs
            case _ where name.hasPrefix(prefix):
                files[String(name.dropFirst(prefix.count))] = try bytes()
            default: break
            }
        }
        trace = try folder.golden()
        self.files = files
        self.prompts = prompts
        self.inputs = inputs
    }

    /// Every change of the files that a run with `now` was made from.
    ///
    /// - Parameters:
    ///   - now: the files as they are, by their names in a session's `flow` folder.
    ///   - prompts: what the run's prompt requests became.
    ///   - media: the folder of recorded prompts, as the user names it.
    ///   - paths: the user's paths by the same names as `now`.
    public func changes(
        now: [String: [UInt8]], prompts: PromptIndex, media: String?, paths: [String: String]
    ) -> [SourceChange] {
        let names = Set(files.keys).union(now.keys)
        let changed = names.sorted().flatMap { name in
            SourceChange.changes(
                before: files[name], now: now[name], file: paths[name] ?? "flow/\(name)")
        }
        return changed + soundChanges(prompts, media)
    }

    /// Prompts that are asked for as before and sound otherwise: a recording that was replaced or
    /// is missing, another synthesiser.
    private func soundChanges(_ now: PromptIndex, _ media: String?) -> [SourceChange] {
        prompts.digests.compactMap { digest in
            guard let before = prompts[digest], let entry = now[digest],
                before.outcome != entry.outcome
            else { return nil }
            return Self.change(of: before, entry.outcome, media)
        }
    }

    private static func change(
        of before: PromptIndex.Entry, _ now: PromptOutcome, _ media: String?
    ) -> SourceChange? {
        let file = before.request["audioFile"]?.string
        let text = before.request["text"]?.string ?? before.request["substituteText"]?.string
        let name =
            file.map { "\(media.map { "\($0)/" } ?? "")\($0)" } ?? text.map { "\"\($0)\"" }
            ?? before.request["textFile"]?.string ?? "a prompt"
        switch (before.outcome, now) {
        case (.realized(let old), .realized(let new)):
            guard old.digest != new.digest else { return nil }
            let what =
                old.source != new.source
                ? "is \(words(new.source)) now, was \(words(old.source))"
                : "is another recording: \(old.frames) -> \(new.frames) frames"
            let spoken = "is spoken otherwise: \(old.frames) -> \(new.frames) frames"
            return SourceChange(
                file: name, what: old.source == new.source && file == nil ? spoken : what,
                names: [old.digest, new.digest])
        case (.realized(let old), .failed(let reason)):
            return SourceChange(
                file: name, what: "cannot be played now: \(reason)", names: [old.digest])
        case (.failed, .realized(let new)):
            return SourceChange(file: name, what: "can be played now", names: [new.digest])
        case (.failed, .failed): return nil
        }
    }

    private static func words(_ source: RealizedPrompt.Source) -> String {
        switch source {
        case .audioFile: "a recording"
        case .textString, .textFile: "synthesised speech"
        }
    }
}
