/// Gain in thousandths for 16-bit samples, above unity with a soft limit.
///
/// Whole numbers only: the same samples everywhere. Up to unity the product is rounded to the
/// nearest sample. Above unity, what exceeds 3 dB below full scale is bent: with `e` the excess
/// and `r` the room up to full scale, `e * r / (e + r)` of it is left. The curve leaves the knee
/// with slope 1 and never reaches full scale, so loud prompts are squeezed and not clipped.
package enum SoftGain {
    /// The greatest gain: 24 dB.
    package static let greatest = 16_000
    /// Full scale over the square root of two.
    private static let knee = 23_170

    /// `sample` times `thousandths`, which count as 0 to ``greatest``.
    package static func apply(_ thousandths: Int, to sample: Int16) -> Int16 {
        guard thousandths != 1_000 else { return sample }
        let gain = min(max(0, thousandths), greatest)
        let product = Int(sample) * gain
        let rounded = (product + (product < 0 ? -500 : 500)) / 1_000
        guard gain > 1_000, abs(rounded) > knee else { return Int16(clamping: rounded) }
        let room = Int(Int16.max) - knee
        let excess = abs(rounded) - knee
        let limited = knee + excess * room / (excess + room)
        return Int16(rounded < 0 ? -limited : limited)
    }
}

/// Gain on 16-bit samples that stay 16-bit samples: rounded, saturated, counted.
enum ShortGain {
    /// Adding and taking off 1.5 * 2^23 leaves a float rounded, on vector units too.
    private static let rounder: Float = 12_582_912

    /// Multiplies samples in place and returns how many would have been beyond full scale.
    static func apply(_ factor: Float, to samples: UnsafeMutableBufferPointer<Int16>) -> Int64 {
        var clipped: Int64 = 0
        var start = 0
        // Counts of one piece fit 32 bits, which keeps the loop in vector registers.
        while start < samples.count {
            let end = min(start + 32_768, samples.count)
            var over: Int32 = 0
            for index in start..<end {
                let value = Float(samples[index]) * factor
                over &+= value > 32_767.5 || value < -32_768.5 ? 1 : 0
                let limited = max(-32_768, min(32_767, value))
                samples[index] = Int16(truncatingIfNeeded: Int32((limited + rounder) - rounder))
            }
            clipped += Int64(over)
            start = end
        }
        return clipped
    }

    /// The greatest absolute sample, 0 through 32768.
    static func peak(of samples: UnsafeBufferPointer<Int16>) -> Int32 {
        var greatest: Int32 = 0
        for sample in samples { greatest = max(greatest, abs(Int32(sample))) }
        return greatest
    }
}
