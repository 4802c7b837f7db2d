/// Sums the squares of a buffer's samples.
struct VoiceKitMeter: HopMeter, Sendable {
    static let hopFrames = 1_024
    static let lead = 0
    static let lag = 0
    static let nothing: Int64 = 0

    mutating func measure(
        _ samples: UnsafeBufferPointer<Int16>, into readings: UnsafeMutableBufferPointer<Int64>
    ) {
        for buffer in readings.indices {
            var sum: Int64 = 0
            for index in buffer * Self.hopFrames..<(buffer + 1) * Self.hopFrames {
                let sample = Int32(samples[index])
                sum += Int64(sample * sample)
            }
            readings[buffer] = sum
        }
    }
}
