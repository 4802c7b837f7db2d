import VoiceDiff
import VoiceProject
import VoiceReports
import VoiceSession
import VoiceTrace

/// Judgement of turn-taking by the own expectations of `latency`.
extension LatencyCommand {
    /// Returns where a run does not do what `--expect` asks for. What the run's own files expect is
    /// judged by `test` and `replay`.
    private func faults(of outcome: ReplayOutcome) -> [TurnFault] {
        let rules = Set(expected.expectations.map(\.description))
        return outcome.verdict.faults.filter { rules.contains($0.rule) }
    }

    /// Returns the faults of turn-taking in sentences, each with its session.
    func unexpected(_ outcome: ReplayOutcome) -> [String] {
        faults(of: outcome).map { "\(outcome.verdict.path): \($0.sentence)" }
    }

    /// Prints a test case for each session, and one for each budget that is not kept.
    func showJUnit(
        _ outcomes: [ReplayOutcome], _ faults: [RunFault], _ budgets: [JudgedBudget],
        _ unfit: UnfitCalls
    ) throws {
        let verdicts = outcomes.map { outcome -> Verdict in
            let verdict = outcome.verdict
            if let error = outcome.unmeasured {
                return Verdict(name: verdict.name, path: verdict.path, error: error)
            }
            if let what = unfit.objection(to: verdict.path) {
                let error = SessionError.unfitCall(path: verdict.path, what: what)
                return Verdict(name: verdict.name, path: verdict.path, error: error)
            }
            guard let rate = outcome.latency?.sampleRate else { return verdict }
            // That a run differs from its golden is no fault of its figures.
            var judged = Verdict(
                name: verdict.name, path: verdict.path,
                diff: TraceDiff(golden: [], actual: [], sampleRate: rate, vocabulary: .core))
            judged.add(self.faults(of: outcome))
            return judged
        }
        var run = RunSummary(verdicts)
        run.milliseconds = outcomes.map { $0.milliseconds ?? 0 }
        run.ending = RunEnding(
            sessions: verdicts.map { $0.outcome == .agrees ? .agrees : .differs },
            of: verdicts.count, faults: faults + budgets.compactMap(\.fault), selfTest: nil)
        try Console.print(bytes: JUnitReport().bytes(of: run))
    }
}
