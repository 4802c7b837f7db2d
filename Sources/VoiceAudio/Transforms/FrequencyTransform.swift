internal import CFFTW

/// Powers of one size of sound by FFTW: the only owner of their buffers.
///
/// Shape: `size` samples in, `size / 2 + 1` powers out.
public struct FrequencyTransform: ~Copyable {
    private let size: Int
    private let samples: UnsafeMutablePointer<Float>
    private let spectrum: TransformPlan.Bins
    private let plan: TransformPlan

    /// A transform of an even size.
    public init(size: Int) {
        precondition(size > 0 && size % 2 == 0, "the size must be even")
        self.size = size
        samples = .allocate(capacity: size)
        spectrum = .allocate(capacity: size / 2 + 1)
        samples.initialize(repeating: 0, count: size)
        spectrum.initialize(repeating: (0, 0), count: size / 2 + 1)
        plan = TransformPlan(size, from: samples, to: spectrum)
    }

    /// Fills `powers`, one a bin, from windowed samples.
    public func measure(
        _ sound: UnsafePointer<Int16>, window: UnsafePointer<Float>,
        into powers: UnsafeMutablePointer<Float>
    ) {
        for index in 0..<size { samples[index] = Float(sound[index]) * window[index] }
        plan.run()
        for bin in 0...size / 2 {
            let value = spectrum[bin]
            powers[bin] = value.0 * value.0 + value.1 * value.1
        }
    }

    deinit {
        samples.deallocate()
        spectrum.deallocate()
    }
}
