/// Turns floating point into integer steps: rounded, saturated, with dither where asked.
///
/// Shape: steps stand in the upper bits of an `Int32`. Rounding is to the nearest, halves to
/// even. A value beyond full scale becomes the largest or smallest step and is counted.
struct Quantizer {
    private let scale: Double
    private let unit: Int32
    private let isDithered: Bool
    private var noise: TriangularDither
    /// Number of samples that were beyond full scale.
    private(set) var clipped: Int64 = 0

    /// Steps of `bits` bits, 2 through 32.
    init(bits: Int, dither: TriangularDither?) {
        scale = Double(Int64(1) << Int64(bits - 1))
        unit = Int32(1) << Int32(32 - bits)
        isDithered = dither != nil
        noise = dither ?? TriangularDither(seed: 0)
    }

    /// Adding and taking off 1.5 * 2^52 leaves a double rounded, on vector units too.
    private static let rounder = 6_755_399_441_055_744.0

    /// Fills `target` with the steps of `source`, which is as long.
    mutating func quantize(
        _ source: UnsafeBufferPointer<Double>, into target: UnsafeMutableBufferPointer<Int32>
    ) {
        precondition(target.count == source.count, "one step for each sample")
        let (least, most) = (-scale, scale - 1)
        var over: Int64 = 0
        for index in source.indices {
            let value = source[index] * scale
            // A value within half a step of full scale is rounded, not clipped.
            over += value > most + 0.5 || value < least - 0.5 ? 1 : 0
            let noisy = isDithered ? value + noise.next() : value
            let rounded = max(least, min(most, (noisy + Self.rounder) - Self.rounder))
            target[index] = Int32(rounded) &* unit
        }
        clipped += over
    }
}

/// Noise of two steps' width with a triangular distribution, which makes the error of rounding
/// independent of the sound.
///
/// The same for the same seed. Source: Lipshitz, Wannamaker and Vanderkooy, "Quantization and
/// Dither", 1992; numbers from splitmix64 (Steele, Lea and Flood 2014).
struct TriangularDither {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// The next value, in steps, between -1 and 1.
    mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        let sum = Int64(bits & 0xFFFF_FFFF) - Int64(bits >> 32)
        return Double(sum) * (1 / 4_294_967_296)
    }
}
