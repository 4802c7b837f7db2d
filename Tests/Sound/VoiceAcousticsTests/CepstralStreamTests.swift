import Testing
import VoiceTestSupport
import VoiceTime

@testable import VoiceAcoustics

/// Features of sound that still comes in, and the mean that they begin with.
struct CepstralStreamTests {
    private static let sound = SpeechLikeSound.syllables(frames: 24_000)

    private static func features(
        of samples: [Int16], mean: [Float]? = nil
    ) throws -> [Float] {
        var stream = CepstralStream(model: try TinyModel().model(), isNarrow: false, mean: mean)
        return heard(samples, by: &stream)
    }

    private static func heard(_ samples: [Int16], by stream: inout CepstralStream) -> [Float] {
        var values: [Float] = []
        samples.withUnsafeBufferPointer { samples in
            stream.append(samples) {
                values += UnsafeBufferPointer(start: $0, count: CepstralFrontEnd.size)
            }
        }
        return values
    }

    private static func mean(of samples: [Int16]) -> [Float]? {
        var stream = CepstralStream()
        _ = heard(samples, by: &stream)
        return stream.mean
    }

    @Test("there is no mean before the first frame")
    func noMean() {
        #expect(Self.mean(of: []) == nil)
        #expect(Self.mean(of: Array(Self.sound[..<409])) == nil)
        #expect(Self.mean(of: Array(Self.sound[..<410]))?.count == 13)
    }

    @Test("the mean does not depend on how loud the sound is")
    func level() throws {
        // Without noise, pauses are as quiet as a logarithm gets, however loud the rest is.
        var chance = SeededChance(seed: 1).stream("noise")
        let quiet = Self.sound.map { $0 / 8 + Int16(chance.below(401) - 200) }
        let one = try #require(Self.mean(of: quiet))
        let four = try #require(Self.mean(of: quiet.map { 4 * $0 }))
        #expect(zip(one, four).allSatisfy { abs($0 - $1) < 0.01 })
    }

    @Test(
        "a stream that begins with the mean of its sound begins where the sound's mean is taken off"
    )
    func begins() throws {
        let mean = try #require(Self.mean(of: Self.sound))
        let usual = try Self.features(of: Self.sound)
        let known = try Self.features(of: Self.sound, mean: mean)
        let model = try TinyModel().model()
        let frontEnd = CepstralFrontEnd(model: model, warpsPermille: [1_000])
        let whole = frontEnd.features(of: Self.sound)[0].values
        /// How far frames 20 to 40 are from those of the whole utterance, the energy apart.
        func distance(_ values: [Float]) -> Float {
            var sum: Float = 0
            for frame in 20..<40 {
                // The stream's first frame is the utterance's.
                for row in 1..<13 { sum += abs(values[frame * 39 + row] - whole[frame * 39 + row]) }
            }
            return sum
        }
        #expect(distance(known) < distance(usual) / 2)
    }

    @Test("a mean of another number of coefficients is passed over")
    func passesOver() throws {
        let usual = try Self.features(of: Self.sound)
        #expect(try Self.features(of: Self.sound, mean: [1, 2, 3]) == usual)
    }
}
