/// The percentiles of a set of latencies, in microseconds.
///
/// Values are counted in groups of four significant digits, so that a second is right to 0.1 ms;
/// without a correction each percentile is the very value that was measured. Source: HdrHistogram,
/// `recordValueWithExpectedInterval` and `getValueAtPercentile`.
package struct Percentiles: Sendable, Hashable {
    /// One of them.
    public struct Value: Sendable, Hashable {
        /// The time in microseconds; at least so long where ``isAtLeast`` says so.
        package var microseconds: Int64
        /// Whether the true value may be larger: an outcome at or below it had not come yet.
        package var isAtLeast: Bool

        /// So many microseconds, or at least so many.
        package init(microseconds: Int64, isAtLeast: Bool = false) {
            self.microseconds = microseconds
            self.isAtLeast = isAtLeast
        }
    }

    /// Number of values.
    package var count: Int64
    /// The median.
    package var p50: Value
    /// Nine in ten are no larger.
    package var p90: Value
    /// Ninety-nine in a hundred are no larger.
    package var p99: Value
    /// The largest.
    package var max: Value

    /// Percentiles that were worked out before.
    package init(count: Int64, p50: Value, p90: Value, p99: Value, max: Value) {
        self.count = count
        self.p50 = p50
        self.p90 = p90
        self.p99 = p99
        self.max = max
    }

    /// All four, in order, with their names.
    package var all: [(name: String, value: Value)] {
        [("p50", p50), ("p90", p90), ("p99", p99), ("max", max)]
    }

    /// Values beyond a session's length come from nowhere: 48 hours.
    private static let limit: UInt64 = 48 * 3_600 * 1_000_000
    private static let groups = HistogramGroups(bits: 15)

    /// The percentiles of `samples`, or nil of none.
    ///
    /// `interval` is the distance in which latencies would have been taken had the caller not
    /// waited; fills in what waiting left out. Nil leaves the samples as they are.
    init?(_ samples: [LatencySample], interval: Int64? = nil) {
        var counts: [UInt64: UInt64] = [:]
        for sample in samples where sample.count > 0 {
            let value = min(UInt64(clamping: sample.microseconds), Self.limit)
            let count = UInt64(sample.count)
            counts[Self.groups.largest(of: value), default: 0] &+= count
            guard let interval = interval.map(UInt64.init(clamping:)), interval > 0 else {
                continue
            }
            var missing = value
            while missing >= 2 * interval {
                missing -= interval
                counts[Self.groups.largest(of: missing), default: 0] &+= count
            }
        }
        let groups = counts.sorted { $0.key < $1.key }
        let total = groups.reduce(UInt64(0)) { $0 &+ $1.value }
        guard total > 0 else { return nil }
        count = Int64(clamping: total)
        let ascending = samples.map(\.microseconds).sorted()
        // A group is named by its largest value, which may not have come.
        let largest = Swift.min(Swift.max(0, ascending.last ?? 0), Int64(Self.limit))
        let open = samples.filter(\.isCensored).map(\.microseconds).min()
        func value(_ percentile: Double) -> Value {
            let top = Self.value(at: percentile, in: groups, total: total)
            var found = Swift.min(Int64(clamping: top), largest)
            if interval == nil { found = ascending.last { $0 <= found } ?? found }
            return Value(microseconds: found, isAtLeast: open.map { $0 <= found } ?? false)
        }
        p50 = value(50)
        p90 = value(90)
        p99 = value(99)
        max = value(100)
    }

    /// The largest value of the group that so many in a hundred of `total` values do not exceed.
    private static func value(
        at percentile: Double, in groups: [(key: UInt64, value: UInt64)], total: UInt64
    ) -> UInt64 {
        // One step less, so that rounding up does not reach the next value.
        let share = percentile < 100 ? percentile.nextDown : percentile
        let rank = Swift.max(1, UInt64((share * Double(total) / 100).rounded(.up)))
        var passed: UInt64 = 0
        for group in groups {
            passed &+= group.value
            if passed >= rank { return group.key }
        }
        return groups.last?.key ?? 0
    }
}

/// One latency, or several alike.
struct LatencySample {
    var microseconds: Int64
    var count: Int64 = 1
    /// Whether it took at least so long.
    var isCensored = false
}
