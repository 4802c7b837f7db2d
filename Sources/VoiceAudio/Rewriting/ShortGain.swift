/// Gain on 16-bit samples that stay 16-bit samples: rounded, saturated, counted.
enum ShortGain {
    /// Adding and taking off 1.5 * 2^23 leaves a float rounded, on vector units too.
    private static let rounder: Float = 12_582_912

    /// Multiplies samples in place and gives how many would have been beyond full scale.
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
