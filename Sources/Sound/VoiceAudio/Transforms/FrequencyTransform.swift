internal import CFFTW
internal import Synchronization

/// Powers of one size of sound by FFTW: the only owner of their buffers.
///
/// Shape: `size` samples in, `size / 2 + 1` powers out.
package struct FrequencyTransform: ~Copyable {
    private let size: Int
    private let samples: UnsafeMutablePointer<Float>
    private let spectrum: TransformPlan.Bins
    private let plan: TransformPlan

    /// A transform of an even size.
    package init(size: Int) {
        precondition(size > 0 && size % 2 == 0, "the size must be even")
        self.size = size
        samples = .allocate(capacity: size)
        spectrum = .allocate(capacity: size / 2 + 1)
        samples.initialize(repeating: 0, count: size)
        spectrum.initialize(repeating: (0, 0), count: size / 2 + 1)
        plan = TransformPlan(size, from: samples, to: spectrum)
    }

    /// Fills `powers`, one a bin, from samples and a window that may be shorter than the transform.
    package func measure(
        _ sound: UnsafePointer<Float>, window: UnsafeBufferPointer<Float>,
        into powers: UnsafeMutablePointer<Float>
    ) {
        precondition(window.count <= size, "the window is longer than the transform")
        for index in window.indices { samples[index] = sound[index] * window[index] }
        for index in window.count..<size { samples[index] = 0 }
        measure(into: powers)
    }

    private func measure(into powers: UnsafeMutablePointer<Float>) {
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

/// Plan of FFTW, the same on every machine: the only place that plans.
///
/// Source: FFTW 3.3 manual, real-data transforms.
struct TransformPlan: ~Copyable {
    // FFTW's planner works on tables that the whole process shares.
    private static let planner = Mutex<Void>(())
    // The plan is estimated, not measured, and keeps off vector instructions: the bits of the
    // result would otherwise depend on timing and on the CPU.
    private static let flags = FFTW_ESTIMATE | UInt32(FFTW_NO_SIMD)
    private let plan: fftwf_plan

    /// From `size` samples to `size / 2 + 1` bins.
    init(_ size: Int, from samples: UnsafeMutablePointer<Float>, to bins: Bins) {
        plan = Self.plan(size) { fftwf_plan_dft_r2c_1d(Int32(size), samples, bins, Self.flags) }
    }

    /// From `size / 2 + 1` bins, which are lost, to `size` samples, `size` times too large.
    init(_ size: Int, from bins: Bins, to samples: UnsafeMutablePointer<Float>) {
        plan = Self.plan(size) { fftwf_plan_dft_c2r_1d(Int32(size), bins, samples, Self.flags) }
    }

    typealias Bins = UnsafeMutablePointer<fftwf_complex>

    private static func plan(_ size: Int, _ make: () -> fftwf_plan?) -> fftwf_plan {
        guard let plan = planner.withLock({ _ in make() }) else {
            preconditionFailure("FFTW has no plan for \(size) points")
        }
        return plan
    }

    func run() { fftwf_execute(plan) }

    deinit {
        let plan = plan
        Self.planner.withLock { _ in fftwf_destroy_plan(plan) }
    }
}
