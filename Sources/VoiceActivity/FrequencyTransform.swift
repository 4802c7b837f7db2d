import CFFTW
import Synchronization

/// Real transforms of one size by FFTW: the only owner of their plan and buffers.
///
/// Shape: `size` floats in, `size / 2 + 1` complex bins out.
/// Source: FFTW 3.3 manual, real-data transforms.
struct FrequencyTransform: ~Copyable {
    // FFTW's planner works on tables that the whole process shares.
    private static let planner = Mutex<Void>(())
    private let size: Int
    private let samples: UnsafeMutablePointer<Float>
    private let spectrum: UnsafeMutablePointer<fftwf_complex>
    private let plan: fftwf_plan

    init(size: Int) {
        precondition(size > 0 && size % 2 == 0, "the size must be even")
        self.size = size
        samples = .allocate(capacity: size)
        spectrum = .allocate(capacity: size / 2 + 1)
        samples.initialize(repeating: 0, count: size)
        spectrum.initialize(repeating: (0, 0), count: size / 2 + 1)
        // The plan is estimated, not measured, and keeps off vector instructions: the bits of
        // the result would otherwise depend on timing and on the CPU.
        let flags = FFTW_ESTIMATE | UInt32(FFTW_NO_SIMD)
        let (samples, spectrum) = (samples, spectrum)
        var plan: fftwf_plan?
        Self.planner.withLock { _ in
            plan = fftwf_plan_dft_r2c_1d(Int32(size), samples, spectrum, flags)
        }
        guard let plan else { preconditionFailure("FFTW has no plan for \(size) points") }
        self.plan = plan
    }

    /// Fills `powers`, one a bin, from windowed samples.
    func measure(
        _ sound: UnsafePointer<Int16>, window: UnsafePointer<Float>,
        into powers: UnsafeMutablePointer<Float>
    ) {
        for index in 0..<size { samples[index] = Float(sound[index]) * window[index] }
        fftwf_execute(plan)
        for bin in 0...size / 2 {
            let value = spectrum[bin]
            powers[bin] = value.0 * value.0 + value.1 * value.1
        }
    }

    deinit {
        let plan = plan
        Self.planner.withLock { _ in fftwf_destroy_plan(plan) }
        samples.deallocate()
        spectrum.deallocate()
    }
}
