import VoiceDiff
import VoiceReports

/// Prints what came of a run over sessions, for `replay` and `test`: in text, what does not agree,
/// then what agrees in one line, then the sums.
struct OutcomePrinter {
    let outcomes: [ReplayOutcome]
    let ending: RunEnding
    let format: VerdictFormat
    let isColored: Bool
    /// What one session is called: `session` or `scenario`.
    var unit = "session"
    /// Whether the ways of the flows that were not taken are listed.
    var listsCoverage = false
    /// Whether notes, and verdicts that differ, were printed as they came.
    var isPrinted = false
    /// What `accept` takes to accept what an upgrade moved; nil where nothing is left to accept.
    var pendingPaths: [String]?

    /// Prints verdicts and, in text, the summary.
    func show() throws {
        if !isPrinted {
            for outcome in outcomes { outcome.tellNotes() }
        }
        let verdicts = outcomes.map(\.verdict)
        let printer = VerdictPrinter(
            verdicts: format == .text ? [] : verdicts.map(VerdictSummary.init),
            milliseconds: outcomes.map { $0.milliseconds ?? 0 },
            coverages: ReplayOutcome.coverages(outcomes), selfTest: GateSummary(outcomes).outcome,
            ending: ending)
        if let bytes = printer.bytes(format) {
            try Console.print(bytes: bytes)
        } else {
            try showText(verdicts)
        }
    }

    private func showText(_ verdicts: [Verdict]) throws {
        let report = TerminalReport(isColored: isColored, columns: Console.columns)
        let failed = verdicts.filter { $0.outcome != .agrees }
        let isDamaged = { (verdict: Verdict) in verdict.diff == nil }
        if !isPrinted {
            for verdict in failed where !isDamaged(verdict) {
                try Console.print(unescaped: report.text(verdict))
            }
        }
        try Console.print(unescaped: DamageFold(unit: unit, report: report).text(failed))
        try Console.print(unescaped: AgreementFold(unit: unit, report: report).text(verdicts))
        if verdicts.count > 1 {
            try Console.print(
                "\(verdicts.count) \(unit)s: \(verdicts.count - failed.count) agree,"
                    + " \(failed.count) do not")
            // Why sessions cannot be used is told already.
            for line in CauseSummary(failed.filter { !isDamaged($0) }).lines {
                try Console.print(line: "  \(line)")
            }
        }
        try showUpgrade()
        if let line = GateSummary(outcomes).line { try Console.print(line) }
        if listsCoverage {
            try Console.print(CoverageReport(ReplayOutcome.coverages(outcomes)).text)
        }
        // Standard error has each fault; where nothing ran, that says it all.
        if let count = ending.count, !outcomes.isEmpty { try Console.print(count) }
    }

    /// Says what only another version moved, in all sessions together, and how it is accepted.
    private func showUpgrade() throws {
        guard let table = UpgradeTable(outcomes) else { return }
        try Console.print(table.text(columns: Console.columns))
        guard let pendingPaths, !Console.isCI else { return }
        let command = RunOrigin.line(["voicetest", "accept"] + pendingPaths + ["--upgrade"])
        try Console.print(line: "Accept what only the version changed with `\(command)`.")
    }
}
