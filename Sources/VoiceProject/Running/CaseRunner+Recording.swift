internal import VoiceDiff
internal import VoiceMedia
internal import VoiceSession
internal import VoiceTime
public import VoiceTrace

extension CaseRunner {
    /// Replays the microphone of the session in `folder` through `sources` and compares what
    /// happens with what was recorded.
    ///
    /// Prompts that the session does not hold are found or synthesised. Where the recorded caller
    /// speaks at a time that no longer fits the prompts, the notes say so.
    ///
    /// - Throws: what reading and replaying the session throw; a difference is no error.
    public mutating func replay(
        _ folder: SessionFolder, name: String, _ configuration: RunConfiguration,
        sources: FlowSources
    ) throws -> CaseResult {
        let golden = try GoldenSession(folder)
        var options = ReplayOptions()
        options.takesWordsForMissingAudio = true
        options.sources = try changed(configuration, sources, rate: golden.manifest.sampleRate)
        let result = try replayer.replay(folder, options: options)
        let diff = TraceDiff(
            golden: golden.trace.events, actual: result.events,
            sampleRate: golden.manifest.sampleRate, tolerance: tolerance,
            goldenIsEdited: golden.trace.isEdited)
        let timing = CallerTiming(
            golden: golden.trace.events, actual: result.events, frames: golden.manifest.frames,
            sampleRate: golden.manifest.sampleRate)
        let changes = golden.changes(
            now: golden.files.merging(sources.files) { $1 }.merging(
                sources.taskFiles.filter { golden.files[$0.key] != nil }
            ) { $1 },
            prompts: result.prompts, media: configuration.media, paths: sources.paths
        ).ordered(for: diff)
        let verdict = Verdict(
            name: name, path: folder.path, diff: diff, flags: Self.flags(result),
            surroundings: changes.sentences(for: diff))
        return CaseResult(
            verdict: verdict,
            session: diff.isEmpty ? nil : try result.session(from: folder, createdBy: createdBy),
            golden: golden, changes: changes, notes: Self.notes(timing))
    }

    /// The files, and the studio for prompts that the session does not hold.
    private func changed(
        _ configuration: RunConfiguration, _ sources: FlowSources, rate: SampleRate
    ) throws -> ChangedSources {
        var folders = try MediaFolders(language: configuration.language)
        if let media = configuration.media { folders.setAll(to: media) }
        var studio = PromptStudio(folders: folders, synthesizer: synthesizer, rate: rate)
        studio.lexicon = sources.lexicon
        studio.phonemes = sources.phonemes
        let names = [RecognizerSetup.FileName.grammar, RecognizerSetup.FileName.phrases]
        return ChangedSources(
            files: sources.files,
            task: names.contains { sources.taskFiles[$0] != nil } ? sources.task : nil,
            studio: studio, readsMedia: configuration.media != nil)
    }

    /// What of the recording found no place in this run. Calls of an app whose event never came
    /// follow from what differs; they alone are no difference.
    private static func flags(_ result: ReplayResult) -> [String] {
        result.unknownPrompts
    }

    /// Conflicts that are told at most.
    private static let conflictLimit = 3

    private static func notes(_ timing: CallerTiming) -> [String] {
        var notes = timing.conflicts.prefix(conflictLimit).map(\.sentence)
        let more = timing.conflicts.count - notes.count
        if more > 0 { notes.append("\(more) more places where the recorded caller does not fit") }
        return notes
    }
}
