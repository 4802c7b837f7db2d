import VoiceDiff
import VoiceFiles
import VoiceMedia
import VoiceReports
import VoiceSession
import VoiceTime
import VoiceTrace

/// Outcomes of runs that are measured as they were recorded, since no code can run them again.
struct RecordedOutcome: Sendable {
    /// Expectations on the turn-taking.
    var expectations: [TurnExpectation] = []
    /// The report that is written; nil when none is.
    var report: RunReport?

    /// Returns the outcome of `run`, which stands in `session`.
    func outcome(of run: MeasuredRun, in session: SessionFolder) -> ReplayOutcome {
        let diff = TraceDiff(
            golden: run.events, actual: run.events, sampleRate: run.manifest.sampleRate,
            vocabulary: run.vocabulary)
        var verdict = Verdict(name: run.name, path: session.path, diff: diff)
        // What an unfit call seems to do is not judged.
        if run.callFigures?.unfit.isEmpty ?? true {
            verdict.add(
                JudgedRun(run, prompts: PromptIndex(), files: [:]).faults(of: expectations))
        }
        let digest = RecordedTrace.digest(of: run.events)
        var outcome = ReplayOutcome(
            verdict: verdict, status: verdict.outcome == .agrees ? .agrees : .differs,
            digest: digest)
        outcome.milliseconds = run.manifest.sampleRate.milliseconds(run.frames)
        outcome.measure(run)
        report?.add(
            RunReport.Shown(
                manifest: run.manifest, golden: digest, goldenEvents: run.events,
                events: run.events, inputs: run.inputs, vocabulary: run.vocabulary,
                sounds: run.sounds, hasGoldenInputs: true), in: session, &outcome)
        return outcome
    }

    /// Returns the outcome of the session in `folder` of which no engine is at hand; nil where one
    /// is.
    func outcome(of folder: SessionFolder) throws -> ReplayOutcome? {
        let manifest = try folder.manifest()
        let isForeign = !Engines.knows(manifest.engine.kind)
        guard manifest.isCall || isForeign && manifest.vocabulary != nil else { return nil }
        let run = try MeasuredRun(of: folder, name: DiskFile.name(of: folder.path)) { .now($0) }
        var outcome = outcome(of: run, in: folder)
        if run.isEdited { outcome.notes.append(LatencyGatherer.editedNote(folder)) }
        if !manifest.isCall {
            outcome.notes.append(
                "\(folder.path): this program has no engine \(manifest.engine.kind), so the session"
                    + " is measured as it was recorded.")
        }
        return outcome
    }
}
