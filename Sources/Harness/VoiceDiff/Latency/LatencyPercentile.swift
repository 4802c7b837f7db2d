/// The percentile of a latency that is meant.
package enum LatencyPercentile: String, Sendable, Hashable, CaseIterable {
    /// The median.
    case p50
    /// Nine in ten are no larger.
    case p90
    /// Ninety-nine in a hundred are no larger.
    case p99
    /// The largest.
    case max
}

extension Percentiles {
    /// The value of a percentile.
    package subscript(percentile: LatencyPercentile) -> Value {
        switch percentile {
        case .p50: p50
        case .p90: p90
        case .p99: p99
        case .max: max
        }
    }
}
