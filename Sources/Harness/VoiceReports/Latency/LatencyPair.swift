internal import VoiceDiff

/// One metric of a run beside the golden traces' own. Only what both have is compared: a run that
/// breaks off early is not faster for it.
struct LatencyPair: Sendable {
    /// All values of the golden traces.
    let golden: LatencyFigure
    /// The values of this run that the golden traces have as well.
    let shared: LatencyFigure
    /// The golden traces' values of the same.
    let sharedGolden: LatencyFigure
    /// How many values only this run has.
    let onlyNow: Int
    /// How many values only the golden traces have.
    let onlyGolden: Int

    var metric: LatencyMetric { golden.metric }
    /// How many values both have.
    var count: Int { shared.values.count }
    /// Whether both have the same, so that nothing has to be said of it.
    var isWhole: Bool { onlyNow == 0 && onlyGolden == 0 }

    /// The values of `metric` in both, each by what it is a value of.
    init(
        _ metric: LatencyMetric, now: [String: LatencyFigure.Value],
        golden: [String: LatencyFigure.Value]
    ) {
        let names = now.keys.filter { golden[$0] != nil }
        self.golden = LatencyFigure(metric, values: Array(golden.values))
        shared = LatencyFigure(metric, values: names.compactMap { now[$0] })
        sharedGolden = LatencyFigure(metric, values: names.compactMap { golden[$0] })
        onlyNow = now.count - names.count
        onlyGolden = golden.count - names.count
    }
}
