/// The faint noise of a quiet room, white, at about -60 dBFS RMS, the same for the same seed.
///
/// Shape: the sample of a frame depends on the seed and the frame's number alone, so blocks of
/// any size and order give the same sound. Integers only. Source: the splitmix64 finaliser of
/// Steele, Lea and Flood 2014; the sum of four uniform numbers stands for a bell curve.
package struct RoomTone: Sendable, Equatable {
    private let seed: UInt64

    /// The tone of one seed.
    package init(seed: UInt64) { self.seed = seed }

    /// The sample at a frame.
    package func sample(at frame: Int64) -> Int16 {
        var bits = seed &+ (UInt64(bitPattern: frame) &+ 1) &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        let sum =
            Int32(bits & 0xFFFF) + Int32((bits >> 16) & 0xFFFF) + Int32((bits >> 32) & 0xFFFF)
            + Int32(bits >> 48)
        // Twice the sum has a deviation of 75,674 around 262,140; 32.8 steps are -60 dBFS.
        let centred = 2 * sum - 262_140
        return Int16((centred + (centred < 0 ? -1_154 : 1_154)) / 2_309)
    }

    /// Fills a buffer with consecutive frames.
    package func fill(_ buffer: UnsafeMutableBufferPointer<Int16>, from frame: Int64) {
        for index in buffer.indices { buffer[index] = sample(at: frame + Int64(index)) }
    }

    /// A sound of the tone from frame 0 on.
    package func sound(frames: Int, sampleRate: Int) -> MonoSound {
        MonoSound(
            sampleRate: sampleRate, samples: (0..<frames).map { sample(at: Int64($0)) })
    }
}
