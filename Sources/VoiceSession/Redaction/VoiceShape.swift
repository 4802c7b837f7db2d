internal import VoiceTime

/// How loud a stretch of sound is and how its power lies over the spectrum, on average.
///
/// What changes within the stretch is not kept: noise that follows speech from hop to hop can be
/// understood even in four bands (Shannon et al. 1995).
/// Source: linear prediction by the autocorrelation method, Levinson's recursion.
struct VoiceShape {
    private static let order = 6
    /// The root mean square, where full scale is 32,768.
    var level = 0.0
    private var taps = [Double](repeating: 0, count: order)

    /// The shape of `ranges` of `samples` taken together; silent when they hold nothing.
    init(of samples: [Int16], in ranges: [Range<Int>]) {
        var sums = [Double](repeating: 0, count: Self.order + 1)
        var count = 0
        for range in ranges {
            count += range.count
            for lag in 0...Self.order where range.count > lag {
                for index in range.lowerBound + lag..<range.upperBound {
                    sums[lag] += Double(samples[index]) * Double(samples[index - lag])
                }
            }
        }
        guard count > 0, sums[0] > 0 else { return }
        level = (sums[0] / Double(count)).squareRoot()
        predict(sums)
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

    /// Noise of this shape and level, with a pulse every `pulseFrames` where there is a pitch.
    func noise(
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
