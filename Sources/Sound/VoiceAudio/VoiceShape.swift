package import VoiceTime

/// Loudness of a stretch of sound, and the distribution of its power over the spectrum, on average.
///
/// What changes within the stretch is not kept: noise that follows speech from hop to hop can be
/// understood even in four bands (Shannon et al. 1995).
/// Source: linear prediction by the autocorrelation method, Levinson's recursion.
package struct VoiceShape {
    /// Taps of the filter.
    static let order = 6
    /// The root mean square, where full scale is 32,768.
    package var level = 0.0
    private var taps = [Double](repeating: 0, count: order)

    /// Creates the shape of the measured sound; silent where nothing was measured.
    package init(_ sums: ShapeSums) {
        guard sums.count > 0, sums.products[0] > 0 else { return }
        level = (sums.products[0] / Double(sums.count)).squareRoot()
        predict(sums.products)
    }

    private mutating func predict(_ sums: [Double]) {
        // A little white noise keeps the filter from ringing for ever.
        var error = sums[0] * 1.001
        for step in 0..<Self.order {
            var reflection = sums[step + 1]
            for index in 0..<step { reflection -= taps[index] * sums[step - index] }
            reflection /= error
            let old = taps
            taps[step] = reflection
            for index in 0..<step {
                taps[index] = old[index] - reflection * old[step - 1 - index]
            }
            error *= 1 - reflection * reflection
        }
    }

    /// Returns noise of this shape and level, with a pulse every `pulseFrames` where there is a
    /// pitch.
    package func noise(
        frames: Range<Int>, pulseFrames: Int?, chance: ChanceStream
    ) -> [Int16] {
        guard level > 0 else { return [Int16](repeating: 0, count: frames.count) }
        var chance = chance
        var sound: [Double] = []
        sound.reserveCapacity(frames.count)
        var power = 0.0
        for frame in frames {
            let draw = Double(chance.next() >> 11) / Double(1 << 52) - 1
            var value = draw
            if let pulseFrames {
                value *= 0.2
                if frame % pulseFrames == 0 { value += Double(pulseFrames).squareRoot() }
            }
            for (lag, tap) in taps.enumerated() where lag < sound.count {
                value += tap * sound[sound.count - 1 - lag]
            }
            sound.append(value)
            power += value * value
        }
        let scale = level / (power / Double(max(1, sound.count))).squareRoot()
        return sound.map { Int16(max(-32_768, min(32_767, ($0 * scale).rounded()))) }
    }
}

/// Sums that a shape is made of: products of a sound with itself a few samples before.
package struct ShapeSums {
    fileprivate(set) var products = [Double](repeating: 0, count: VoiceShape.order + 1)
    fileprivate(set) var count = 0
    private var last = [Double](repeating: 0, count: VoiceShape.order)

    /// Sums of nothing.
    package init() {}

    /// Takes the next samples; `isBeginning` where they do not follow the last ones.
    package mutating func add(_ samples: UnsafeBufferPointer<Int16>, isBeginning: Bool) {
        if isBeginning { for lag in last.indices { last[lag] = 0 } }
        for sample in samples {
            let value = Double(sample)
            products[0] += value * value
            for lag in last.indices { products[lag + 1] += value * last[lag] }
            for lag in last.indices.dropFirst().reversed() { last[lag] = last[lag - 1] }
            last[0] = value
            count += 1
        }
    }
}
