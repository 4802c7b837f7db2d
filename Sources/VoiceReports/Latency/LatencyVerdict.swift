internal import VoiceDiff

/// One sentence on how fast a run responds, and whether that is slower than before.
struct LatencyVerdict {
    let sentence: String
    /// `good`, `bad`, or empty where there is nothing to compare with.
    let state: String

    init(_ report: LatencyReport, beside golden: [LatencyFigure], _ comparison: LatencyComparison?)
    {
        let figure = report[.response]
        guard let percentiles = figure?.percentiles else {
            (sentence, state) = (Self.absence(figure), "")
            return
        }
        let times =
            "A response takes \(Self.text(percentiles.p50)) at the median"
            + " and \(Self.text(percentiles.p90)) at p90"
        let before = golden.first { $0.metric == .response }?.percentiles
        if let before {
            let change = percentiles.p50.microseconds - before.p50.microseconds
            let far = percentiles.p90.microseconds - before.p90.microseconds
            sentence = "\(times): \(Self.comparison(change, far))."
            state = change > 0 || far > 0 ? "bad" : "good"
        } else if let comparison {
            let count = comparison.changes.count
            sentence =
                "\(times). "
                + (count == 0
                    ? "No figure left the baseline."
                    : "\(TerminalReport.count(count, "figure")) left the baseline.")
            state = count == 0 ? "good" : "bad"
        } else {
            (sentence, state) = (times + ".", "")
        }
    }

    /// Why there is no response to tell of.
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
