/// The sound of one channel of a call as it is heard in the other: the app's echo in the caller's
/// channel, or cross-talk of a line.
///
/// It is found where levels of hops rise and fall alike: that shows an echo 30 dB down, whatever
/// codec and loudspeaker lie between. An echo keeps its delay from one stretch of speech to the
/// next; levels that are alike by chance do not. So an echo may begin late in a call, drift, or
/// change its delay. Source: normalised cross-correlation of the levels of each stretch of speech;
/// `scripts/measures/measure-calls`.
package struct ChannelEcho: Sendable, Equatable {
    /// One stretch of speech that is heard in the other channel.
    package struct Witness: Sendable, Equatable {
        /// The stretch, in hops.
        let stretch: Range<Int>
        /// Delay with which it is heard, in hops.
        let delay: Int
        /// Likeness of the levels, in thousandths.
        let likeness: Int
    }

    /// Delay of the echo, in hops of 10 ms; negative where the source's channel runs behind.
    package var delayHops: Int
    /// The delay in microseconds, between hops.
    package var delayMicroseconds: Int64
    /// Level of the echo less that of the sound it is of, in hundredths of a decibel.
    package var levelCentiDB: Int32
    /// Likeness of the levels, in thousandths.
    package var likenessPermille: Int
    /// Growth of the delay, in millionths of the time; nil where that may be chance.
    package var driftPPM: Int?
    /// Stretches that show the echo, ascending; empty for an echo of one delay that is known.
    private(set) var witnesses: [Witness] = []

    /// Likeness and level, in thousandths and hundredths of a decibel, of one sound in two
    /// channels.
    private static let sameLikeness = 980
    private static let sameLevel: Int32 = 100
    /// The delays that are tried, in hops: calls over satellites and several networks hear
    /// themselves after more than half a second.
    package static let delays = -3...150
    /// Least likeness of a witness. Without an echo stretches reach 930 at some delay, cross-talk
    /// 40 dB down into a room 62 dB down reaches 570, an echo 30 dB down 740.
    static let leastLikeness = 600
    /// Least likeness of a single witness, in a call of hardly any speech; ``leastDelays`` is how
    /// many times its delay it must last: an answer behind it is alike, too.
    private static let leastAlone = 800
    private static let leastDelays = 2
    /// Largest distance of the delays of witnesses in a row, in hops.
    private static let tolerance = 3
    /// Number of witnesses before one, and behind it, that may have its delay.
    private static let reach = 2
    /// Share of stretches that have to be witnesses: one in so many.
    private static let fewestShare = 8
    /// Shortest stretch of speech that is compared, in hops; ``mostHops`` is how much of a longer
    /// one.
    private static let leastHops = 40
    private static let mostHops = 400
    /// Largest number of stretches that are compared, from all parts of a call.
    private static let stretchLimit = 200
    /// Distance from the top of speech, in hundredths of a decibel, down to which its level tells
    /// that of the echo.
    private static let depth: Int32 = 1_500

    /// Finds the echo of `source` in `other`; `speech` is where the source's own side speaks, in
    /// hops. Nil without an echo.
    package init?(
        of source: ChannelLevels, in other: ChannelLevels, during speech: [Range<Int>]
    ) {
        let stretches = Self.stretches(of: speech, hops: min(source.hops.count, other.hops.count))
        let comparison = LevelComparison(source.hops, other.hops)
        let witnesses = Self.agreeing(
            stretches.compactMap { Self.witness(comparison, $0) }, of: stretches.count)
        guard !witnesses.isEmpty, let level = Self.level(source, other, witnesses) else {
            return nil
        }
        self.witnesses = witnesses
        let delays = witnesses.map(\.delay).sorted()
        delayHops = delays[delays.count / 2]
        let likenesses = witnesses.map(\.likeness).sorted()
        likenessPermille = likenesses[likenesses.count / 2]
        levelCentiDB = level
        let line = DelayLine(comparison, witnesses)
        delayMicroseconds = line.microseconds ?? Int64(delayHops) * 10_000
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

    /// Finds the delay at which `stretch` is most alike; nil where it is not alike at any.
    ///
    /// An echo sounds while its source still does: an answer to the stretch begins behind it.
    private static func witness(
        _ comparison: LevelComparison, _ stretch: Range<Int>
    ) -> Witness? {
        var best: (delay: Int, likeness: Int)?
        for delay in delays {
            guard let likeness = comparison.likeness(in: stretch, delay: delay) else { continue }
            if likeness > best?.likeness ?? (leastLikeness - 1) { best = (delay, likeness) }
        }
        guard let best, best.delay < stretch.count else { return nil }
        return Witness(stretch: stretch, delay: best.delay, likeness: best.likeness)
    }

    /// Keeps the `witnesses` whose delay another one near has too; none where they are too few of
    /// `count` stretches.
    private static func agreeing(_ witnesses: [Witness], of count: Int) -> [Witness] {
        if count == 1 {
            return witnesses.filter {
                $0.likeness >= leastAlone && $0.delay * leastDelays <= $0.stretch.count
            }
        }
        let agreeing = witnesses.indices.filter { place in
            let near = max(0, place - reach)...min(witnesses.count - 1, place + reach)
            return near.contains {
                $0 != place && abs(witnesses[$0].delay - witnesses[place].delay) <= tolerance
            }
        }
        return agreeing.count * fewestShare < count ? [] : agreeing.map { witnesses[$0] }
    }

    /// Returns how far the other channel is below the source where that is loud. The other side
    /// adds to some of it, so that less than the median counts.
    private static func level(
        _ source: ChannelLevels, _ other: ChannelLevels, _ witnesses: [Witness]
    ) -> Int32? {
        let least = source.level(percentile: 98) - depth
        var differences: [Int32] = []
        for witness in witnesses {
            for hop in witness.stretch where source.hops[hop] > least {
                guard other.hops.indices.contains(hop + witness.delay) else { continue }
                differences.append(other.hops[hop + witness.delay] - source.hops[hop])
            }
        }
        differences.sort()
        return differences.isEmpty ? nil : differences[differences.count * 35 / 100]
    }
}
