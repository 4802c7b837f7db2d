internal import VoiceDiff

/// One metric of a run beside the golden traces' own. Only what both have is compared, and of two
/// times only where it is known which is longer: a run that breaks off early is not faster for it.
struct LatencyPair: Sendable {
    /// All values of the golden traces.
    let golden: LatencyFigure
    /// The values of this run that the golden traces have as well.
    let shared: LatencyFigure
    /// The golden traces' values of the same.
    let sharedGolden: LatencyFigure
    /// Number of values that only this run has.
    let onlyNow: Int
    /// Number of values that only the golden traces have.
    let onlyGolden: Int

    var metric: LatencyMetric { golden.metric }
    /// Number of values that both have.
    var count: Int { shared.values.count }
    /// Whether both have the same, so that nothing has to be said of it.
    var isWhole: Bool { onlyNow == 0 && onlyGolden == 0 }

    /// The values of `metric` in both, each by what it is a value of.
    init(
        _ metric: LatencyMetric, now: [String: LatencyFigure.Value],
        golden: [String: LatencyFigure.Value]
    ) {
        let names = now.keys.filter { name in
            guard let now = now[name], let golden = golden[name] else { return false }
            return Self.isComparable(now, golden)
        }
        self.golden = LatencyFigure(metric, values: Array(golden.values))
        shared = LatencyFigure(metric, values: names.compactMap { now[$0] })
        sharedGolden = LatencyFigure(metric, values: names.compactMap { golden[$0] })
        onlyNow = now.count - names.count
        onlyGolden = golden.count - names.count
    }

    /// Whether both tell which of them is longer: what is known to be at least so long, as where
    /// the session ended first, is not shorter than a time that it does not reach.
    private static func isComparable(
        _ now: LatencyFigure.Value, _ golden: LatencyFigure.Value
    ) -> Bool {
        switch (now.isAtLeast, golden.isAtLeast) {
        case (false, false): true
        case (true, false): now.microseconds >= golden.microseconds
        case (false, true): golden.microseconds >= now.microseconds
        case (true, true): now == golden
        }
    }
}
