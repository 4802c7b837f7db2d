import CFFTW

/// Measures how much a spectrum looks like that of a voice: alike after one pitch period.
///
/// Source: autocorrelation with the window's own taken out, after Boersma 1993, over the square
/// root of the power so that one strong partial does not decide alone.
struct PitchMeter {
    // Pitch from 70 to 400 Hz, carried by partials from 80 to 1,600 Hz.
    private static let pitchHertz = 70.0...400.0
    private let bins: Range<Int>
    private let lags: ClosedRange<Int>
    private let corrections: [Float]

    init(sampleRate: Int, window: [Float]) {
        let binHertz = Double(sampleRate) / Double(window.count)
        bins = Int((80 / binHertz).rounded())..<Int((1_600 / binHertz).rounded())
        let lagSeconds = 1 / (Double(FrequencyTransform.lagCount) * binHertz)
        let shortest = 1 / Self.pitchHertz.upperBound / lagSeconds
        let longest = 1 / Self.pitchHertz.lowerBound / lagSeconds
        lags = Int(shortest)...min(Int(longest), FrequencyTransform.lagCount / 2 - 1)
        corrections = (0...lags.upperBound).map { lag in
            let samples = Double(lag) * lagSeconds * Double(sampleRate)
            return 1 / max(0.2, WindowTable.correlation(of: window, lag: samples))
        }
    }

    /// The periodicity of the spectrum in thousandths.
    func measure(_ transform: borrowing FrequencyTransform) -> Int32 {
        let source = transform.spectrum
        let target = transform.lagSpectrum
        for bin in 0...FrequencyTransform.lagCount / 2 { target[bin] = (0, 0) }
        for bin in bins {
            let value = source[bin]
            target[bin].0 = (value.0 * value.0 + value.1 * value.1).squareRoot()
        }
        transform.correlate()
        let whole = transform.lags[0]
        guard whole > 0 else { return 0 }
        var best: Float = 0
        for lag in lags { best = max(best, transform.lags[lag] * corrections[lag]) }
        return Int32((1_000 * min(1, best / whole)).rounded())
    }
}
