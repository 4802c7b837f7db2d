import VoiceDiff
import VoiceReports

/// What a run says about its own self-test.
struct GateSummary {
    /// What came of it; nil where nothing was tested.
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

    /// Says what failed.
    func note() {
        guard let outcome, outcome.warning != nil else { return }
        for failure in outcome.sorts.prefix(10) {
            Console.note("the self-test failed: \(failure.sentence)")
        }
        if outcome.sorts.count > 10 {
            Console.note("\(outcome.sorts.count - 10) more kinds of regression would pass")
        }
        Console.note(
            "the tolerance lets regressions pass, or the comparison is broken, so this run proves"
                + " nothing. Narrow the tolerance, or turn the test off with"
                + " --no-self-test")
    }
}
