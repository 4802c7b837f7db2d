/// The sound of one channel of a call as it is heard in the other: the app's echo in the caller's
/// channel, or cross-talk of a line.
///
/// It is found where levels of hops rise and fall alike: that shows an echo 30 dB down, whatever
/// codec and loudspeaker lie between. Source: normalised cross-correlation of the levels of each
/// stretch of speech, of which the median counts, so that a few over which the other side speaks
/// have no say; `scripts/measures/measure-calls`.
package struct ChannelEcho: Sendable, Equatable {
    /// How late it is, in hops of 10 ms; negative where the source's channel runs
    /// behind.
    package var delayHops: Int
    /// The delay in microseconds, between hops.
    package var delayMicroseconds: Int64
    /// Its level less that of the sound it is of, in hundredths of a decibel.
    package var levelCentiDB: Int32
    /// How alike the levels are, in thousandths.
    package var likenessPermille: Int
    /// By how much the delay grows, in millionths of the time; nil where that may be chance.
    package var driftPPM: Int?

    /// Likeness and level, in thousandths and hundredths of a decibel, of one sound in two
    /// channels.
    private static let sameLikeness = 980
    private static let sameLevel: Int32 = 100
    /// The delays that are tried, in hops: calls over satellites and several networks hear
    /// themselves after more than half a second.
    package static let delays = -3...150
    /// From here on levels that are alike are an echo. Without one they reach 150, cross-talk
    /// 40 dB down into a room 62 dB down reaches 570, an echo 30 dB down 740.
    static let leastLikeness = 600
    /// The shortest stretch of speech that is compared, and how much of a longer one, in hops.
    private static let leastHops = 40
    private static let mostHops = 400
    /// How many stretches are compared at most, from all parts of a call.
    private static let stretchLimit = 200
    /// How far below the top of speech its level tells that of the echo, in hundredths of a
    /// decibel.
    private static let depth: Int32 = 1_500

    /// The echo of `source` in `other`; `speech` is where the source's own side speaks, in hops.
    /// Nil where none is found.
    package init?(
        of source: ChannelLevels, in other: ChannelLevels, during speech: [Range<Int>]
    ) {
        let stretches = Self.stretches(of: speech, hops: min(source.hops.count, other.hops.count))
        let comparison = LevelComparison(source.hops, other.hops)
        var best: (delay: Int, likeness: Int)?
        for delay in Self.delays {
            let found = stretches.compactMap { comparison.likeness(in: $0, delay: delay) }.sorted()
            guard !found.isEmpty else { continue }
            let likeness = found[found.count / 2]
            if likeness > best?.likeness ?? 0 { best = (delay, likeness) }
        }
        guard let best, best.likeness >= Self.leastLikeness,
            let level = Self.level(source, other, stretches, delay: best.delay)
        else { return nil }
        delayHops = best.delay
        likenessPermille = best.likeness
        levelCentiDB = level
        let line = DelayLine(comparison, stretches, near: best.delay)
        delayMicroseconds = line.microseconds ?? Int64(best.delay) * 10_000
        driftPPM = line.driftPPM
    }

    /// Whether both channels hold one sound, so that neither is an echo of the other.
    package var isSameSound: Bool {
        likenessPermille >= Self.sameLikeness && delayHops == 0
            && abs(levelCentiDB) <= Self.sameLevel
    }

    /// An echo that is known.
    init(delayHops: Int, levelCentiDB: Int32) {
        self.delayHops = delayHops
        self.levelCentiDB = levelCentiDB
        delayMicroseconds = Int64(delayHops) * 10_000
        likenessPermille = 1_000
    }

    /// Parts of `speech` that are compared, from all over the call.
    private static func stretches(of speech: [Range<Int>], hops: Int) -> [Range<Int>] {
        let fitting = speech.map { $0.clamped(to: 0..<hops) }.filter { $0.count >= leastHops }
            .map { $0.lowerBound..<min($0.upperBound, $0.lowerBound + mostHops) }
        guard fitting.count > stretchLimit else { return fitting }
        return (0..<stretchLimit).map { fitting[$0 * fitting.count / stretchLimit] }
    }

    /// By how much the other channel is below the source where that is loud. The other side adds
    /// to some of it, so that less than the median counts.
    private static func level(
        _ source: ChannelLevels, _ other: ChannelLevels, _ stretches: [Range<Int>], delay: Int
    ) -> Int32? {
        let least = source.level(percentile: 98) - depth
        var differences: [Int32] = []
        for stretch in stretches {
            for hop in stretch where source.hops[hop] > least {
                guard other.hops.indices.contains(hop + delay) else { continue }
                differences.append(other.hops[hop + delay] - source.hops[hop])
            }
        }
        differences.sort()
        return differences.isEmpty ? nil : differences[differences.count * 35 / 100]
    }
}
