internal import VoiceDiff

/// One sentence on how fast a run responds, and whether that is slower than before.
struct LatencyVerdict {
    let sentence: String
    /// `good`, `bad`, or empty where there is nothing to compare with.
    let state: String

    /// Describes the number of answered turns, their speed, and the outcome of the budgets, in one
    /// line.
    static func line(_ report: LatencyReport, _ budgets: [JudgedBudget]) -> String {
        guard let figure = report[.response] else { return "" }
        let excluded = figure.excluded.values.reduce(0, +)
        let count = figure.total - excluded
        var parts = [
            count == 0
                ? "no turn to answer"
                : "\(figure.measured) of \(TerminalReport.count(count, "turn")) answered"
        ]
        if let percentiles = figure.percentiles { parts.append("p90 \(text(percentiles.p90))") }
        let unfit = report.sessions.count { $0.call?.unfit.isEmpty == false }
        if unfit > 0 { parts.append("\(TerminalReport.count(unfit, "call")) unfit to be measured") }
        return (parts + budgets.map(\.words)).joined(separator: "; ")
    }

    init(
        _ report: LatencyReport, beside pair: LatencyPair?, _ comparison: LatencyComparison?,
        _ runs: [LatencyRun] = []
    ) {
        let figure = report[.response]
        guard let percentiles = figure?.percentiles else {
            let last = report.sessions.isEmpty ? runs.last : nil
            (sentence, state) = (last.map(Self.newest) ?? Self.absence(figure), "")
            return
        }
        let times =
            "A response takes \(Self.text(percentiles.p50)) at the median"
            + " and \(Self.text(percentiles.p90)) at p90"
        if let pair, pair.golden.percentiles != nil {
            (sentence, state) = Self.compared(times, pair)
        } else if let comparison {
            let count = comparison.worse.count
            sentence =
                "\(times). "
                + (count == 0
                    ? "No figure became worse than the baseline."
                    : "\(TerminalReport.count(count, "figure")) became worse than the baseline.")
            state = count == 0 ? "good" : "bad"
        } else {
            (sentence, state) = (times + ".", "")
        }
    }

    /// The sentence and the state beside the golden traces: no praise where they have responses
    /// that this run lacks.
    private static func compared(_ times: String, _ pair: LatencyPair) -> (String, String) {
        guard let now = pair.shared.percentiles, let then = pair.sharedGolden.percentiles else {
            return ("\(times). No turn has a response in this run and in the golden traces.", "")
        }
        let change = now.p50.microseconds - then.p50.microseconds
        let far = now.p90.microseconds - then.p90.microseconds
        let rest = [
            (pair.onlyGolden, "only in the golden traces"), (pair.onlyNow, "only in this run"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? "has" : "have") one \($0.1)" }
        let scope =
            pair.isWhole
            ? ""
            : " over the \(TerminalReport.count(pair.count, "turn")) with a response in both;"
                + " " + rest.joined(separator: ", ")
        let state = change > 0 || far > 0 ? "bad" : pair.onlyGolden > 0 ? "" : "good"
        return ("\(times): \(comparison(change, far))\(scope).", state)
    }

    /// Describes the measurements of the newest run of a history.
    private static func newest(_ run: LatencyRun) -> String {
        let of = "The newest run, \(run.label), of \(TerminalReport.count(run.sessions, "session"))"
        guard let percentiles = run.figures[.response]?.percentiles else {
            return "\(of): no response was measured."
        }
        return "\(of): a response takes \(text(percentiles.p50)) at the median and"
            + " \(text(percentiles.p90)) at p90."
    }

    /// Describes the reason why there is no response to tell of.
    private static func absence(_ figure: LatencyFigure?) -> String {
        guard let figure, figure.total > 0 else {
            return "No latency was measured: the caller does not speak in these sessions."
        }
        let reasons = LatencyValues.words(figure.excludedByReason)
        let over = figure.talkedOver > 0 ? ["\(figure.talkedOver) × talked over"] : []
        let told = ((reasons.isEmpty ? [] : [reasons]) + over).joined(separator: ", ")
        return "No response was measured in \(TerminalReport.count(figure.total, "turn"))"
            + " of the caller: \(told)."
    }

    private static func comparison(_ median: Int64, _ far: Int64) -> String {
        if median == 0, far == 0 { return "as fast as the golden traces" }
        if median == far { return "\(told(median)) than the golden traces" }
        return "compared with the golden traces, \(told(median)) at the median and \(told(far)) "
            + "at p90"
    }

    private static func told(_ change: Int64) -> String {
        if change == 0 { return "as fast" }
        let time = LatencyValues.text(microseconds: abs(change))
        return "\(time) ms \(change > 0 ? "slower" : "faster")"
    }

    private static func text(_ value: Percentiles.Value) -> String {
        (value.isAtLeast ? "at least " : "")
            + "\(LatencyValues.text(microseconds: value.microseconds)) ms"
    }
}
