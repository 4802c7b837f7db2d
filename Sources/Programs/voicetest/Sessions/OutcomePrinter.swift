import VoiceDiff
import VoiceReports

/// Prints the outcomes of a run over sessions, for `replay` and `test`: in text, each cause with
/// the sessions that do not agree, then what agrees in one line, then the sums.
struct OutcomePrinter {
    let outcomes: [ReplayOutcome]
    let ending: RunEnding
    /// Form of the output, and the parts that are shown.
    let judging: JudgingOptions
    let isColored: Bool
    /// Word for one session: `session` or `scenario`.
    var unit = "session"
    /// Whether all sessions of the run ran here, not one shard of them: coverage needs them all.
    var isWhole = true
    /// Paths that `accept` takes to accept what an upgrade moved; nil where nothing is left to
    /// accept.
    var pendingPaths: [String]?

    /// Prints verdicts and, in text, the summary.
    func show() throws {
        let verdicts = outcomes.map(\.verdict)
        guard let form = judging.format.form else { return try showText(verdicts) }
        var run = RunSummary(verdicts)
        run.milliseconds = outcomes.map { $0.milliseconds ?? 0 }
        run.coverages = ReplayOutcome.coverages(outcomes)
        run.selfTest = GateSummary(outcomes).outcome
        run.ending = ending
        try Console.print(bytes: form.bytes(of: run))
    }

    private func showText(_ verdicts: [Verdict]) throws {
        let report = TerminalReport(isColored: isColored, columns: Console.columns)
        let failed = CauseText(unit: unit, report: report, isVerbose: judging.isVerbose)
        try Console.print(unescaped: failed.text(verdicts))
        try Console.print(unescaped: AgreementFold(unit: unit, report: report).text(verdicts))
        if verdicts.count > 1 {
            let agree = verdicts.count { $0.outcome == .agrees }
            try Console.print(
                "\(verdicts.count) \(unit)s: \(agree) agree, \(verdicts.count - agree) do not")
        }
        try showUpgrade()
        if let line = GateSummary(outcomes).line { try Console.print(line) }
        if judging.coverage != nil, isWhole {
            try Console.print(CoverageReport(ReplayOutcome.coverages(outcomes)).text)
        }
        // Standard error has each fault; where nothing ran, that says it all.
        if let count = ending.count, !outcomes.isEmpty { try Console.print(count) }
    }

    /// Prints the changes by another version alone, in all sessions together, and how to accept
    /// them.
    private func showUpgrade() throws {
        guard let table = UpgradeTable(outcomes) else { return }
        try Console.print(table.text(columns: Console.columns))
        guard let pendingPaths, !Console.isCI else { return }
        let command = RunOrigin.line(["voicetest", "accept"] + pendingPaths + ["--upgrade"])
        try Console.print(line: "Accept what only the version changed with `\(command)`.")
    }
}
