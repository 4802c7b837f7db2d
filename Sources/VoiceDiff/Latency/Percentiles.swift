internal import Histogram

/// The percentiles of a set of latencies, in microseconds.
///
/// Source: HdrHistogram with four significant digits, so that a second is right to 0.1 ms; without
/// a correction each percentile is the very value that was measured.
public struct Percentiles: Sendable, Hashable {
    /// One of them.
    public struct Value: Sendable, Hashable {
        /// The time in microseconds; at least so long where ``isAtLeast`` says so.
        public var microseconds: Int64
        /// Whether the true value may be larger: an outcome at or below it had not come yet.
        public var isAtLeast: Bool

        /// So many microseconds, or at least so many.
        public init(microseconds: Int64, isAtLeast: Bool = false) {
            self.microseconds = microseconds
            self.isAtLeast = isAtLeast
        }
    }

    /// How many values there are.
    public var count: Int64
    /// The median.
    public var p50: Value
    /// Nine in ten are no larger.
    public var p90: Value
    /// Ninety-nine in a hundred are no larger.
    public var p99: Value
    /// The largest.
    public var max: Value

    /// Percentiles that were worked out before.
    public init(count: Int64, p50: Value, p90: Value, p99: Value, max: Value) {
        self.count = count
        self.p50 = p50
        self.p90 = p90
        self.p99 = p99
        self.max = max
    }

    /// All four, in order, with their names.
    public var all: [(name: String, value: Value)] {
        [("p50", p50), ("p90", p90), ("p99", p99), ("max", max)]
    }

    /// Values beyond a session's length come from nowhere: 48 hours.
    private static let limit: UInt64 = 48 * 3_600 * 1_000_000

    /// The percentiles of `samples`, or nil of none.
    ///
    /// `interval` is the distance in which latencies would have been taken had the caller not
    /// waited; fills in what waiting left out. Nil leaves the samples as they are.
    init?(_ samples: [LatencySample], interval: Int64? = nil) {
        var histogram = Histogram<UInt64>(numberOfSignificantValueDigits: .four)
        for sample in samples {
            let value = min(UInt64(clamping: sample.microseconds), Self.limit)
            let count = UInt64(clamping: sample.count)
            if let interval, interval > 0 {
                histogram.recordCorrectedValue(
                    value, count: count, expectedInterval: UInt64(interval))
            } else {
                histogram.record(value, count: count)
            }
        }
        guard histogram.totalCount > 0 else { return nil }
        count = Int64(clamping: histogram.totalCount)
        let open = samples.filter(\.isCensored).map(\.microseconds).min()
        func value(_ percentile: Double) -> Value {
            var found = Int64(clamping: histogram.valueAtPercentile(percentile))
            // A group of the histogram is named by its largest value, which may not have come.
            if interval == nil {
                found = samples.map(\.microseconds).filter { $0 <= found }.max() ?? found
            }
            return Value(microseconds: found, isAtLeast: open.map { $0 <= found } ?? false)
        }
        p50 = value(50)
        p90 = value(90)
        p99 = value(99)
        max = value(100)
    }
}

/// One latency, or several alike.
struct LatencySample {
    var microseconds: Int64
    var count: Int64 = 1
    /// Whether it took at least so long.
    var isCensored = false
}
