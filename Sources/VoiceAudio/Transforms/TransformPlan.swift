internal import CFFTW
internal import Synchronization

/// A plan of FFTW's, the same on every machine: the only place that plans.
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
