import CSndFile

/// The four forms in which libsndfile takes and gives samples.
///
/// Units: floating point is a share of full scale, integers are steps of their whole range.
protocol SoundSample: BitwiseCopyable {
    typealias Reading = (OpaquePointer?, UnsafeMutablePointer<Self>?, Int64) -> Int64
    typealias Writing = (OpaquePointer?, UnsafePointer<Self>?, Int64) -> Int64
    /// The functions that take whole frames of a file and give them to one; they return how many.
    static var read: Reading { get }
    static var write: Writing { get }
    /// Returns the place of the first NaN or infinity; nil without any.
    static func firstNonFinite(_ samples: UnsafeBufferPointer<Self>) -> Int?
}

extension SoundSample where Self: FixedWidthInteger {
    static func firstNonFinite(_ samples: UnsafeBufferPointer<Self>) -> Int? { nil }
}

extension Int16: SoundSample {
    static var read: Reading { sf_readf_short }
    static var write: Writing { sf_writef_short }
}

extension Int32: SoundSample {
    static var read: Reading { sf_readf_int }
    static var write: Writing { sf_writef_int }
}

extension Float: SoundSample {
    static var read: Reading { sf_readf_float }
    static var write: Writing { sf_writef_float }

    static func firstNonFinite(_ samples: UnsafeBufferPointer<Float>) -> Int? {
        // An exponent of all ones is NaN or infinity; integers let the compiler use vectors.
        var worst: Int32 = 0
        for sample in samples {
            worst = max(worst, Int32(bitPattern: sample.bitPattern & 0x7fff_ffff))
        }
        return worst < 0x7f80_0000 ? nil : samples.firstIndex { !$0.isFinite }
    }
}

extension Double: SoundSample {
    static var read: Reading { sf_readf_double }
    static var write: Writing { sf_writef_double }

    static func firstNonFinite(_ samples: UnsafeBufferPointer<Double>) -> Int? {
        // Zero times NaN or infinity is NaN, which a sum keeps; lanes let the sums run abreast.
        var sums = SIMD8<Double>(repeating: 0)
        let bytes = UnsafeRawBufferPointer(samples)
        let whole = samples.count / 8 * 8
        for start in stride(from: 0, to: whole, by: 8) {
            sums += bytes.loadUnaligned(fromByteOffset: start * 8, as: SIMD8<Double>.self) * 0
        }
        for index in whole..<samples.count { sums[0] += samples[index] * 0 }
        return sums.sum() == 0 ? nil : samples.firstIndex { !$0.isFinite }
    }
}

/// A block of samples that is allocated once and used again for every piece of a file.
struct SampleBlock<Sample: BitwiseCopyable>: ~Copyable {
    /// Number of samples that a block holds, about: whole frames, at least one.
    static var usualCount: Int { 16_384 }

    let samples: UnsafeMutableBufferPointer<Sample>

    /// Allocates a block of whole frames of so many channels.
    init(channels: Int) {
        samples = .allocate(capacity: max(1, Self.usualCount / channels) * channels)
    }

    /// The first `count` samples.
    func first(_ count: Int) -> UnsafeMutableBufferPointer<Sample> {
        UnsafeMutableBufferPointer(rebasing: samples[..<count])
    }

    deinit { samples.deallocate() }
}
