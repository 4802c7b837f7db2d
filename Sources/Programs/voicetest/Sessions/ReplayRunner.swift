import VoiceDiff
import VoiceFiles
import VoiceMedia
import VoiceProject
import VoiceReports
import VoiceSession
import VoiceTime
import VoiceTrace

/// Replays sessions, several at once where asked, with results in the order of the sessions.
struct ReplayRunner: Sendable {
    var tolerance = Tolerance.exact
    /// Whether a difference leaves the new trace beside the golden.
    var writesPending = false
    /// Whether regressions are planted into copies of the traces, to see that they are noticed.
    var testsItself = false
    /// The report that is written; nil when none is.
    var report: RunReport?
    /// Whether latencies are measured though no report is written.
    var measuresLatency = false
    /// Whether reads of clocks and chance are trapped while a session is replayed.
    var trapsReads = false
    /// Fault that is planted into the engine.
    var planted: PlantedRead?
    /// Expectations on the turn-taking beside those of the sessions' own files.
    var expectations: [TurnExpectation] = []
    /// Parts of flows that no session of a project can reach.
    var unreached = UnreachedFiles()

    /// The replayer of every engine this program has.
    static func replayer(planting read: PlantedRead? = nil) -> SessionReplayer {
        let factories = Engines.factories()
        guard let read else { return SessionReplayer(factories: factories) }
        return SessionReplayer(
            factories: factories.map { PlantedFactory(factory: $0, read: read) })
    }

    func run(
        _ folders: [SessionFolder], options: ReplayOptions, jobs: Int
    ) async -> [ReplayOutcome] {
        let progress = ProgressLine(count: folders.count, unit: "sessions")
        defer { progress.clear() }
        return await withTaskGroup(of: [(Int, ReplayOutcome)].self) { group in
            // Worker k takes sessions k, k + jobs, …: which worker replays what never changes.
            for worker in 0..<min(jobs, max(1, folders.count)) {
                group.addTask {
                    var replayer = Self.replayer(planting: planted)
                    return stride(from: worker, to: folders.count, by: jobs).map { index in
                        defer { progress.update(1, of: index) }
                        return (index, replay(folders[index], options: options, with: &replayer))
                    }
                }
            }
            var outcomes: [(Int, ReplayOutcome)] = []
            for await part in group { outcomes += part }
            return outcomes.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func watched<Value>(_ body: () throws -> Value) rethrows -> Value {
        trapsReads ? try ReadTrap.watching(body) : try body()
    }

    func replay(
        _ folder: SessionFolder, options: ReplayOptions, with replayer: inout SessionReplayer
    ) -> ReplayOutcome {
        let name = DiskFile.name(of: folder.path)
        do {
            let result = try watched { try replayer.replay(folder, options: options) }
            return try outcome(of: result, folder: folder, options: options)
        } catch {
            return ReplayOutcome(
                verdict: Verdict(name: name, path: folder.path, error: error),
                status: ExitStatus(error), digest: nil)
        }
    }

    /// Returns the outcome of the replay `result` of the session in `folder`.
    func outcome(
        of result: ReplayResult, folder: SessionFolder, options: ReplayOptions
    ) throws -> ReplayOutcome {
        try Self.check(result.tap, isStartOf: folder, options)
        let state = try GoldenState(of: result.golden, result.manifest, in: folder)
        let files = AppFiles(of: options.programCommand, in: result.flowFiles)
        var outcome = judge(result, state, files, folder: folder)
        if let advice = AcceptedFaults(result.manifest.unmet, state.ledger).advice {
            outcome.notes.append("\(folder.path): \(advice)")
        }
        // A session of injected words never had any sound, which is no loss.
        if result.manifest.firstTap(for: options.tap) != options.tap {
            outcome.notes.append(
                "\(folder.path): part of its sound is missing or changed, so it is replayed "
                    + "from \(result.tap.rawValue)")
        }
        if let frames = result.manifest.programFrames {
            outcome.notes.append(
                "\(folder.path): what its program heard is hidden from"
                    + " \(result.manifest.sampleRate.text(frames)) on, so from there the session"
                    + " goes on with what the program did then")
        }
        return outcome
    }

    /// Refuses a replay that began at `tap` where --from asks for another stage.
    static func check(
        _ tap: StartingTap, isStartOf folder: SessionFolder, _ options: ReplayOptions
    ) throws {
        guard !options.takesWordsForMissingAudio, tap != options.tap else { return }
        throw CommandError(
            .badData,
            "\(folder.path): can only be replayed from \(tap.rawValue), because not all of its"
                + " sound was kept, and --from asks for \(options.tap.rawValue). Pass --from"
                + " \(tap.rawValue), or leave --from out.")
    }

    /// Returns the coverage's name for the flow of the session in `folder`: the folder it stands
    /// in.
    static func flowName(of folder: SessionFolder) -> String {
        let parent = DiskFile.parent(of: folder.path)
        return DiskFile.name(of: parent.isEmpty ? DiskFile.currentFolder : parent)
    }

    /// The verdict on a replay of the session in `folder`; `faults` are those of its golden, and
    /// `version` is the upgrade since it was made.
    static func verdict(
        on result: ReplayResult, folder: SessionFolder, tolerance: Tolerance = .exact,
        faults: [String] = [], version: VersionChange? = nil
    ) -> Verdict {
        let diff = TraceDiff(
            golden: result.golden.events, actual: result.events,
            sampleRate: result.manifest.sampleRate, vocabulary: result.comparedVocabulary,
            tolerance: tolerance, goldenIsEdited: result.golden.isEdited,
            standards: result.standards)
        var verdict = Verdict(
            name: DiskFile.name(of: folder.path), path: folder.path, diff: diff,
            causes: result.ownCauses + result.changedSettings
                + result.changedRecognizer
                + result.recognizerCauses(for: diff) + (version.map { [$0.cause] } ?? []),
            flags: flags(result) + result.vocabularyFaults(beside: diff)
                + result.engineFaults + result.objections.map(\.what) + faults)
        verdict.start = ReplayStart(rawValue: result.tap.rawValue)
        return verdict
    }

    /// The verdict as this run gives it: in CI a pending trace beside a session that agrees is a
    /// reason to differ.
    private func verdict(
        on result: ReplayResult, _ state: GoldenState, folder: SessionFolder
    ) -> Verdict {
        let version = result.version(since: state)
        let cause = version.flatMap { $0.isOfEngine || result.isAlike(state) ? $0 : nil }
        var verdict = Self.verdict(
            on: result, folder: folder, tolerance: tolerance, faults: state.faults, version: cause)
        verdict.add(turnFaults(of: result, state, folder: folder))
        guard writesPending, Console.isCI, verdict.outcome == .agrees,
            DiskFile.exists(folder.pendingTracePath)
        else { return verdict }
        let stale =
            "\(folder.pendingTracePath): is stale: the session agrees with its golden; remove"
            + " the file"
        return Self.verdict(
            on: result, folder: folder, tolerance: tolerance, faults: state.faults + [stale],
            version: cause)
    }

    private func judge(
        _ result: ReplayResult, _ state: GoldenState, _ files: AppFiles, folder: SessionFolder
    ) -> ReplayOutcome {
        let verdict = verdict(on: result, state, folder: folder).named(files)
        var outcome = ReplayOutcome(
            verdict: verdict, status: verdict.outcome == .agrees ? .agrees : .differs,
            digest: RecordedTrace.digest(of: result.events))
        if trapsReads { outcome.events = result.events }
        outcome.answers = ProgramAnswers(of: result)
        if verdict.outcome == .differs, result.isAlike(state) {
            outcome.upgrade = result.version(since: state)
        }
        let old = result.outdated.map { "the golden is old: \($0)" }
        let told = old + result.laterSettings(than: Voicetest.program)
        outcome.notes += told.map { "\(folder.path): \($0)" }
        if let graph = Engines.graph(
            of: result.flowFiles, ofKind: result.manifest.engine.kind,
            name: Self.flowName(of: folder))
        {
            var coverage = FlowCoverage(graph: graph)
            coverage.add(result.events, result.vocabulary)
            coverage.add(result.recordedInputs)
            unreached.file(of: folder)?.setApart(in: &coverage)
            outcome.coverage = coverage
        }
        if !tolerance.rules.isEmpty {
            outcome.ruleUse = RuleUse(tolerance)
            outcome.ruleUse?.record(result.golden.events)
            outcome.ruleUse?.record(result.events)
        }
        if testsItself {
            outcome.selfTest = GateSelfTest(
                sampleRate: result.manifest.sampleRate, vocabulary: result.comparedVocabulary,
                tolerance: tolerance
            ).run(
                golden: result.golden.events, actual: result.events, named: folder.path,
                seed: result.manifest.seed)
        }
        outcome.milliseconds = result.manifest.sampleRate.milliseconds(result.manifest.frames)
        outcome.noteEffect(
            in: folder, golden: result.golden.events, actual: result.events)
        if report != nil || measuresLatency {
            let shown = RunReport.Shown(result, in: folder)
            outcome.measure(shown.run(in: folder))
            report?.add(shown, in: folder, &outcome)
        }
        let differs = outcome.verdict.outcome == .differs && !outcome.verdict.differsByFaultsAlone
        leavePending(differs && result.objections.isEmpty ? result : nil, folder: folder, &outcome)
        return outcome
    }

    /// Leaves the trace of a replay that differs; one that agrees takes a left-over one away.
    private func leavePending(
        _ result: ReplayResult?, folder: SessionFolder, _ outcome: inout ReplayOutcome
    ) {
        guard writesPending, !Console.isCI else { return }
        do {
            if let result {
                try DiskFile.write(
                    RecordedTrace(events: result.events).fileBytes(), to: folder.pendingTracePath,
                    mode: folder.transcriptMode)
            } else {
                try DiskFile.remove(folder.pendingTracePath)
            }
        } catch { outcome.notes.append("warning: \(error)") }
    }
}
