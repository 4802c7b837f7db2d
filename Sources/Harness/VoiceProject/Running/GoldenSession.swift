package import VoiceDiff
internal import VoiceEngine
internal import VoiceFiles
package import VoiceMedia
internal import VoiceSession
package import VoiceTrace

/// The parts of a golden session that a new run is compared with.
package struct GoldenSession: Sendable {
    /// Manifest of the session: engine, settings, files, counts.
    package let manifest: SessionManifest
    /// Trace of the session.
    package let trace: RecordedTrace
    /// Inputs of the session.
    package let inputs: [InputEvent]
    /// Sound that each prompt request became.
    package let prompts: PromptIndex
    /// The files it was recorded from, by their names in the `flow` folder.
    package private(set) var files: [String: [UInt8]]
    /// Identifiers that have another name since; ``files`` and ``events`` have the new names.
    private(set) var renames = Renames.none

    /// Reads and checks the session in `folder`.
    ///
    /// - Throws: `TraceError`, as `SessionFolder/open()` does.
    package init(_ folder: SessionFolder) throws(TraceError) {
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

    /// The events of ``trace``.
    var events: [TraceEvent] {
        renames.isEmpty ? trace.events : trace.events.map(renames.event)
    }

    /// Marks those of `changes` that neither the session nor a run with the events and the files
    /// comes by; `paths` are the user's, by the files' names.
    func marked(
        _ changes: [Cause], by events: [TraceEvent], _ now: [String: [UInt8]],
        _ paths: [String: String]
    ) -> [Cause] {
        guard !changes.isEmpty else { return changes }
        let identifiers = Renames.identifiers(in: files)
            .union(Renames.identifiers(in: now))
        return changes.marked(
            identifiers, phrases: paths[RecognizerSetup.FileName.phrases],
            reachedBy: self.events + events)
    }

    /// Compares the session by `diff`: with the names that the files `now` have for what is
    /// renamed, where that leaves fewer differences. `paths` are the user's, by the files' names.
    func compared(
        as now: [String: [UInt8]], paths: [String: String], by diff: (GoldenSession) -> TraceDiff
    ) -> (golden: GoldenSession, diff: TraceDiff) {
        let own = diff(self)
        let renames = own.isEmpty ? .none : Renames(before: files, now: now, paths: paths)
        guard !renames.isEmpty else { return (self, own) }
        var renamed = self
        renamed.files = renames.files(files)
        renamed.renames = renames
        let other = diff(renamed)
        return other.differences.count < own.differences.count ? (renamed, other) : (self, own)
    }

    /// Compares the files of the golden with those of a run with `now`.
    ///
    /// - Parameters:
    ///   - now: the files as they are, by their names in a session's `flow` folder.
    ///   - prompts: what the run's prompt requests became.
    ///   - media: the folder of recorded prompts, as the user names it.
    ///   - language: the folder inside it that is looked into first.
    ///   - paths: the user's paths by the same names as `now`.
    ///   - unused: names of files that made no difference to either run.
    /// - Returns: every change, by file.
    package func changes(
        now: [String: [UInt8]], prompts: PromptIndex, media: String?, language: String = "",
        paths: [String: String], unused: Set<String> = []
    ) -> [Cause] {
        let names = Set(files.keys).union(now.keys).subtracting(unused)
        let spelling = [FlowSources.FileName.aliases, FlowSources.FileName.phonemes]
        let sounds = SoundChanges(
            before: self.prompts, now: prompts, media: media, language: language)
        var spelled: [Cause] = []
        var others: [Cause] = []
        for name in names.sorted() {
            let changes = Cause.changes(
                before: files[name], now: now[name], file: paths[name] ?? name)
            if spelling.contains(name) { spelled += changes } else { others += changes }
        }
        return others + sounds.explained(by: spelled)
    }
}

extension [Cause] {
    /// The changes, without guessed pronunciations where they follow from a change of `taskFiles`,
    /// which have the words.
    func withoutGuesses(taskFiles: [String]) -> [Cause] {
        guard contains(where: { $0.file.map(taskFiles.contains) ?? false }) else { return self }
        return filter { $0.file != RecognizerSetup.FileName.pronunciations }
    }

    /// The changes, without those of time and place that follow from a change of the scenario.
    func withoutWorld() -> [Cause] {
        let keys = ["startsAt", "timeZone"]
        guard contains(where: { $0.file != SessionWorld.fileName && keys.contains($0.key) })
        else { return self }
        return filter { $0.file != SessionWorld.fileName }
    }
}
