import Testing

@testable import VoiceAudio

@Suite("The limiter")
struct LimiterTests {
    private func limited(
        _ samples: [Double], channels: Int = 1, ceiling: Double = -1, pieces: Int = 777
    ) -> [Double] {
        var limiter = Limiter(ceilingDB: ceiling, sampleRate: 16_000, channels: channels)
        var output: [Double] = []
        let size = pieces * channels
        for start in stride(from: 0, to: samples.count, by: size) {
            let end = min(start + size, samples.count)
            samples[start..<end].withUnsafeBufferPointer {
                limiter.append($0, isLast: end == samples.count, to: &output)
            }
        }
        return output
    }

    private func tone(_ amplitude: Double, frames: Int = 4_000) -> [Double] {
        Tone.sine(hertz: 3_999, sampleRate: 16_000, frames: frames, amplitude: amplitude)
            .map(Double.init)
    }

    private func truePeak(_ samples: [Double]) -> Float {
        let interpolator = PeakInterpolator(sampleRate: 16_000)
        let pad = [Float](repeating: 0, count: 32)
        let floats = pad + samples.map(Float.init) + pad
        var peak = floats.map(abs).max() ?? 0
        floats.withUnsafeBufferPointer { all in
            guard let base = all.baseAddress else { return }
            for place in stride(from: 16, to: floats.count - 16, by: 16) {
                peak = max(peak, interpolator.peak(base, at: place))
            }
        }
        return peak
    }

    @Test("keeps the true peak below the ceiling", arguments: [1.0, 1.5, 8])
    func ceiling(amplitude: Double) {
        let output = limited(tone(amplitude))
        #expect(output.count == 4_000)
        #expect(Decibels.of(Double(truePeak(output))) < -0.9)
        #expect(Decibels.of(Double(truePeak(output))) > -1.5)
    }

    @Test("leaves quiet sound as it is, in its place")
    func quiet() {
        let quiet = tone(0.5)
        let isSame = limited(quiet) == quiet
        #expect(isSame)
    }

    @Test("turns down before the peak and comes back after it")
    func envelope() {
        var samples = [Double](repeating: 0.5, count: 8_000)
        samples[4_000] = 2
        let output = limited(samples)
        #expect(output[4_000] <= 0.892)
        #expect(output[3_700] == 0.5)
        #expect(output[3_990] < 0.4)
        #expect(output[7_999] > 0.49)
    }

    @Test("cuts of the input make no difference")
    func pieces() {
        let loud = tone(3)
        let isSame = limited(loud, pieces: 4_000) == limited(loud, pieces: 13)
        #expect(isSame)
    }

    @Test("turns all channels down alike")
    func linked() {
        let frames = tone(4).flatMap { [$0, 0.25] }
        let output = limited(frames, channels: 2)
        #expect(output[2 * 2_000 + 1] < 0.1)
    }

    @Test("the sliding minimum forgets what has left its window")
    func minimum() {
        var minimum = SlidingMinimum(width: 3)
        let least = [0.9, 0.5, 0.7, 0.8, 0.9, 0.6].map { minimum.next(Float($0)) }
        #expect(least == [0.9, 0.5, 0.5, 0.5, 0.7, 0.6])
    }
}
