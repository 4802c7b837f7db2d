import Testing
import VoiceAudio
import VoiceTestSupport

@testable import VoiceActivity

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite struct HopResamplerTests {
    private static let rates = [8_000, 11_000, 16_000, 22_000, 24_000, 44_100, 48_000]

    /// A sound of so many hops brought to 16 kHz.
    private static func resampled(_ samples: [Int16], rate: Int) -> [Int16] {
        let resampler = HopResampler(sampleRate: rate)
        let hops = samples.count / resampler.inputFrames
        var found = [Int16](repeating: 0, count: hops * HopResampler.hopFrames)
        samples.withUnsafeBufferPointer { samples in
            found.withUnsafeMutableBufferPointer { found in
                guard let target = found.baseAddress else { return }
                for hop in 0..<hops {
                    let start = hop * resampler.inputFrames
                    resampler.resample(
                        UnsafeBufferPointer(
                            rebasing: samples[start..<start + resampler.inputFrames]),
                        into: target + hop * HopResampler.hopFrames)
                }
            }
        }
        return found
    }

    private static func tone(_ hertz: Double, rate: Int, amplitude: Double = 16_000) -> [Int16] {
        (0..<rate / 2).map {
            Int16((amplitude * sin(2 * Double.pi * hertz * Double($0) / Double(rate))).rounded())
        }
    }

    /// How loud a sound is after its beginning, in decibels below a tone of amplitude 16,000.
    private static func level(_ samples: [Int16]) -> Double {
        let power = samples.dropFirst(400).reduce(0.0) { $0 + Double($1) * Double($1) }
        let mean = power / Double(samples.count - 400)
        return 10 * log10(max(mean, 1e-9) / (16_000 * 16_000 / 2))
    }

    @Test("lets sound at 16 kHz through bit for bit")
    func identity() {
        let sound = SpeechLikeSound.noise(frames: 16_000, decibels: -20).samples
        #expect(Self.resampled(sound, rate: 16_000) == sound)
    }

    @Test("is flat to a tenth of a decibel", arguments: rates)
    func flat(rate: Int) {
        let highest = Double(min(rate, 16_000)) / 2 - 500
        for hertz in [100.0, 1_000, 2_000, 3_000, 3_400, 5_000, 6_500, 7_400]
        where hertz <= highest {
            let level = Self.level(Self.resampled(Self.tone(hertz, rate: rate), rate: rate))
            #expect(abs(level) < 0.1, "\(hertz) Hz at \(rate) Hz: \(level) dB")
        }
    }

    @Test(
        "holds down by 60 dB what 16 kHz cannot carry",
        arguments: [22_000, 24_000, 44_100, 48_000])
    func aliases(rate: Int) {
        for hertz in [8_600, 9_000, 10_000, 10_900, 15_000, 20_000, 23_000]
        where hertz < rate / 2 {
            let tone = Self.tone(Double(hertz), rate: rate)
            let level = Self.level(Self.resampled(tone, rate: rate))
            #expect(level < -60, "\(hertz) Hz at \(rate) Hz: \(level) dB")
        }
    }

    @Test("adds nothing above what a lower rate carries", arguments: [1_000, 2_500, 3_400])
    func images(hertz: Int) {
        let found = Self.resampled(Self.tone(Double(hertz), rate: 8_000), rate: 8_000)
        // What is left when the tone is taken away, at a whole number of its periods.
        let window = found[1_600..<6_400]
        var (real, imaginary) = (0.0, 0.0)
        for (place, sample) in window.enumerated() {
            let angle = 2 * Double.pi * Double(hertz) * Double(place) / 16_000
            real += Double(sample) * cos(angle) * 2 / 4_800
            imaginary += Double(sample) * sin(angle) * 2 / 4_800
        }
        let rest = window.enumerated().reduce(0.0) { sum, sample in
            let angle = 2 * Double.pi * Double(hertz) * Double(sample.offset) / 16_000
            let left = Double(sample.element) - real * cos(angle) - imaginary * sin(angle)
            return sum + left * left
        }
        #expect(10 * log10(rest / 4_800 / (16_000 * 16_000 / 2)) < -60)
    }

    @Test("comes later by what it says", arguments: rates.filter { $0 != 16_000 })
    func delay(rate: Int) {
        let hertz = 400.0
        let found = Self.resampled(Self.tone(hertz, rate: rate), rate: rate)
        var furthest = 0.0
        for place in 400..<found.count {
            let time = Double(place - HopResampler.delayFrames) / 16_000
            let wanted = 16_000 * sin(2 * Double.pi * hertz * time)
            furthest = max(furthest, abs(Double(found[place]) - wanted))
        }
        #expect(furthest < 20)
    }

    @Test("holds the loudest sound within 16 bits", arguments: [8_000, 44_100])
    func extremes(rate: Int) {
        let square = (0..<rate).map { $0 / 7 % 2 == 0 ? Int16.max : Int16.min }
        let found = Self.resampled(square, rate: rate)
        #expect(found.contains(.max) && found.contains(.min))
    }

    @Test("gives the same bits in every build and on every machine")
    func sameBits() {
        let sound = (0..<44_100).map { Int16(truncatingIfNeeded: ($0 * 7_919) ^ ($0 << 5)) / 2 }
        let hash = [8_000, 44_100, 48_000].reduce(UInt64(0xcbf2_9ce4_8422_2325)) { hash, rate in
            Self.resampled(sound, rate: rate).reduce(hash) {
                ($0 ^ UInt64(UInt16(bitPattern: $1))) &* 0x100_0000_01b3
            }
        }
        #expect(hash == 3_139_991_555_955_550_397)
    }
}
