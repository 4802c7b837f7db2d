import VoiceAudio
import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceMedia
import VoiceProject
import VoiceRecognition
import VoiceReports
import VoiceSession
import VoiceSynthesis
import VoiceTime
import VoiceTrace

/// One case with everything its run needs.
struct TestWork: Sendable {
    let item: ProjectCase
    /// Files of the case, or the error why they cannot be used.
    let sources: Result<FlowSources, any Error>
    let tolerance: Tolerance
    /// Parts that no scenario can reach.
    var unreached: UnreachedFile?
    /// Path of the tolerance; nil without one.
    var toleranceFile: String?
}

/// Runs the cases of projects, several at once, with results in the order of the cases.
struct TestRunner: Sendable {
    /// Whether a difference leaves the new session beside the golden.
    var writesPending = false
    /// Whether regressions are planted into copies of the traces, to see that they are noticed.
    var testsItself = false
    /// The report that is written; nil when none is.
    var report: RunReport?
    /// Options of how recordings are replayed; nil is the usual way.
    var replayOptions: ReplayOptions?
    /// Expectations on the turn-taking beside those of scenarios and projects.
    var expectations: [TurnExpectation] = []
    /// Whether an app's calls of the outside world are made for real.
    var asksAnew = false
    /// Whether programs begin now, and not when their golden sessions did.
    var beginsNow = false
    /// Way in which latencies are measured; nil where only a report asks for them.
    var measuring: Measuring?
    /// Way in which causes are proven.
    var proof = ProofOptions()
    /// Unit that progress counts.
    var unit = "scenarios"

    /// Options of how latencies are measured.
    struct Measuring: Sendable {
        /// Whether the work of each run is counted.
        var countsWork = false
    }

    /// Runs all of `work`, at most `jobs` at once; `note` gets each outcome when it is its turn.
    func run(
        _ work: [TestWork], jobs: Int, note: (ReplayOutcome) -> Void = { _ in }
    ) async -> [ReplayOutcome] {
        let progress = ProgressLine(count: max(1, work.count), unit: unit)
        let (finished, line) = AsyncStream.makeStream(of: (Int, ReplayOutcome).self)
        let groups = Self.groups(of: work)
        let indices = SharedIndex(count: groups.count)
        let synthesizer = SpeechSynthesizer(cacheFolder: SpeechSynthesizer.usualCacheFolder)
        let (answers, proofs) = (AnswerMemo(), SharedProofs())
        let tasks = Task {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<min(jobs, work.count) {
                    group.addTask {
                        // A runner of its own: recognizers are loaded once for each task.
                        var runner = CaseRunner(
                            factories: Engines.factories(), synthesizer: synthesizer,
                            createdBy: Voicetest.program, answers: answers)
                        runner.expectations = expectations
                        (runner.asksAnew, runner.beginsNow) = (asksAnew, beginsNow)
                        (runner.proof, runner.firstProofs) = (proof, proofs)
                        runner.now = { Voicetest.now }
                        runner.replayOptions.stepWithoutCommand = RecognizerPrograms.nextStep
                        if let replayOptions { runner.replayOptions = replayOptions }
                        while let index = indices.next(), !Task.isCancelled {
                            runner.place = groups[index][0]
                            run(groups[index], of: work, with: &runner)
                                .forEach { line.yield($0) }
                        }
                    }
                }
            }
            line.finish()
        }
        defer { tasks.cancel() }
        var waiting: [Int: ReplayOutcome] = [:]
        var outcomes: [ReplayOutcome] = []
        for await (index, outcome) in finished {
            waiting[index] = outcome
            progress.update(1, of: index)
            while let next = waiting.removeValue(forKey: outcomes.count) {
                outcomes.append(next)
                note(next)
            }
        }
        progress.clear()
        var verdicts = outcomes.map(\.verdict)
        verdicts.standTogether()
        for (index, verdict) in verdicts.enumerated() { outcomes[index].verdict = verdict }
        return outcomes
    }

    /// Judges the result of a case, leaves its session where it differs, and notes it in the
    /// report.
    func judge(_ result: CaseResult, _ work: TestWork) -> ReplayOutcome {
        guard result.error == nil, result.verdict.diff != nil else {
            return ReplayOutcome(
                verdict: result.verdict,
                status: result.error.map { ExitStatus($0) } ?? .badData, digest: nil)
        }
        let verdict = result.verdict
        if let refused = wrongStage(verdict, work) { return refused }
        var outcome = ReplayOutcome(
            verdict: verdict, status: verdict.outcome == .agrees ? .agrees : .differs,
            digest: nil)
        outcome.notes = result.notes.map { "\(work.item.golden.path): \($0)" }
        outcome.laterRules = result.laterRules
        outcome.upgrade = result.otherCauses.isEmpty ? result.version : nil
        outcome.isUnmet = result.session?.unmet.isEmpty == false
        outcome.provesNothing = result.session?.objections.isEmpty == false
        measure(result, work, &outcome)
        leavePending(result, work.item, &outcome)
        return outcome
    }

    /// A replay that did not begin where --from asks for.
    private func wrongStage(_ verdict: Verdict, _ work: TestWork) -> ReplayOutcome? {
        guard let replayOptions, let start = verdict.start,
            let tap = StartingTap(rawValue: start.rawValue)
        else { return nil }
        do {
            try ReplayRunner.check(tap, isStartOf: work.item.golden, replayOptions)
            return nil
        } catch {
            return ReplayOutcome(
                verdict: Verdict(name: verdict.name, path: verdict.path, reason: "\(error)"),
                status: ExitStatus(error), digest: nil)
        }
    }

    /// Notes hash, coverage, length, self-test and the part of the report.
    private func measure(_ result: CaseResult, _ work: TestWork, _ outcome: inout ReplayOutcome) {
        let run = TestedRun(result)
        outcome.digest = RecordedTrace.digest(of: run.events)
        outcome.milliseconds = run.manifest.sampleRate.milliseconds(run.manifest.frames)
        if let graph = Engines.graph(
            of: run.files, ofKind: run.manifest.engine.kind, name: Self.flowName(of: work.item))
        {
            var coverage = FlowCoverage(graph: graph)
            coverage.add(run.events, .of(run.manifest))
            coverage.add(run.inputs)
            work.unreached?.setApart(in: &coverage)
            outcome.coverage = coverage
        }
        if testsItself {
            outcome.selfTest = GateSelfTest(
                sampleRate: run.manifest.sampleRate,
                vocabulary: result.verdict.diff?.vocabulary ?? .of(run.manifest),
                tolerance: work.tolerance
            ).run(
                golden: result.goldenEvents ?? run.events, actual: run.events,
                named: work.item.golden.path, seed: run.manifest.seed)
        }
        if !work.tolerance.rules.isEmpty {
            outcome.ruleUse = RuleUse(work.tolerance)
            outcome.ruleUse?.record(result.goldenEvents ?? [])
            outcome.ruleUse?.record(run.events)
        }
        outcome.noteEffect(
            in: work.item.golden, golden: result.goldenEvents ?? [], actual: run.events,
            unplayed: Self.unplayed(of: result))
        guard report != nil || measuring != nil else { return }
        let shown = RunReport.Shown(
            manifest: run.manifest, golden: result.golden?.trace.digest,
            goldenEvents: result.goldenEvents ?? [], events: run.events, inputs: run.inputs,
            vocabulary: result.verdict.diff?.vocabulary ?? .of(run.manifest),
            sounds: Self.sounds(of: result, work.item.golden),
            hasGoldenInputs: result.golden?.inputs == run.inputs,
            hasScenario: work.item.caller != .recording)
        outcome.measure(shown.run(in: work.item.golden))
        if measuring?.countsWork == true {
            outcome.latency?.work = WorkCounts(run.events, run.inputs, frames: run.manifest.frames)
        }
        report?.add(shown, in: work.item.golden, &outcome)
    }

    /// Returns the coverage's name for a case's flow: a session that keeps its own goes by its
    /// folder.
    private static func flowName(of item: ProjectCase) -> String {
        item.configuration.mainFile ?? ReplayRunner.flowName(of: item.golden)
    }

    /// Lines of the golden session's caller that never played in the run.
    private static func unplayed(of result: CaseResult) -> [CallerLine] {
        func lines(_ inputs: [InputEvent]) -> [CallerLine] {
            inputs.compactMap { if case .caller(let line) = $0.input { line } else { nil } }
        }
        guard let session = result.session, let golden = result.golden else { return [] }
        let played = Set(lines(session.inputs).map(\.line))
        return lines(golden.inputs).filter { !played.contains($0.line) }
    }

    /// Returns the sounds of the run; of a recording that agrees, what its golden holds.
    private static func sounds(of result: CaseResult, _ folder: SessionFolder) -> SessionSounds {
        guard let session = result.session else {
            return result.golden.map { SessionSounds(of: folder, $0.manifest).held() }
                ?? SessionSounds()
        }
        return SessionSounds(microphone: session.microphone, prompts: session.promptSounds)
    }

    /// Removes the leftovers of a test that was killed.
    private static func removeUnfinished(_ path: String) throws {
        // Another test may be writing it at this moment.
        guard DiskFile.exists(path), try FolderClaim(existing: path) != nil else { return }
        try DiskFile.remove(path)
    }

    /// Leaves the session of a run that differs; one that agrees takes a left-over one away.
    private func leavePending(
        _ result: CaseResult, _ item: ProjectCase, _ outcome: inout ReplayOutcome
    ) {
        // What is written beside a case whose folder was removed would make the folder anew.
        guard writesPending, item.hasCaller else { return }
        let pending = item.golden.pending
        let differs = outcome.verdict.outcome == .differs
        guard !Console.isCI else {
            if !differs, DiskFile.exists(pending.path) {
                let text =
                    "\(pending.path) is stale: the run agrees with its golden. Remove the folder."
                outcome.notes.append(text)
                outcome.faults.append(RunFault(.differs, text))
            }
            return
        }
        do {
            if let manifest = try? pending.manifest(), manifest.isTake {
                outcome.notes.append(
                    "\(pending.path): A take of `voicetest record` is pending there, so test did"
                        + " not write its session. Run `voicetest review \(pending.path)`.")
                return
            }
            // What only an option expects is nothing to accept.
            // What was asked for real is kept: the next run of a new scenario answers from it.
            guard differs, let session = result.session,
                session.objections.isEmpty || result.golden == nil,
                !outcome.verdict.differsByFaultsAlone || !session.turnFaults.isEmpty
            else {
                try DiskFile.remove(pending.path)
                return
            }
            try DiskFile.remove(pending.path)
            try Self.removeUnfinished("\(pending.path).partial")
            try SessionWriter(path: pending.path, isReplacing: false).write(session, timing: [:])
        } catch { outcome.notes.append("warning: \(error)") }
    }
}
