/// The level of a hop of sound, by itself.
enum HopLevel {
    /// No level is told as lower.
    static let lowest: Int32 = -96_000

    /// The mean power in thousandths of a decibel relative to full scale.
    static func milliDecibels(_ hop: UnsafeBufferPointer<Int16>) -> Int32 {
        var sum: Int64 = 0
        for sample in hop { sum &+= Int64(Int32(sample) &* Int32(sample)) }
        guard sum > 0, !hop.isEmpty else { return lowest }
        let power = Float(sum) / (Float(hop.count) * 1_073_741_824)
        return max(lowest, MilliDecibels.of(SIMD4(repeating: power)).x)
    }
}
