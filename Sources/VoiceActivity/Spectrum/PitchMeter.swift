/// Measures how much a spectrum looks like that of a voice: alike after one pitch period.
///
/// Source: autocorrelation with the window's own taken out, after Boersma 1993, over the square
/// root of the power so that one strong partial does not decide alone.
struct PitchMeter: Sendable {
    /// Lags of a whole period of the first bin.
    private static let lagCount = 256
    /// Lags 1 through 64 are worked out, and with them those that mirror them about 64.
    private static let foldedLags = 64
    /// As many lags at once as registers hold sums of.
    private typealias Block = SIMD16<Float>
    private let bins: Range<Int>
    /// For every block of lags and every bin of it: the cosines.
    private let cosines: [Block]
    /// What the window takes from a lag, 0 for lags that are no pitch: the folded lags, then
    /// their mirror images, block by block in turn.
    private let corrections: [Block]

    init(sampleRate: Int, window: [Float], constants: SpectrumConstants) {
        let binHertz = Double(sampleRate) / Double(window.count)
        func bin(_ hertz: Int) -> Int { Int((Double(max(0, hertz)) / binHertz).rounded()) }
        let lowest = bin(constants.partialsLowestHertz)
        let bins = lowest..<max(lowest, min(bin(constants.partialsHighestHertz), window.count / 2))
        self.bins = bins
        let lagSeconds = 1 / (Double(Self.lagCount) * binHertz)
        func lag(_ hertz: Int) -> Int {
            min(Int(1 / Double(max(1, hertz)) / lagSeconds), Self.lagCount / 2 - 1)
        }
        let shortest = lag(constants.pitchHighestHertz)
        let lags = shortest...max(shortest, lag(constants.pitchLowestHertz))
        let leastShare = Float(max(1, constants.lagShareLeastPermille)) / 1_000
        func correction(_ lag: Int) -> Float {
            guard lags.contains(lag) else { return 0 }
            let samples = Double(lag) * lagSeconds * Double(sampleRate)
            return 1 / max(leastShare, WindowTable.correlation(of: window, lag: samples))
        }
        let blocks = stride(from: 1, through: Self.foldedLags, by: Block.scalarCount)
        corrections = blocks.flatMap { start in
            let folded = (start..<start + Block.scalarCount).map(correction)
            // Lag 64 mirrors itself: taking it twice does no harm.
            let mirrored = (start..<start + Block.scalarCount)
                .map { correction(2 * Self.foldedLags - $0) }
            return [Block(folded), Block(mirrored)]
        }
        cosines = blocks.flatMap { start in
            bins.map { bin in
                Block(
                    (start..<start + Block.scalarCount).map {
                        WindowTable.cosine(bin * $0, of: Self.lagCount)
                    })
            }
        }
    }

    /// The periodicity in thousandths of a spectrum of these `powers`.
    func measure(_ powers: UnsafeMutablePointer<Float>) -> Int32 {
        var whole: Float = 0
        for bin in bins {
            powers[bin] = powers[bin].squareRoot()
            whole += powers[bin]
        }
        guard whole > 0 else { return 0 }
        var best = Block()
        corrections.withUnsafeBufferPointer { corrections in
            cosines.withUnsafeBufferPointer { cosines in
                for block in 0..<Self.foldedLags / Block.scalarCount {
                    let start = block * bins.count
                    let (folded, mirrored) = Self.correlate(
                        powers, bins, UnsafeBufferPointer(rebasing: cosines[start...]))
                    let corrected = folded * corrections[2 * block]
                    best.replace(with: corrected, where: corrected .> best)
                    let others = mirrored * corrections[2 * block + 1]
                    best.replace(with: others, where: others .> best)
                }
            }
        }
        return Int32((1_000 * min(1, best.max() / whole)).rounded())
    }

    /// The correlations at a block of lags and at those that mirror them: of even bins the cosines
    /// are the same at both, of odd ones the opposite.
    @inline(__always)
    private static func correlate(
        _ magnitudes: UnsafeMutablePointer<Float>, _ bins: Range<Int>,
        _ cosines: UnsafeBufferPointer<Block>
    ) -> (folded: Block, mirrored: Block) {
        var sums = (Block(), Block())
        var place = 0
        while place + 1 < bins.count {
            let bin = bins.lowerBound + place
            sums.0 += Block(repeating: magnitudes[bin]) * cosines[place]
            sums.1 += Block(repeating: magnitudes[bin + 1]) * cosines[place + 1]
            place += 2
        }
        if place < bins.count {
            sums.0 += Block(repeating: magnitudes[bins.upperBound - 1]) * cosines[place]
        }
        let even = bins.lowerBound % 2 == 0 ? sums.0 : sums.1
        let odd = bins.lowerBound % 2 == 0 ? sums.1 : sums.0
        return (even + odd, even - odd)
    }
}
