internal import VoiceDiff

/// Number of blocks that took so many nanoseconds, to two digits.
struct BlockCounts {
    private static let groups = HistogramGroups(bits: 8)
    /// Longer blocks count as a minute, in nanoseconds.
    private static let longest: UInt64 = 60_000_000_000

    private var counts = [Int64](repeating: 0, count: groups.index(of: longest) + 1)

    /// Counts a block, without an allocation.
    mutating func count(nanoseconds: Int64) {
        counts[Self.groups.index(of: min(Self.longest, UInt64(max(1, nanoseconds))))] += 1
    }

    /// The groups that have blocks, ascending, each named by its largest number.
    var found: [BlockTiming.Group] {
        counts.indices.filter { counts[$0] > 0 }.map {
            BlockTiming.Group(
                nanoseconds: Int64(Self.groups.largest(at: $0)), count: counts[$0])
        }
    }
}
