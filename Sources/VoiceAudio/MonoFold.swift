/// Folds interleaved float blocks into one channel of 16-bit sound at one rate.
struct MonoFold: ~Copyable {
    /// The most frames that one block holds.
    static let blockFrames = 16_384
    private var converter: RateConverter?
    private let rate: Int
    private var mono: [Float]
    private var converted: [Float] = []
    private var samples: [Int16] = []

    init(sourceRate: Int, targetRate: Int) throws(AudioError) {
        if sourceRate != targetRate {
            converter = try RateConverter(from: sourceRate, to: targetRate)
        } else {
            converter = nil
        }
        rate = targetRate
        mono = [Float](repeating: 0, count: Self.blockFrames)
    }

    /// Takes one block of `frames` interleaved frames.
    mutating func append(
        _ block: UnsafeMutableBufferPointer<Float>, frames: Int, channels: Int
    ) {
        for frame in 0..<frames {
            var sum: Float = 0
            for channel in 0..<channels { sum += block[frame * channels + channel] }
            mono[frame] = sum / Float(channels)
        }
        guard converter != nil else {
            for frame in 0..<frames { samples.append(PCM16.sample(mono[frame])) }
            return
        }
        convert(frames: frames, isLast: false)
    }

    /// Gives the whole sound.
    consuming func finish() -> MonoSound {
        if converter != nil { convert(frames: 0, isLast: true) }
        return MonoSound(sampleRate: rate, samples: samples)
    }

    private mutating func convert(frames: Int, isLast: Bool) {
        converted.removeAll(keepingCapacity: true)
        mono.withUnsafeBufferPointer { all in
            converter?.append(
                UnsafeBufferPointer(rebasing: all[0..<frames]), isLast: isLast, to: &converted)
        }
        for value in converted { samples.append(PCM16.sample(value)) }
    }
}
