/// A percentile that is not what it was in an earlier run over the same sessions.
package struct LatencyMove: Sendable, Hashable {
    /// Metric that is measured.
    package var metric: LatencyMetric
    /// Percentile of its values that moved.
    package var percentile: LatencyPercentile
    /// Value as it was.
    package var before: Percentiles.Value
    /// Value as it is.
    package var now: Percentiles.Value

    /// Size of the move, in microseconds; longer is positive.
    package var change: Int64 { now.microseconds - before.microseconds }

    /// Returns how the newest of `runs`, which are oldest first, moved since the last one before it
    /// over the same sessions; empty without such a run.
    package static func newest(in runs: [LatencyRun]) -> [LatencyMove] {
        guard let last = runs.last,
            let before = runs.dropLast().last(where: { $0.scope == last.scope })
        else { return [] }
        return LatencyMetric.allCases.flatMap { metric -> [LatencyMove] in
            guard let now = last.figures[metric]?.percentiles,
                let then = before.figures[metric]?.percentiles
            else { return [] }
            return LatencyPercentile.allCases.filter { now[$0] != then[$0] }.map {
                LatencyMove(metric: metric, percentile: $0, before: then[$0], now: now[$0])
            }
        }
    }
}
