import VoiceDiff
import VoiceReports

/// Summary of a run's own self-test.
struct GateSummary {
    /// Result of the self-test; nil where nothing was tested.
    let outcome: GateSelfTest.Outcome?

    init(_ outcomes: [ReplayOutcome]) {
        outcome = outcomes.compactMap(\.selfTest).reduce(nil) { sum, found in
            var sum = sum ?? GateSelfTest.Outcome()
            sum.add(found)
            return sum
        }
    }

    init(_ outcome: GateSelfTest.Outcome?) { self.outcome = outcome }

    /// Whether the comparison can be trusted: red when it overlooked a plant or never agrees.
    var status: ExitStatus { outcome?.warning == nil ? .agrees : .differs }

    /// One line; nil where nothing was tested.
    var line: String? {
        outcome.map {
            "self-test: \($0.found) planted regressions found, "
                + ($0.silent == 1
                    ? "1 trace agrees with itself" : "\($0.silent) traces agree with themselves")
        }
    }

    /// Sentences that are told at most.
    private static let toldLimit = 10

    /// Says what failed.
    func report() {
        guard let outcome, outcome.warning != nil else { return }
        for summary in outcome.summaries.prefix(Self.toldLimit) { Console.report(summary) }
        Console.report(
            "This run proves nothing: the comparison missed planted regressions. Narrow the"
                + " tolerance, or pass --no-self-test.")
    }
}
