import Testing

@testable import VoiceAudio

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The test signals of EBU Tech 3341, synthesised: 1 kHz sines at 48 kHz.
@Suite("Loudness")
struct LoudnessTests {
    private static let rate = 48_000

    /// 100 ms of a 1 kHz sine, each channel at its level in dBFS; it ends where it began.
    private func piece(_ levels: [Double]) -> [Float] {
        (0..<4_800).flatMap { frame in
            levels.map { level in
                Float(Decibels.factor(level) * sin(2 * Double.pi * Double(frame % 48) / 48))
            }
        }
    }

    private func gate(
        _ parts: [(seconds: Double, levels: [Double])], map: [Int32] = []
    ) -> LoudnessGate {
        let channels = parts[0].levels.count
        let handle = LoudnessHandle(sampleRate: Self.rate, channels: channels, map: map)
        var gate = LoudnessGate()
        for part in parts {
            let samples = piece(part.levels)
            for _ in 0..<Int((part.seconds * 10).rounded()) {
                samples.withUnsafeBufferPointer { handle.feed($0, frames: 4_800) }
                gate.add(handle.power())
            }
        }
        return gate
    }

    private func stereo(_ seconds: Double, _ level: Double) -> (seconds: Double, levels: [Double]) {
        (seconds, [level, level])
    }

    @Test("momentary, short-term and integrated agree on a steady sine", arguments: [-23.0, -33])
    func steady(level: Double) {
        let gate = gate([stereo(20, level)])
        #expect(abs(gate.integrated - level) <= 0.1)
        #expect(abs(gate.momentary - level) <= 0.1)
        #expect(abs(gate.shortTerm - level) <= 0.1)
    }

    @Test("the relative gate leaves out what is 10 LU below")
    func relativeGate() {
        let gate = gate([stereo(10, -36), stereo(60, -23), stereo(10, -36)])
        #expect(abs(gate.integrated + 23) <= 0.1)
    }

    @Test("the absolute gate leaves out what is below -70 LUFS")
    func absoluteGate() {
        let gate = gate([
            stereo(10, -72), stereo(10, -36), stereo(60, -23), stereo(10, -36), stereo(10, -72),
        ])
        #expect(abs(gate.integrated + 23) <= 0.1)
    }

    @Test("levels within the gate are averaged by power")
    func average() {
        let gate = gate([stereo(20, -26), stereo(20.1, -20), stereo(20, -26)])
        #expect(abs(gate.integrated + 23) <= 0.1)
    }

    @Test("surround channels weigh more, the low-frequency channel nothing")
    func surround() {
        #expect(abs(gate([(20, [-28, -28, -24, -30, -30])]).integrated + 23) <= 0.1)
        #expect(abs(gate([(20, [-28, -28, -24, 0, -30, -30])]).integrated + 23) <= 0.1)
        // The same with the places that the file names: left, right, LFE, centre, sides.
        let named = gate([(20, [-28, -28, 0, -24, -30, -30])], map: [2, 3, 11, 4, 14, 15])
        #expect(abs(named.integrated + 23) <= 0.1)
    }

    @Test("the range is that of EBU Tech 3342", arguments: [(-20.0, -30.0, 10.0), (-20, -15, 5)])
    func range(first: Double, second: Double, expected: Double) throws {
        let gate = gate([stereo(20, first), stereo(20, second)])
        let range = try #require(gate.range)
        #expect(abs(range - expected) <= 1)
    }

    @Test("silence has no loudness")
    func silence() {
        let gate = gate([stereo(5, -.infinity)])
        #expect(gate.integrated == -.infinity)
        #expect(gate.momentary == -.infinity)
        #expect(gate.range == nil)
    }

    /// Divisor of the rate, phase in degrees, amplitude, true peak in dBTP.
    static let peaks: [(Int, Double, Double, Double)] = [
        (4, 0, 0.5, -6), (4, 45, 0.5, -6), (6, 60, 0.5, -6), (8, 67.5, 0.5, -6),
        (4, 45, 1.41, 3),
    ]

    @Test("true peak stays within the tolerance of EBU Tech 3341", arguments: peaks)
    func truePeak(divisor: Int, phase: Double, amplitude: Double, expected: Double) {
        let samples = (0..<4_800).map { frame -> Float in
            let turn = Double(frame) / Double(divisor) + phase / 360
            // Faded in and out: a sine that begins at once overshoots, and rightly so.
            let fade = min(1, Double(min(frame, 4_799 - frame)) / 480)
            return Float(fade * amplitude * sin(2 * Double.pi * turn))
        }
        let peak = Decibels.of(Double(tracked(samples, rate: Self.rate)))
        #expect((-0.4...0.2).contains(peak - expected))
    }

    @Test("true peak of telephone sound is read between samples to a tenth of a decibel")
    func telephone() {
        let samples = (0..<4_000).map { frame -> Float in
            let fade = min(1, Double(min(frame, 3_999 - frame)) / 480)
            return Float(fade / 2 * sin(Double.pi * (Double(frame) / 2 + 56.25 / 180)))
        }
        let peak = Decibels.of(Double(tracked(samples, rate: 16_000)))
        #expect(abs(peak + 6.02) < 0.1)
    }

    @Test(
        "passing over quiet stretches changes no true peak", arguments: [16_000, 96_000, 192_000])
    func skipping(rate: Int) {
        let noise = RoomTone(seed: 3).sound(frames: 5_000, sampleRate: rate)
        var samples = noise.samples.map { Float($0) / 32_768 }
        for frame in stride(from: 100, to: 4_900, by: 397) {
            samples[frame] = Float(frame) / 10_000
            samples[frame + 1] = Float(frame) / 10_000
        }
        let interpolator = PeakInterpolator(sampleRate: rate)
        var greatest = samples.map { abs($0) }.max() ?? 0
        for place in interpolator.reach..<samples.count {
            for phase in interpolator.phases {
                var sum: Float = 0
                for tap in phase.indices { sum += phase[tap] * samples[place - tap] }
                greatest = max(greatest, abs(sum))
            }
        }
        #expect(abs(tracked(samples, rate: rate) - greatest) < 1e-6)
        #expect(abs(tracked(samples, rate: rate, block: 37) - greatest) < 1e-6)
    }

    private func tracked(_ samples: [Float], rate: Int, block: Int = 1_600) -> Float {
        var tracker = PeakTracker(sampleRate: rate, channels: 1, blockFrames: block)
        var peak: Float = 0
        for start in stride(from: 0, to: samples.count, by: block) {
            let part = Array(samples[start..<min(start + block, samples.count)])
            part.withUnsafeBufferPointer {
                peak = tracker.peak(of: $0, samplePeak: part.map { abs($0) }.max() ?? 0)
            }
        }
        return max(peak, tracker.finish())
    }
}
