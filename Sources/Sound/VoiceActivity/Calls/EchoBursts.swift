/// The app's echo in the caller's channel where it comes through only in parts: a canceller that
/// lets bursts of 100 to 500 ms pass.
///
/// A burst is a run of hops in which the channel is loud while the other side speaks. It is an
/// echo where the other side's levels rise and fall alike at one delay, and the bursts of a call
/// show the same delay.
///
/// Source: normalised cross-correlation of levels; `scripts/measures/measure-calls`.
package struct EchoBursts: Sendable, Equatable {
    /// The bursts that are an echo, and all that were compared.
    package let count: Int
    package let compared: Int
    /// Their delay in hops of 10 ms.
    package let delayHops: Int

    /// The delays that are tried, in hops, and how long behind the other side a burst may be.
    private static let delays = 0...60
    private static let behind = 40
    /// The least level of a burst above the floor of the channel, in hundredths of a decibel.
    private static let above: Int32 = 600
    /// Hops of a burst, of a hole in it, and how much of a longer one is compared.
    private static let leastHops = 12
    private static let hole = 3
    private static let mostHops = 200
    /// Bursts that are compared at most.
    private static let limit = 400
    /// Likeness of levels, in thousandths, that shows an echo, and how far delays are apart.
    private static let leastLikeness = 750
    private static let tolerance = 2
    /// The fewest bursts of one delay, and how many of a hundred have it.
    private static let fewest = 3
    private static let percent = 50

    /// Finds the bursts of `source`, whose side speaks in `speech`, in `channel`; nil without any.
    package init?(of source: ChannelLevels, speech: [Range<Int64>], in channel: ChannelLevels) {
        let hops = min(source.hops.count, channel.hops.count)
        var covered = [Bool](repeating: false, count: hops)
        for stretch in speech {
            let own = source.hops(of: stretch)
            for hop in own.lowerBound..<min(hops, own.upperBound + Self.behind) where hop >= 0 {
                covered[hop] = true
            }
        }
        let quiet = (0..<hops).filter { !covered[$0] }.map { channel.hops[$0] }.sorted()
        guard !quiet.isEmpty else { return nil }
        let bar = quiet[quiet.count / 4] + Self.above
        let runs = Self.runs(hops) { covered[$0] && channel.hops[$0] > bar }
        let comparison = LevelComparison(source.hops, channel.hops)
        let delays = runs.compactMap { run -> Int? in
            var best: (likeness: Int, delay: Int)?
            for delay in Self.delays where run.lowerBound >= delay {
                let heard = run.lowerBound - delay..<run.upperBound - delay
                guard let likeness = comparison.likeness(in: heard, delay: delay),
                    likeness >= max(Self.leastLikeness, best?.likeness ?? 0)
                else { continue }
                best = (likeness, delay)
            }
            return best?.delay
        }
        let groups = delays.map { delay in delays.filter { abs($0 - delay) <= Self.tolerance } }
        guard let most = groups.max(by: { $0.count < $1.count }), most.count >= Self.fewest,
            most.count * 100 >= runs.count * Self.percent
        else { return nil }
        (count, compared) = (most.count, runs.count)
        delayHops = most.sorted()[most.count / 2]
    }

    /// Runs of hops that are loud, over short holes.
    private static func runs(_ hops: Int, _ isLoud: (Int) -> Bool) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for hop in 0..<hops where isLoud(hop) {
            if let last = runs.last, hop - last.upperBound <= hole {
                runs[runs.count - 1] = last.lowerBound..<hop + 1
            } else {
                runs.append(hop..<hop + 1)
            }
        }
        return Array(
            runs.filter { $0.count >= leastHops }.prefix(limit).map {
                $0.lowerBound..<min($0.upperBound, $0.lowerBound + mostHops)
            })
    }
}
