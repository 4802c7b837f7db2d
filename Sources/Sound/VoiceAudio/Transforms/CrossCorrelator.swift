internal import CFFTW

/// Finds a short sound in a longer one by their likeness at every place, by FFTW.
///
/// Shape: sounds of two fixed lengths in, one coefficient for every place of the short one in the
/// long one out, `longCount - shortCount + 1` of them. A coefficient is in -1...1, 0 where either
/// side is silent. Source: normalised cross-correlation, e.g. J. P. Lewis, "Fast Normalized
/// Cross-Correlation" (1995); the sums by circular correlation in the frequency domain.
package struct CrossCorrelator: ~Copyable {
    private let shortCount: Int
    private let longCount: Int
    private let size: Int
    private let samples: UnsafeMutablePointer<Float>
    private let short: TransformPlan.Bins
    private let long: TransformPlan.Bins
    private let toShort: TransformPlan
    private let toLong: TransformPlan
    private let back: TransformPlan

    /// A correlator of sounds that long, in samples.
    package init(shortCount: Int, longCount: Int) {
        precondition(shortCount > 0 && longCount >= shortCount, "the short sound is the longer one")
        self.shortCount = shortCount
        self.longCount = longCount
        var size = 2
        while size < longCount { size *= 2 }
        self.size = size
        samples = .allocate(capacity: size)
        samples.initialize(repeating: 0, count: size)
        short = .allocate(capacity: size / 2 + 1)
        long = .allocate(capacity: size / 2 + 1)
        short.initialize(repeating: (0, 0), count: size / 2 + 1)
        long.initialize(repeating: (0, 0), count: size / 2 + 1)
        toShort = TransformPlan(size, from: samples, to: short)
        toLong = TransformPlan(size, from: samples, to: long)
        back = TransformPlan(size, from: long, to: samples)
    }

    deinit {
        samples.deallocate()
        short.deallocate()
        long.deallocate()
    }

    /// Returns the likeness of the two at every place.
    package func coefficients(of sound: ArraySlice<Float>, in other: ArraySlice<Float>) -> [Float] {
        precondition(sound.count == shortCount && other.count == longCount, "other lengths")
        fill(sound)
        toShort.run()
        fill(other)
        toLong.run()
        for bin in 0...size / 2 {
            let (a, b) = (long[bin], short[bin])
            long[bin] = (a.0 * b.0 + a.1 * b.1, a.1 * b.0 - a.0 * b.1)
        }
        back.run()
        let energy = sound.reduce(0.0) { $0 + Double($1) * Double($1) }
        var under = other.prefix(shortCount).reduce(0.0) { $0 + Double($1) * Double($1) }
        return (0...(longCount - shortCount)).map { place in
            defer {
                if place < longCount - shortCount {
                    let (gone, come) = (
                        Double(other[other.startIndex + place]),
                        Double(other[other.startIndex + place + shortCount])
                    )
                    under += come * come - gone * gone
                }
            }
            let scale = (energy * max(0, under)).squareRoot() * Double(size)
            // What the transforms round away is not likeness.
            guard energy > 1e-9, under > 1e-9 else { return 0 }
            return max(-1, min(1, Float(Double(samples[place]) / scale)))
        }
    }

    private func fill(_ sound: ArraySlice<Float>) {
        var place = 0
        for sample in sound {
            samples[place] = sample
            place += 1
        }
        while place < size {
            samples[place] = 0
            place += 1
        }
    }
}
