/// Measures how much four spectra look like that of a voice: alike after one pitch period.
///
/// Shape: bins of 31.25 Hz, one spectrum a lane. The autocorrelation is taken of the square root
/// of the power, so that one strong partial does not decide alone, at lags of 2.5 to 14.25 ms.
/// Source: Boersma 1993, the window's own autocorrelation taken out.
struct LanePitch: Sendable {
    typealias Lanes = SIMD4<Float>

    /// Partials from 94 to 1,250 Hz.
    static let bins = 3..<41
    /// Lags in steps of 250 us; those about 32 mirror each other.
    static let lags = 10...57
    private static let lagCount = 128
    private static let shortest = 7
    /// Cosines for every lag from the shortest to 32 and every bin.
    private let cosines: [Lanes]
    /// Corrections for what the window takes from each lag from 0 on; 0 for lags that are no pitch.
    private let corrections: [Lanes]

    static let shared = LanePitch()

    private init() {
        let window = WindowTable.hann(count: LaneSpectrum.size)
        corrections = (0...64).map { lag in
            guard Self.lags.contains(lag) else { return Lanes() }
            let share = WindowTable.correlation(of: window, lag: Double(lag) * 2)
            return Lanes(repeating: 1 / max(0.2, share))
        }
        cosines = (Self.shortest...32).flatMap { lag in
            Self.bins.map { bin in
                Lanes(repeating: WindowTable.cosine(bin * lag, of: Self.lagCount))
            }
        }
    }

    /// The periodicity, 0 to 1, and its lag. Takes the roots of `powers` in place.
    @inline(__always)
    func measure(_ powers: UnsafeMutablePointer<Lanes>) -> (strength: Lanes, lag: Lanes) {
        var whole = Lanes()
        for bin in Self.bins {
            powers[bin] = powers[bin].squareRoot()
            whole += powers[bin]
        }
        var best = Lanes()
        var bestLag = Lanes()
        cosines.withUnsafeBufferPointer { cosines in
            corrections.withUnsafeBufferPointer { corrections in
                var cosine = cosines.baseAddress.unsafelyUnwrapped
                let corrections = corrections.baseAddress.unsafelyUnwrapped
                // Two lags at a time, since sums that wait for each other take long.
                for lag in stride(from: Self.shortest, to: 32, by: 2) {
                    var (odd, even) = (Lanes(), Lanes())
                    var (nextOdd, nextEven) = (Lanes(), Lanes())
                    let next = cosine + Self.bins.count
                    for place in stride(from: 0, to: Self.bins.count, by: 2) {
                        let low = powers[Self.bins.lowerBound + place]
                        let high = powers[Self.bins.lowerBound + place + 1]
                        odd += low * cosine[place]
                        even += high * cosine[place + 1]
                        nextOdd += low * next[place]
                        nextEven += high * next[place + 1]
                    }
                    cosine += 2 * Self.bins.count
                    Self.keep((even + odd) * corrections[lag], lag, &best, &bestLag)
                    Self.keep((even - odd) * corrections[64 - lag], 64 - lag, &best, &bestLag)
                    let other = lag + 1
                    Self.keep((nextEven + nextOdd) * corrections[other], other, &best, &bestLag)
                    Self.keep(
                        (nextEven - nextOdd) * corrections[64 - other], 64 - other, &best, &bestLag)
                }
            }
        }
        let divisor = whole.replacing(with: 1, where: whole .<= 0)
        let strength = best / divisor
        return (strength.replacing(with: 1, where: strength .> 1), bestLag)
    }

    @inline(__always)
    private static func keep(
        _ found: Lanes, _ lag: Int, _ best: inout Lanes, _ bestLag: inout Lanes
    ) {
        let better = found .> best
        best.replace(with: found, where: better)
        bestLag.replace(with: Float(lag), where: better)
    }
}
