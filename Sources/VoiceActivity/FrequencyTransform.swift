import CFFTW
import Synchronization

/// Real transforms of one size: the only owner of their plans and buffers.
///
/// Shape: `size` floats in, `size / 2 + 1` complex bins out; and back for ``lagCount`` lags.
/// Source: FFTW 3.3 manual, real-data transforms.
struct FrequencyTransform: ~Copyable {
    /// Lags that the inverse transform gives; bins beyond half of it take no part.
    static let lagCount = 256
    // FFTW's planner works on tables that the whole process shares.
    private static let planner = Mutex<Void>(())
    let size: Int
    let bins: Int
    let samples: UnsafeMutablePointer<Float>
    let spectrum: UnsafeMutablePointer<fftwf_complex>
    let lags: UnsafeMutablePointer<Float>
    let lagSpectrum: UnsafeMutablePointer<fftwf_complex>
    private let forward: fftwf_plan
    private let inverse: fftwf_plan

    init(size: Int) {
        precondition(size >= Self.lagCount && size % 2 == 0, "the size must be even and 256 up")
        self.size = size
        bins = size / 2 + 1
        samples = .allocate(capacity: size)
        spectrum = .allocate(capacity: size / 2 + 1)
        lags = .allocate(capacity: Self.lagCount)
        lagSpectrum = .allocate(capacity: Self.lagCount / 2 + 1)
        samples.initialize(repeating: 0, count: size)
        lags.initialize(repeating: 0, count: Self.lagCount)
        // The plan is estimated, not measured, and keeps off vector instructions: the bits of
        // the result would otherwise depend on timing and on the CPU.
        let flags = FFTW_ESTIMATE | UInt32(FFTW_NO_SIMD)
        var plans: (fftwf_plan?, fftwf_plan?)
        let (samples, spectrum, lags, lagSpectrum) = (samples, spectrum, lags, lagSpectrum)
        Self.planner.withLock { _ in
            plans.0 = fftwf_plan_dft_r2c_1d(Int32(size), samples, spectrum, flags)
            plans.1 = fftwf_plan_dft_c2r_1d(Int32(Self.lagCount), lagSpectrum, lags, flags)
        }
        guard let forward = plans.0, let inverse = plans.1 else {
            preconditionFailure("FFTW has no plan for \(size) points")
        }
        self.forward = forward
        self.inverse = inverse
    }

    /// Turns `samples` into `spectrum`.
    func transform() { fftwf_execute(forward) }

    /// Turns `lagSpectrum` into `lags`; overwrites its input.
    func correlate() { fftwf_execute(inverse) }

    deinit {
        let (forward, inverse) = (forward, inverse)
        Self.planner.withLock { _ in
            fftwf_destroy_plan(forward)
            fftwf_destroy_plan(inverse)
        }
        samples.deallocate()
        spectrum.deallocate()
        lags.deallocate()
        lagSpectrum.deallocate()
    }
}
