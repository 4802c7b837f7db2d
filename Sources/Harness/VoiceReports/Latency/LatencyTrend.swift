internal import VoiceDiff
internal import VoiceJSON
internal import VoiceTime

/// One figure over many runs: the median and the 90th percentile, the runs that stepped away from
/// those before, and where the sessions changed. The page draws it.
struct LatencyTrend {
    /// A run is compared with so many before it and so many from it on.
    private static let stepRuns = 5

    /// A run in which percentiles left the level of the runs before.
    struct Step: Equatable {
        /// The first run of the new level.
        let run: Int
        /// Percentiles that moved by the same.
        var percentiles: [LatencyPercentile]
        /// Size of the move, in microseconds.
        let change: Int64
    }

    private let runs: [LatencyRun]
    private let metric: LatencyMetric
    private let points: [Percentiles?]

    /// The trend of `metric`; nil where no run measured anything of it.
    init?(_ runs: [LatencyRun], _ metric: LatencyMetric) {
        self.runs = runs
        self.metric = metric
        points = runs.map { $0.figures[metric]?.percentiles }
        guard points.contains(where: { ($0?.p90.microseconds ?? 0) > 0 }) else { return nil }
    }

    /// Every run with a percentile that, with those after it, lies beyond all of those before it.
    var steps: [Step] {
        var steps: [Step] = []
        for percentile in LatencyPercentile.allCases {
            for step in self.steps(of: percentile) {
                if let place = steps.firstIndex(where: {
                    $0.run == step.run && $0.change == step.change
                }) {
                    steps[place].percentiles.append(percentile)
                } else {
                    steps.append(step)
                }
            }
        }
        return steps.sorted { $0.run < $1.run }
    }

    private func steps(of percentile: LatencyPercentile) -> [Step] {
        let found = points.enumerated().compactMap { place, point in
            point.map { (place, $0[percentile].microseconds) }
        }
        var steps: [Step] = []
        for index in found.indices.dropFirst() {
            let before = found[max(0, index - Self.stepRuns)..<index].map(\.1)
            let after = found[index..<min(found.count, index + Self.stepRuns)].map(\.1)
            guard let low = before.min(), let high = before.max(), let first = after.min(),
                let last = after.max(), first > high || last < low
            else { continue }
            let change = Self.middle(after) - Self.middle(before)
            guard change.magnitude >= max(1_000, low.magnitude / 50) else { continue }
            steps.append(
                Step(run: found[index].0, percentiles: [percentile], change: change))
        }
        return steps
    }

    private static func middle(_ values: [Int64]) -> Int64 { values.sorted()[values.count / 2] }

    /// The data that `plots.js` draws: the runs, oldest first, with percentiles in microseconds.
    var plot: JSONObject {
        [
            "kind": "trend",
            "label": .string("\(metric.rawValue) over \(runs.count) runs, in milliseconds"),
            "runs": .array(runs.indices.map { .object(run($0)) }),
            "steps": .array(
                steps.map { step in
                    [
                        "run": .integer(Int64(step.run)), "text": .string(Self.text(step)),
                        "state": step.change > 0 ? "bad" : "good",
                    ]
                }),
        ]
    }

    private func run(_ place: Int) -> JSONObject {
        let run = runs[place]
        let day = Self.date(run.time)
        let name = "\(PrintableText.part(run.label)), \(day), \(run.sessions) sessions"
        var object: JSONObject = [
            "label": .string(PrintableText.part(run.label)), "day": .string(day),
            "told": .string("\(name)\nnot measured"),
        ]
        if let point = points[place] {
            object["told"] = .string(
                "\(name)\np50 \(LatencyValues.text(point.p50)) ms,"
                    + " p90 \(LatencyValues.text(point.p90)) ms")
            object["p50"] = .integer(point.p50.microseconds)
            object["p90"] = .integer(point.p90.microseconds)
        }
        if place > 0, run.scope != runs[place - 1].scope {
            object["change"] = .string(
                "the sessions changed here: \(runs[place - 1].sessions), then \(run.sessions)")
        }
        return object
    }

    private static func text(_ step: Step) -> String {
        let names =
            step.percentiles.count == LatencyPercentile.allCases.count
            ? "" : step.percentiles.map(\.rawValue).joined(separator: " ") + " "
        return names + (step.change > 0 ? "+" : "")
            + LatencyValues.text(microseconds: step.change) + " ms"
    }

    /// The day of a time in seconds since 1970 UTC, as in `2026-03-09`; empty outside of the years
    /// 1970 to 9999.
    static func date(_ time: Int64) -> String {
        guard (0...CalendarTime.range.upperBound).contains(time) else { return "" }
        return String(CalendarTime.text(time).prefix { $0 != "T" })
    }
}
