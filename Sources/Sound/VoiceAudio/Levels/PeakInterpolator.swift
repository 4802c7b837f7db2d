internal import VoiceSystem

/// The filter that finds peaks between samples: at some 192 kHz or more, and at 24 times the rate
/// at most.
///
/// Source: ITU-R BS.1770-4, annex 2. Its example filter has 12 taps a phase and reads peaks of
/// telephone sound, which goes up to half its rate, half a decibel too low, and 4 points a sample
/// miss another half; this windowed sinc of 24 taps at 192 kHz agrees with ffmpeg there.
struct PeakInterpolator: Sendable {
    /// The frames before the newest that a sum reaches back to.
    let reach: Int
    /// The taps of each point between two samples, newest sample first.
    let phases: [[Float]]
    /// Factor of the greatest sample in reach that no point between can exceed.
    let bound: Float

    init(sampleRate: Int) {
        let factor = min(24, max(1, (192_000 + sampleRate / 2) / max(1, sampleRate)))
        let points = 24 * factor + 1
        var phases = [[Float]](repeating: [], count: max(0, factor - 1))
        for point in 0..<points where point % factor != 0 {
            let place = Double(point - points / 2) * Double.pi / Double(factor)
            let window = 0.5 * (1 - cos(2 * Double.pi * Double(point) / Double(points - 1)))
            phases[point % factor - 1].append(Float(sin(place) / place * window))
        }
        self.phases = phases
        reach = (phases.first?.count ?? 1) - 1
        // A thousandth more than the sum covers the rounding of the sums themselves.
        bound = (phases.map { $0.reduce(0) { $0 + abs($1) } }.max() ?? 0) * 1.001
    }

    /// Number of frames by which the newest sample of a sum is ahead of the point that it gives.
    var half: Int { (reach + 1) / 2 }

    /// Number of outputs that are computed in one go.
    static let width = 16

    /// Returns the greatest absolute value between samples, over `width` sums whose newest samples
    /// are at `place` and behind; `reach` samples before it must be there.
    func peak(_ samples: UnsafePointer<Float>, at place: Int) -> Float {
        peaks(samples, at: place).max()
    }

    /// Returns the absolute values between samples, `width` of them, the greatest over all phases.
    func peaks(_ samples: UnsafePointer<Float>, at place: Int) -> SIMD16<Float> {
        var greatest = SIMD16<Float>(repeating: 0)
        for phase in phases { greatest = larger(greatest, absolute(samples, place, phase)) }
        return greatest
    }

    @inline(__always)
    private func absolute(
        _ samples: UnsafePointer<Float>, _ place: Int, _ taps: [Float]
    ) -> SIMD16<Float> {
        var sum = SIMD16<Float>(repeating: 0)
        for tap in taps.indices {
            let piece = UnsafeRawPointer(samples + (place - tap))
                .loadUnaligned(as: SIMD16<Float>.self)
            sum += piece * taps[tap]
        }
        return larger(sum, -sum)
    }

    @inline(__always)
    private func larger(_ first: SIMD16<Float>, _ second: SIMD16<Float>) -> SIMD16<Float> {
        first.replacing(with: second, where: second .> first)
    }
}
