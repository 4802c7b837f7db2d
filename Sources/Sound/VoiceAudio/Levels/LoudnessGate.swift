internal import VoiceSystem

/// Loudness over time, from the weighted power of every 100 ms, in constant memory.
///
/// Blocks of 400 ms overlap by three quarters; those below -70 LUFS, then those 10 LU below the
/// mean of the rest, do not count. The range is between the 10th and the 95th percentile of the
/// blocks of 3 s that stand within 20 LU of their mean. Blocks are sorted into bins of 0.01 LU
/// that keep their exact power, so only which side of a gate a bin is on is rounded.
/// Source: ITU-R BS.1770-4, annex 1; EBU Tech 3341 and 3342.
struct LoudnessGate {
    private static let absolute = -70.0
    private static let binsPerUnit = 100.0
    private static let binCount = 10_000

    private struct Bins {
        var counts = [Int64](repeating: 0, count: LoudnessGate.binCount)
        var powers = [Double](repeating: 0, count: LoudnessGate.binCount)

        mutating func add(_ power: Double) {
            let loudness = LoudnessGate.loudness(of: power)
            guard loudness >= LoudnessGate.absolute else { return }
            let bin = Self.place(loudness)
            counts[bin] += 1
            powers[bin] += power
        }

        /// Returns the bin of a loudness; values beyond the bins are in the nearest.
        private static func place(_ loudness: Double) -> Int {
            let place = (loudness - LoudnessGate.absolute) * LoudnessGate.binsPerUnit
            return place > 0 ? Int(min(Double(LoudnessGate.binCount - 1), place)) : 0
        }

        /// Returns the mean power of the blocks from `first` on; nil if there is none.
        func mean(from first: Int) -> Double? {
            let count = counts[first...].reduce(0, +)
            return count == 0 ? nil : powers[first...].reduce(0, +) / Double(count)
        }

        /// Returns the first bin whose blocks are at or above a loudness.
        func bin(atLeast loudness: Double) -> Int {
            var bin = Self.place(loudness)
            while bin < LoudnessGate.binCount - 1,
                counts[bin] == 0
                    || LoudnessGate.loudness(of: powers[bin] / Double(counts[bin])) < loudness
            {
                bin += 1
            }
            return bin
        }
    }

    private var blocks = Bins()
    private var longBlocks = Bins()
    private var recent = [Double](repeating: 0, count: 30)
    private var pieces: Int64 = 0
    private var greatestMomentary = 0.0
    private var greatestShortTerm = 0.0

    /// Takes the weighted power of the next 100 ms.
    mutating func add(_ power: Double) {
        recent[Int(pieces % 30)] = power
        pieces += 1
        if pieces >= 4 {
            let mean = last(4)
            greatestMomentary = max(greatestMomentary, mean)
            blocks.add(mean)
        }
        if pieces >= 30 {
            let mean = last(30)
            greatestShortTerm = max(greatestShortTerm, mean)
            longBlocks.add(mean)
        }
    }

    private func last(_ count: Int) -> Double {
        var sum = 0.0
        for back in 1...count { sum += recent[Int((pieces - Int64(back)) % 30)] }
        return sum / Double(count)
    }

    /// The integrated loudness in LUFS; `-infinity` when no block passes the gates.
    var integrated: Double {
        guard let mean = blocks.mean(from: 0) else { return -.infinity }
        let first = blocks.bin(atLeast: Self.loudness(of: mean) - 10)
        return blocks.mean(from: first).map(Self.loudness) ?? -.infinity
    }

    /// The greatest loudness of any 400 ms, in LUFS.
    var momentary: Double { Self.loudness(of: greatestMomentary) }

    /// The greatest loudness of any 3 s, in LUFS.
    var shortTerm: Double { Self.loudness(of: greatestShortTerm) }

    /// The loudness range in LU; nil when no 3 s pass the gates.
    var range: Double? {
        guard let mean = longBlocks.mean(from: 0) else { return nil }
        let first = longBlocks.bin(atLeast: Self.loudness(of: mean) - 20)
        let counts = longBlocks.counts[first...]
        let total = counts.reduce(0, +)
        func percentile(_ share: Double) -> Double {
            var left = Int64((Double(total - 1) * share).rounded())
            for (bin, count) in zip(counts.indices, counts) {
                if left < count {
                    return Self.loudness(of: longBlocks.powers[bin] / Double(count))
                }
                left -= count
            }
            return 0
        }
        return total == 0 ? nil : percentile(0.95) - percentile(0.1)
    }

    /// The loudness of a weighted power.
    static func loudness(of power: Double) -> Double { -0.691 + Decibels.of(power: power) }

    /// The weighted power of a loudness.
    static func power(of loudness: Double) -> Double { pow(10, (loudness + 0.691) / 10) }
}
