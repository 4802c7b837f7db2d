import Testing
import VoiceAudio
import VoiceTestSupport

@testable import VoiceActivity

@Suite struct FeatureExtractorTests {
    private static func tone(hertz: Double, amplitude: Double, frames: Int) -> [Int16] {
        (0..<frames).map { frame in
            let turns = hertz * Double(frame) / 16_000
            let place = turns - turns.rounded(.down)
            let half = place < 0.5 ? 2 * place : 2 - 2 * place
            return PCM16.sample(Float(amplitude * ExactCosine.of(halfTurns: half)))
        }
    }

    /// The features of whole hops from the sound's first sample on, `perCall` of them a call.
    private static func features(_ sound: [Int16], perCall: Int = 1_000) -> [HopFeatures] {
        let hops = sound.count / FeatureExtractor.hopFrames
        let silence = [Int16](repeating: 0, count: FeatureExtractor.lead)
        let padded = silence + sound + silence
        let extractor = FeatureExtractor()
        var all: [HopFeatures] = []
        for first in stride(from: 0, to: hops, by: perCall) {
            let count = min(perCall, hops - first)
            let start = first * FeatureExtractor.hopFrames
            let end = start + FeatureExtractor.lead + FeatureExtractor.lag
            let part = Array(padded[start..<end + count * FeatureExtractor.hopFrames])
            all += [HopFeatures](unsafeUninitializedCapacity: count) { target, written in
                part.withUnsafeBufferPointer { extractor.extract($0, hops: count, into: target) }
                written = count
            }
        }
        return all
    }

    @Test("gives the same bits however a sound is cut", arguments: [1, 2, 3, 4, 5, 31, 32, 33, 64])
    func anyCut(perCall: Int) {
        let sound = SpeechLikeSound.syllables(frames: 16_000)
        #expect(Self.features(sound, perCall: perCall) == Self.features(sound))
    }

    @Test("gives these very numbers, on every CPU")
    func knownAnswer() {
        var state: UInt32 = 1
        let sound = (0..<32_000).map { frame -> Int16 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int16(truncatingIfNeeded: Int32(bitPattern: state) >> (17 + frame / 6_400))
        }
        var digest: UInt64 = 14_695_981_039_346_656_037
        for features in Self.features(sound) {
            for place in 0..<16 {
                for value in [features.bands[place], features.rest[place]] {
                    digest = (digest ^ UInt64(UInt16(bitPattern: value))) &* 1_099_511_628_211
                }
            }
        }
        #expect(digest == 2_203_319_280_860_213_945)
    }

    @Test("shows the lowest levels and no pitch in digital silence")
    func silence() {
        let features = Self.features([Int16](repeating: 0, count: 1_600))
        #expect(features.allSatisfy { $0.rest[HopFeatures.Place.periodicity] == 0 })
        #expect(features.allSatisfy { $0.bands.max() < -9_000 && $0.rest.highHalf.max() < -9_000 })
    }

    @Test("takes the loudest sound there is", arguments: [Int16.min, .max])
    func fullScale(sample: Int16) {
        let square = (0..<3_200).map { $0 / 40 % 2 == 0 ? sample : ~sample }
        #expect(Self.features(square).allSatisfy { $0.bands.max() < 2_000 })
    }

    @Test(
        "finds a tone in its band", arguments: [(150, 0), (700, 5), (1_050, 7), (3_000, 13)])
    func bands(hertz: Int, band: Int) throws {
        let sound = Self.tone(hertz: Double(hertz), amplitude: 0.1, frames: 8_000)
        let features = Self.features(sound)[20]
        #expect(features.bands.indices.max { features.bands[$0] < features.bands[$1] } == band)
        #expect(features.rest[HopFeatures.Place.high] < features.bands[band] - 4_000)
    }

    @Test("tells what lies above 4 kHz apart", arguments: [(5_000, 1), (7_200, 0)])
    func highBands(hertz: Int, band: Int) {
        let sound = Self.tone(hertz: Double(hertz), amplitude: 0.1, frames: 8_000)
        let features = Self.features(sound)[20]
        let high = (features.rest[0], features.rest[1])
        #expect(band == 0 ? high.0 > high.1 + 600 : high.1 > high.0 + 600)
        #expect(features.bands.max() < max(high.0, high.1) - 2_000)
    }

    @Test("hears pitch in a row of partials, and its period", arguments: [80, 125, 200, 320])
    func pitch(hertz: Int) {
        let partials = (1...8).map { order in
            Self.tone(hertz: Double(order * hertz), amplitude: 0.05, frames: 8_000)
        }
        let sound = (0..<8_000).map { frame in partials.reduce(0) { $0 + $1[frame] } }
        let rest = Self.features(sound)[20].rest
        #expect(rest[HopFeatures.Place.periodicity] > 700)
        // A period's multiples are as periodic as it is.
        let periods = Double(rest[HopFeatures.Place.lag]) / 4_000 * Double(hertz)
        #expect(abs(periods - periods.rounded()) < 0.1 && periods > 0.9)
    }

    @Test("hears little pitch in noise")
    func noise() {
        let noise = SpeechLikeSound.noise(frames: 32_000, decibels: -20).samples
        let all = Self.features(noise).map { Int($0.rest[HopFeatures.Place.periodicity]) }
        #expect(all.reduce(0, +) / all.count < 400)
    }

    @Test("tells which quarter of a hop is loud")
    func quarters() {
        var sound = [Int16](repeating: 0, count: 3_200)
        for frame in 1_680..<1_720 { sound[frame] = frame % 8 < 4 ? 8_000 : -8_000 }
        let quarters = Self.features(sound)[10].rest.highHalf
        #expect((0..<4).max { quarters[$0] < quarters[$1] } == 2)
    }

    @Test("measures the same powers as FFTW, in every lane")
    func agreesWithFFTW() {
        let sound = SpeechLikeSound.syllables(frames: 1_000).map { Float($0) }
        let window = WindowTable.hann(count: LaneSpectrum.size)
        let spectrum = LaneSpectrum()
        spectrum.measure(sound, stride: 80)
        let transform = FrequencyTransform(size: LaneSpectrum.size)
        for lane in 0..<4 {
            var powers = [Float](repeating: 0, count: 129)
            sound.withUnsafeBufferPointer { sound in
                window.withUnsafeBufferPointer { window in
                    transform.measure(
                        sound.baseAddress! + 80 * lane, window: window, into: &powers)
                }
            }
            let greatest = powers.max() ?? 0
            for bin in 0...128 {
                #expect(abs(spectrum.powers[bin][lane] / 4 - powers[bin]) <= greatest * 1e-5)
            }
        }
    }
}
