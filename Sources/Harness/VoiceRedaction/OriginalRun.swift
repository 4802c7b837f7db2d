internal import VoiceEngine
internal import VoiceMedia
internal import VoiceSession
internal import VoiceTrace

/// A session before it is redacted: whether it does what it did, and the actions of its program.
struct OriginalRun {
    /// Its parts: of files, those that engine and recognizer read, and what a program did.
    private(set) var parts: SessionParts
    /// Difference that keeps it from being replayed as it is; nil where nothing does.
    let fault: EventComparison.Difference?

    /// Replays the session of `parts` from its words; from its sound where a program hears it.
    init(
        _ parts: SessionParts, engine: SessionEngine, options: ReplayOptions,
        with replayer: inout SessionReplayer
    ) throws {
        self.parts = parts
        self.parts.flowFiles = engine.files(among: parts.flowFiles)
        // Digits of digests are no words of the app.
        self.parts.flowFiles[LoadedFiles.fileName] = nil
        var options = options
        options.tap = engine.hearsSound ? .audio : .words
        options.keepsActs = engine.program != nil
        let replayed = try replayer.replay(self.parts, options: options)
        let comparison = EventComparison(
            mask: nil, digests: [:], vocabulary: engine.vocabulary,
            rate: parts.manifest.sampleRate)
        fault = comparison.difference(
            of: replayed.events.map(SessionText.plain),
            from: parts.golden.events.map(SessionText.plain))
        guard let program = engine.program else { return }
        self.parts.flowFiles[program.actsFile] = replayed.flowFiles[program.actsFile]
    }
}
