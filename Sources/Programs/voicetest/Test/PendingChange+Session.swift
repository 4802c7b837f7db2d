import VoiceDiff
import VoiceFiles
import VoiceMedia
import VoiceProject
import VoiceReports
import VoiceSession
import VoiceSynthesis
import VoiceTrace

extension PendingChange {
    /// Reads the session that is pending for the golden in `folder`, and runs it again.
    ///
    /// Its own replay has to yield its trace. Where the project it belongs to is found, a test of
    /// the files as they are has to yield the same.
    static func session(
        _ folder: SessionFolder, _ programs: RecognizerPrograms
    ) throws -> PendingChange {
        let origin = folder.pending
        let (manifest, pending) = (try origin.open(), try origin.golden())
        func stale(_ why: String) -> CommandError {
            CommandError(
                .badData,
                "\(origin.path): is stale: \(why). Run voicetest test and look at the difference"
                    + " again.")
        }
        guard !pending.isEdited else { throw stale("its trace was changed by hand") }
        let options = try programs.replayOptions(for: folder, heardBy: manifest)
        var replayer = ReplayRunner.replayer()
        let result = try replayer.replay(origin, options: options)
        guard RecordedTrace.digest(of: result.events) == pending.digest else {
            throw stale(
                "a replay of it now yields another trace"
                    + Self.said(pending, result.events, manifest))
        }
        try refuseUnjudged(result, in: origin)
        let golden = DiskFile.exists(folder.path) ? try readable(folder) : nil
        // A take is what it is; what a test left has to be what a test leaves now.
        let tested =
            try manifest.isTake
            ? nil
            : programs.item(of: folder).map {
                try Self.tested($0, answeredBy: origin)
            }
        if let session = tested?.session,
            RecordedTrace.digest(of: session.events) != pending.digest
        {
            throw stale(
                "the files of the project changed since it was recorded, or two runs of it differ"
                    + Self.said(pending, session.events, manifest))
        }
        try refuse(result.objections + (tested?.session?.objections ?? []), in: origin)
        let verdict = tested?.verdict ?? compared(origin, manifest, pending, with: folder, golden)
        var change = PendingChange(
            folder: folder, origin: origin, manifest: manifest, golden: golden, pending: pending,
            verdict: verdict, engineVersion: result.engineVersion)
        let own = JudgedRun(result, of: origin).ownFaults()
        change.turnFaults = own + (tested?.verdict.faults ?? []).filter { !own.contains($0) }
        change.version = tested?.version
        change.otherCauses = tested?.otherCauses ?? ["no project tests the session"]
        if try golden.map({ try !Self.isAccepted($0, in: folder) }) == true {
            change.otherCauses.append("trace.jsonl is not the accepted one")
        }
        return change
    }

    /// Refuses a session whose app does what no replay can repeat.
    private static func refuse(_ objections: [RunObjection], in origin: SessionFolder) throws {
        guard let objection = objections.first else { return }
        throw CommandError(.differs, "\(origin.path): proves nothing: \(objection.sentence)")
    }

    /// Says the first difference of `events` from the trace that waits to be accepted.
    private static func said(
        _ pending: RecordedTrace, _ events: [TraceEvent], _ manifest: SessionManifest
    ) -> String {
        let diff = TraceDiff(
            golden: pending.events, actual: events, sampleRate: manifest.sampleRate,
            vocabulary: .of(manifest))
        return diff.firstSentence.map { ": \(Sentence.clause($0))" } ?? ""
    }

    private static func isAccepted(
        _ golden: RecordedTrace, in folder: SessionFolder
    ) throws(TraceError) -> Bool {
        guard !golden.isEdited else { return false }
        return try AcceptanceLedger(in: folder).faults(golden: golden, in: folder).isEmpty
    }

    /// Compares two sessions that stand beside each other, and returns the verdict with the files
    /// that changed.
    private static func compared(
        _ origin: SessionFolder, _ manifest: SessionManifest, _ pending: RecordedTrace,
        with folder: SessionFolder, _ golden: RecordedTrace?
    ) -> Verdict {
        let before = try? GoldenSession(folder)
        let clock = before.flatMap {
            ClockChange(from: $0.manifest.sampleRate, to: manifest.sampleRate, .of(manifest))
        }
        let diff = TraceDiff(
            golden: (golden?.events ?? []).map { clock?.event($0) ?? $0 }, actual: pending.events,
            sampleRate: manifest.sampleRate, vocabulary: .of(manifest),
            goldenIsEdited: golden?.isEdited ?? false)
        let name = DiskFile.name(of: folder.path)
        guard let before, let now = try? GoldenSession(origin) else {
            return Verdict(name: name, path: folder.path, diff: diff, flags: manifest.unmet)
        }
        let changes = before.changes(
            now: now.files, prompts: now.prompts, media: nil, paths: [:])
        return Verdict(
            name: name, path: folder.path, diff: diff, causes: changes, flags: manifest.unmet,
            input: InputChange(golden: before.inputs, actual: now.inputs))
    }

    /// Runs the test of `item` now.
    private static func tested(
        _ item: ProjectCase, answeredBy pending: SessionFolder
    ) throws -> CaseResult {
        var runner = CaseRunner(
            factories: Engines.factories(),
            synthesizer: SpeechSynthesizer(cacheFolder: SpeechSynthesizer.usualCacheFolder),
            createdBy: Voicetest.program)
        // Drift is measured against ledger and anchor when the change is accepted.
        runner.holdsToLedger = false
        // What the world answered then, and not what it answers now.
        runner.answers = try GoldenSession(pending).files
        runner.replayOptions.stepWithoutCommand = RecognizerPrograms.nextStep
        let result = runner.run(item, sources: try FlowSources(item.configuration))
        if let error = result.error { throw error }
        return result
    }
}

/// Finds sessions that a test left beside their goldens.
enum PendingSessions {
    private static let depthLimit = 32

    /// The goldens, existing or not yet, at or below `path` for which a session is pending.
    ///
    /// `path` may name the golden, the pending session, the scenario or a folder.
    static func find(at path: String) -> [SessionFolder] {
        let folder = SessionFolder(path: path)
        if folder.path.hasSuffix(SessionFolder.pendingSuffix), DiskFile.isFolder(folder.path) {
            return [SessionFolder(path: String(folder.path.dropLast(".new".count)))]
        }
        if DiskFile.isFolder(folder.pending.path) { return [folder] }
        guard !folder.path.hasSuffix(SessionFolder.suffix) else { return [] }
        return search(folder.path, depth: 0)
    }

    private static func search(_ path: String, depth: Int) -> [SessionFolder] {
        guard depth < depthLimit, DiskFile.isFolder(path), depth == 0 || !DiskFile.isLink(path)
        else { return [] }
        let names = (try? DiskFile.names(in: path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.flatMap { name -> [SessionFolder] in
            let whole = path == "." ? name : "\(path)/\(name)"
            if name.hasSuffix(SessionFolder.pendingSuffix) { return find(at: whole) }
            return name.hasSuffix(SessionFolder.suffix) ? [] : search(whole, depth: depth + 1)
        }
    }
}
