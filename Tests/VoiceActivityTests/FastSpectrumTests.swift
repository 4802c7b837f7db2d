import Testing
import VoiceAudio
import VoiceTestSupport

@testable import VoiceActivity

@Suite struct FastSpectrumTests {
    private static let window = WindowTable.hann(count: FastSpectrum.size)

    private static func sound(_ name: String) -> [Int16] {
        var samples = [Int16](repeating: 0, count: FastSpectrum.size)
        switch name {
        case "one click": samples[301] = 32_767
        case "full scale": for index in samples.indices { samples[index] = .min }
        case "alternating":
            for index in samples.indices { samples[index] = index % 2 == 0 ? 32_767 : -32_768 }
        case "squares":
            for index in samples.indices {
                samples[index] = Int16(truncatingIfNeeded: 1_103 * index * index)
            }
        case "syllables": samples = SpeechLikeSound.syllables(frames: FastSpectrum.size)
        default:
            samples = SpeechLikeSound.noise(frames: FastSpectrum.size, decibels: -10).samples
        }
        return samples
    }

    private static func powers(
        _ samples: [Int16],
        _ measure: (UnsafePointer<Int16>, UnsafePointer<Float>, UnsafeMutablePointer<Float>) -> Void
    ) -> [Float] {
        var powers = [Float](repeating: -1, count: FastSpectrum.size / 2 + 1)
        measure(samples, window, &powers)
        return powers
    }

    @Test(
        "measures the same powers as FFTW",
        arguments: ["one click", "full scale", "alternating", "syllables", "squares", "noise"])
    func agreesWithFFTW(name: String) {
        let samples = Self.sound(name)
        let fast = FastSpectrum()
        let own = Self.powers(samples) { fast.measure($0, window: $1, into: $2) }
        let general = FrequencyTransform(size: FastSpectrum.size)
        let other = Self.powers(samples) { general.measure($0, window: $1, into: $2) }
        let greatest = other.max() ?? 0
        let furthest = zip(own, other).map { abs($0.squareRoot() - $1.squareRoot()) }.max() ?? 0
        #expect(furthest < 1e-6 * greatest.squareRoot())
    }

    @Test("gives the same bits in every build and on every machine")
    func sameBits() {
        let fast = FastSpectrum()
        let powers = Self.powers(Self.sound("squares")) { fast.measure($0, window: $1, into: $2) }
        // FNV-1a over the powers' bits, as the optimised build has them as well.
        let hash = powers.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { hash, power in
            (hash ^ UInt64(power.bitPattern)) &* 0x100_0000_01b3
        }
        #expect(hash == 13_033_718_426_810_900_589)
    }

    @Test("takes logarithms to half a thousandth of a decibel and a little")
    func logarithms() {
        var value: Float = 1e-12
        var furthest = 0.0
        while value < 100 {
            let milli = MilliDecibels.of(SIMD4(repeating: value))
            let exact = 10_000 * Self.decimalLogarithm(Double(value))
            furthest = max(furthest, abs(Double(milli.w) - exact))
            value *= 1.001
        }
        #expect(furthest < 0.52)
    }

    /// By the series of the inverse hyperbolic tangent: precise enough to compare with.
    private static func decimalLogarithm(_ value: Double) -> Double {
        let ratio = (value.significand - 1) / (value.significand + 1)
        let natural = (0..<40).reduce(0.0) { sum, order in
            var term = ratio / Double(2 * order + 1)
            for _ in 0..<2 * order { term *= ratio }
            return sum + 2 * term
        }
        return (natural + Double(value.exponent) * 0.693_147_180_559_945_3)
            / 2.302_585_092_994_045_7
    }
}
