import VoiceCalls
import VoiceDiff
import VoiceFiles
import VoiceMedia
import VoiceProject
import VoiceReports
import VoiceSession
import VoiceTrace

/// Measures cases of projects and sessions, several at once, with outcomes in their order.
struct LatencyRunner: Sendable {
    /// Whether the work of each run is counted.
    let countsWork: Bool
    let jobs: Int
    /// Programs that hear sessions again that a program of the user's heard.
    let programs: RecognizerPrograms
    /// The first stage of replays that runs; nil for all that a session has the input for.
    var tap: StartingTap?
    /// Way in which recordings of calls are read.
    var reading = HeardCall.Reading()
    /// Expectations on the turn-taking.
    var expectations: [TurnExpectation] = []
    /// The report that is written; nil when none is.
    var report: RunReport?
    /// Whether budgets judge the run.
    var hasBudgets = false

    /// Measures `sources`: the cases first, then the sessions. Every outcome has latencies, or says
    /// why there are none.
    func run(_ sources: LatencySources) async -> [ReplayOutcome] {
        var runner = TestRunner()
        runner.measuring = TestRunner.Measuring(countsWork: countsWork)
        runner.report = report
        runner.expectations = expectations
        var outcomes: [ReplayOutcome] = []
        if !sources.work.isEmpty { outcomes = await runner.run(sources.work, jobs: jobs) }
        outcomes += await replay(sources.sessions)
        for (index, name) in sources.names.enumerated() { outcomes[index].latency?.name = name }
        outcomes += await CallRunner(
            reading: reading, recorded: recorded, jobs: jobs, hasBudgets: hasBudgets
        ).run(sources.calls)
        return outcomes.map(Self.withNotes)
    }

    /// Measures what no code can run again.
    private var recorded: RecordedOutcome {
        RecordedOutcome(expectations: expectations, report: report)
    }

    /// `outcome` with a note on a run that is not what its golden says.
    private static func withNotes(_ outcome: ReplayOutcome) -> ReplayOutcome {
        guard let cause = outcome.verdict.firstCause, !outcome.verdict.differsByFaultsAlone else {
            return outcome
        }
        var outcome = outcome
        outcome.notes.append(
            "\(outcome.verdict.path): the run, which is measured, "
                + (outcome.verdict.isNew
                    ? "has no golden yet." : "differs from its golden: \(cause.sentence)"))
        return outcome
    }

    /// Replays `folders`. Allocations are counted for the whole process, so that sessions are
    /// replayed one by one where they are counted.
    private func replay(_ folders: [SessionFolder]) async -> [ReplayOutcome] {
        guard !folders.isEmpty else { return [] }
        let jobs = countsWork && WorkCounter.countsAllocations ? 1 : jobs
        let progress = ProgressLine(count: folders.count, unit: "sessions")
        defer { progress.clear() }
        return await withTaskGroup(of: [(Int, ReplayOutcome)].self) { group in
            // As for a replay, which worker measures what never changes.
            for worker in 0..<min(jobs, folders.count) {
                group.addTask {
                    var counter = WorkCounter()
                    return stride(from: worker, to: folders.count, by: jobs).map { index in
                        defer { progress.update(1, of: index) }
                        return (index, replay(folders[index], &counter))
                    }
                }
            }
            var outcomes: [(Int, ReplayOutcome)] = []
            for await part in group { outcomes += part }
            return outcomes.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func replay(_ folder: SessionFolder, _ counter: inout WorkCounter) -> ReplayOutcome {
        var runner = ReplayRunner(report: report)
        runner.measuresLatency = true
        runner.expectations = expectations
        do {
            if let outcome = try recorded.outcome(of: folder) { return outcome }
            let manifest = try folder.manifest()
            var options = try programs.replayOptions(for: folder, heardBy: manifest)
            if manifest.engine.kind == Engines.programKind, options.programCommand == nil {
                return try withoutProgram(folder)
            }
            options.stepWithoutCommand += " Or measure from its words with --from words."
            if let tap {
                options.tap = tap
                options.takesWordsForMissingAudio = false
            }
            var work: WorkCounts?
            let result: ReplayResult
            if countsWork {
                let counted = try counter.replayCounted(folder, options)
                (result, work) = (counted.result, counted.work)
            } else {
                result = try counter.replay(folder, options)
            }
            var outcome = try runner.outcome(of: result, folder: folder, options: options)
            if result.golden.isEdited {
                outcome.notes.append(LatencyGatherer.editedNote(folder))
            }
            outcome.latency?.work = work
            outcome.latency?.blocks = LatencyGatherer.blocks(folder)
            return outcome
        } catch {
            return ReplayOutcome(
                verdict: Verdict(
                    name: DiskFile.name(of: folder.path), path: folder.path, error: error),
                status: ExitStatus(error), digest: nil)
        }
    }

    /// The session in `folder` as it was recorded: nothing starts its program for it alone.
    private func withoutProgram(_ folder: SessionFolder) throws -> ReplayOutcome {
        let run = try MeasuredRun(of: folder, name: DiskFile.name(of: folder.path)) { .now($0) }
        var outcome = recorded.outcome(of: run, in: folder)
        outcome.latency?.blocks = LatencyGatherer.blocks(folder)
        outcome.notes.append(
            "\(folder.path): measured as it was recorded, because its app is a program that no"
                + " option names")
        return outcome
    }
}
