import VoiceDiff

/// What a run says about its own self-test.
struct GateSummary {
    private var outcome = GateSelfTest.Outcome()

    init(_ outcomes: [ReplayOutcome]) {
        for found in outcomes.compactMap(\.selfTest) { outcome.add(found) }
    }

    /// Whether the comparison can be trusted: red when it overlooked a plant or never agrees.
    var status: ExitStatus { outcome.failures.isEmpty ? .agrees : .differs }

    /// One line; nil where nothing was tested.
    var line: String? {
        guard outcome.found + outcome.silent + outcome.failures.count > 0 else { return nil }
        return "self-test: \(outcome.found) planted regressions found,"
            + " \(outcome.silent) traces agree with themselves"
    }

    /// Says what failed.
    func note() {
        for failure in outcome.failures.prefix(10) {
            Console.note("the gate failed its self-test: \(failure)")
        }
        guard status != .agrees else { return }
        Console.note(
            "the tolerance lets regressions pass, or the comparison is broken: this run's verdict"
                + " is worth nothing. Narrow the tolerance, or turn the test off with"
                + " --no-self-test")
    }
}
