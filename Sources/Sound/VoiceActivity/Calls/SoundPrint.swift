/// The levels of the beginning of something said, by which it is found again in another call.
///
/// Shape: one level every ``stepHops`` hops of 10 ms, in decibels below the loudest, up to
/// ``mostSteps`` of them. A recorded or synthetic prompt keeps its levels on every line; no person
/// says the same thing twice so evenly. Source: `scripts/measures/measure-calls --kinds`.
package struct SoundPrint: Sendable, Equatable {
    private let levels: [Int8]

    private static let stepHops = 2
    private static let mostSteps = 150
    /// The fewest steps of a print: short words are alike.
    private static let leastSteps = 60
    /// The first prints of a channel that are kept.
    private static let most = 12
    private static let floor: Int32 = -36
    /// Prints are laid on each other with up to so many steps between their beginnings.
    private static let shift = 4
    /// The correlation, in thousandths, from which two are the same sound, and by how many of a
    /// hundred steps their lengths may differ.
    static let leastLikeness = 950
    private static let lengthPercent = 8

    /// Prints of the `stretches`, in frames, of one channel; short ones have none.
    static func all(of stretches: [Range<Int64>], in channel: ChannelLevels) -> [SoundPrint] {
        stretches.lazy.compactMap { SoundPrint(channel, channel.hops(of: $0)) }.prefix(most).map(
            \.self)
    }

    private init?(_ channel: ChannelLevels, _ hops: Range<Int>) {
        let steps = min(hops.count / Self.stepHops, Self.mostSteps)
        guard steps >= Self.leastSteps else { return nil }
        let means = (0..<steps).map { step -> Int32 in
            let first = hops.lowerBound + step * Self.stepHops
            return channel.hops[first..<first + Self.stepHops].reduce(0, +) / Int32(Self.stepHops)
        }
        let top = means.max() ?? 0
        levels = means.map { Int8(max(Self.floor, ($0 - top) / 100)) }
    }

    /// Whether this is the same sound as `other`.
    package func isAlike(_ other: SoundPrint) -> Bool {
        let (most, least) = (
            max(levels.count, other.levels.count), min(levels.count, other.levels.count)
        )
        guard (most - least) * 100 <= most * Self.lengthPercent else { return false }
        return (-Self.shift...Self.shift).contains { likeness(other, $0) >= Self.leastLikeness }
    }

    /// The correlation of the levels with those of `other` so many steps later, in thousandths.
    private func likeness(_ other: SoundPrint, _ shift: Int) -> Int {
        let steps = max(0, -shift)..<min(levels.count, other.levels.count - shift)
        var (x, y, xx, yy, xy) = (0, 0, 0, 0, 0)
        for step in steps {
            let (one, two) = (Int(levels[step]), Int(other.levels[step + shift]))
            (x, y, xx, yy, xy) = (x + one, y + two, xx + one * one, yy + two * two, xy + one * two)
        }
        let count = steps.count
        let spread =
            Double(count * xx - x * x).squareRoot() * Double(count * yy - y * y).squareRoot()
        return spread > 0 ? Int(Double(count * xy - x * y) / spread * 1_000) : 0
    }
}
