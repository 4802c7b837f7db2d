internal import VoiceDiff
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceMedia
internal import VoiceRecognition
internal import VoiceSession
package import VoiceTrace

extension CaseRunner {
    /// Replays the microphone of the session in `folder` through `sources` and compares what
    /// happens with what was recorded.
    ///
    /// Prompts that the session does not hold are found or synthesised. Where the recorded caller
    /// speaks at a time that no longer fits the prompts, the verdict says so.
    ///
    /// - Throws: what reading and replaying the session throw; a difference is no error.
    package mutating func replay(
        _ folder: SessionFolder, name: String, _ configuration: RunConfiguration,
        sources: FlowSources
    ) throws -> CaseResult {
        let recorded = try GoldenSession(folder)
        var options = replayOptions
        options.sources = try changed(configuration, sources, recorded)
        options.recognizerCommand = configuration.recognizerCommand ?? options.recognizerCommand
        options.programCommand = configuration.programCommand ?? options.programCommand
        let result = try replayer.replay(folder, options: options)
        let (golden, diff) = compared(recorded, result, sources)
        let timing = CallerTiming(
            golden: golden.events, actual: result.events, frames: golden.manifest.frames,
            sampleRate: golden.manifest.sampleRate, vocabulary: vocabulary(of: golden.manifest))
        let now = golden.files.merging(sources.files) { $1 }
        func files(_ prompts: PromptIndex) -> [Cause] {
            golden.changes(
                now: now.merging(
                    sources.taskFiles.filter { golden.files[$0.key] != nil }
                ) { $1 },
                prompts: prompts, media: configuration.media, paths: sources.paths)
        }
        let version = try diff.isEmpty ? nil : version(of: golden, in: folder)
        let others =
            version == nil
            ? []
            : result.changedSettings + result.changedRecognizer
                + files(golden.told(result.prompts, by: result.manifest))
        // A model is a matter of the machine; a program of the user's is part of the project.
        let isProgram = result.manifest.recognizer.kind == RecognizerIdentity.process
        let programs = isProgram ? result.changedRecognizer : []
        let ofFiles = golden.marked(files(result.prompts), by: result.events, now, sources.paths)
        let changes = (result.ownCauses + programs + ofFiles + golden.renames.causes)
            .adding(version, isAlone: others.isEmpty)
        var verdict = Verdict(
            name: name, path: folder.path, diff: diff, causes: result.changedSettings + changes,
            flags: try Self.flags(result, beside: diff) + golden.renames.sentences(besides: diff)
                + faults(of: golden, in: folder),
            callerTiming: Self.sentences(timing))
        if diff.isEmpty, !golden.renames.isEmpty { verdict.effect = .ofNames }
        verdict.start = ReplayStart(rawValue: result.tap.rawValue)
        let own = try judge(result, of: folder, configuration, golden, &verdict)
        let isAlike = diff.isEmpty && own.isEmpty && golden.renames.isEmpty
        var session = isAlike ? nil : try result.session(from: folder, createdBy: createdBy)
        session?.add(own)
        return CaseResult(
            verdict: verdict, session: session, golden: golden, goldenEvents: golden.events,
            version: version, otherCauses: others.map(\.description),
            notes: result.laterSettings(than: createdBy))
    }

    private func compared(
        _ recorded: GoldenSession, _ result: ReplayResult, _ sources: FlowSources
    ) -> (golden: GoldenSession, diff: TraceDiff) {
        recorded.compared(
            as: recorded.files.merging(sources.files) { $1 }, paths: sources.paths
        ) { golden in
            TraceDiff(
                golden: golden.events, actual: result.events,
                sampleRate: golden.manifest.sampleRate, vocabulary: vocabulary(of: golden.manifest),
                tolerance: tolerance, goldenIsEdited: golden.trace.isEdited,
                standards: result.standards)
        }
    }

    /// The files, and the studio for prompts that the session does not hold.
    private func changed(
        _ configuration: RunConfiguration, _ sources: FlowSources, _ golden: GoldenSession
    ) throws -> ChangedSources {
        let own = golden.manifest.settings["language"]?.string
        var folders = try MediaFolders(
            language: sources.isPartial
                ? own ?? configuration.language : configuration.language)
        if let media = configuration.media { folders.setAll(to: media) }
        let kind = golden.manifest.engine.kind
        folders.offer(factories.first { $0.declaration.kind == kind }?.sounds ?? [:])
        let words = sources.completed(from: golden.files)
        var studio = PromptStudio(
            folders: folders, synthesizer: synthesizer, rate: golden.manifest.sampleRate)
        studio.lexicon = words.lexicon
        studio.phonemes = words.phonemes
        let names = [RecognizerSetup.FileName.grammar, RecognizerSetup.FileName.phrases]
        return ChangedSources(
            files: sources.files,
            task: names.contains { sources.taskFiles[$0] != nil } ? sources.task : nil,
            studio: studio, readsMedia: configuration.media != nil)
    }

    /// Returns the parts of the recording that found no place in this run. Calls of an app whose
    /// event never came follow from what differs; they alone are no difference.
    private static func flags(_ result: ReplayResult, beside diff: TraceDiff) -> [String] {
        result.objections.map(\.what) + result.unknownPrompts
            + [result.unrecordedFault].compactMap { $0 } + result.vocabularyFaults(beside: diff)
    }

    /// Conflicts that are told at most.
    private static let conflictLimit = 3

    private static func sentences(_ timing: CallerTiming) -> [String] {
        var told = timing.conflicts.prefix(conflictLimit).map(\.sentence)
        let more = timing.conflicts.count - told.count
        if more > 0 {
            told.append(
                "\(more) more \(more == 1 ? "place" : "places") where the recorded caller does not"
                    + " fit")
        }
        return told
    }
}
