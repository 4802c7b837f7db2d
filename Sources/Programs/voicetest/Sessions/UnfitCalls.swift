import VoiceDiff
import VoiceReports
import VoiceSession

/// Recorded calls of a run that are unfit to be measured, and what they mean for its exit.
struct UnfitCalls {
    /// The outcomes of calls that are unfit, in order.
    let unfit: [ReplayOutcome]
    /// The number of calls that were measured.
    let measured: Int
    /// Whether budgets or expectations judge the run.
    let isJudged: Bool
    /// Whether what is not measured is left out of these.
    let isIgnored: Bool

    /// The calls among `outcomes`.
    init(_ outcomes: [ReplayOutcome], isJudged: Bool, isIgnored: Bool) {
        let calls = outcomes.filter { $0.latency?.call != nil }
        unfit = calls.filter { Self.isUnfit($0) }
        measured = outcomes.count { $0.latency != nil } - unfit.count
        self.isJudged = isJudged
        self.isIgnored = isIgnored
    }

    /// Whether the call of `outcome` is unfit.
    static func isUnfit(_ outcome: ReplayOutcome) -> Bool {
        outcome.latency?.call?.unfit.isEmpty == false
    }

    /// Reports the effect of the calls on the run, and returns its status: an unfit call keeps no
    /// budget, and a run in which nothing was measured shows nothing.
    func told() -> ExitStatus {
        guard !unfit.isEmpty else { return .agrees }
        let count = unfit.count == 1 ? "1 call" : "\(unfit.count) calls"
        guard measured > 0 else {
            Console.report("No call is fit to be measured, of \(count).")
            return .differs
        }
        guard isJudged else { return .agrees }
        if isIgnored {
            Console.report("warning: left out as unfit to be measured: \(count).")
            return .agrees
        }
        for outcome in unfit { Console.report("\(outcome.verdict.path): \(Self.what(outcome))") }
        return .differs
    }

    /// Returns the error by which the call of `outcome` keeps no budget; nil where it may.
    func error(of outcome: ReplayOutcome) -> SessionError? {
        guard isJudged && !isIgnored || measured == 0, Self.isUnfit(outcome) else { return nil }
        return .unfitCall(path: outcome.verdict.path, what: Self.what(outcome))
    }

    private static func what(_ outcome: ReplayOutcome) -> String {
        let reasons = outcome.latency?.call?.unfit.map(\.name).joined(separator: ", ") ?? ""
        return "unfit to be measured (\(reasons)), so it keeps no budget and no expectation."
            + " Mend the recording, or leave such calls out with --ignore-unmeasured."
    }
}
