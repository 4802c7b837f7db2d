import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport
import VoiceTime

@testable import VoiceAcoustics

/// The front end against a plain computation by Sphinx's own definitions.
struct FrontEndTests {
    private static let model = try? TinyModel().model()

    private static func features(
        of samples: [Int16], warpPermille: Int = 1_000
    ) throws -> CepstralFrontEnd.Features {
        let frontEnd = CepstralFrontEnd(
            model: try #require(model), warpsPermille: [warpPermille])
        return frontEnd.features(of: samples)[0]
    }

    /// Syllables with bursts of a high tone in every other one, and a little noise.
    private static func wideSound(frames: Int) -> [Int16] {
        var chance = SeededChance(seed: 1).stream("noise")
        return SpeechLikeSound.syllables(frames: frames).enumerated().map { frame, sample in
            let isOn = frame / 3_520 % 2 == 0
            let turns = 2 * 5_400 * Double(frame) / 16_000
            let tone = isOn ? 400 * cos(turns * Double.pi) : 0
            return sample / 4 + Int16(tone) + Int16(chance.below(65) - 32)
        }
    }

    @Test(
        "a frame of 410 samples every 160",
        arguments: [(0, 0), (1, 0), (409, 0), (410, 1), (569, 1), (570, 2), (16_000, 98)])
    func frameCounts(samples: Int, frames: Int) throws {
        #expect(CepstralFrontEnd.frames(samples: samples) == frames)
        let features = try Self.features(of: Array(Self.wideSound(frames: 16_000)[..<samples]))
        #expect(features.count == frames)
        #expect(features.values.count == frames * CepstralFrontEnd.size)
    }

    @Test("cepstra have no mean over an utterance")
    func mean() throws {
        let features = try Self.features(of: Self.wideSound(frames: 24_000))
        for row in 0..<13 {
            let sum = (0..<features.count).reduce(0.0) { sum, frame in
                sum + Double(features.values[frame * 39 + row])
            }
            #expect(abs(sum / Double(features.count)) < 1e-5)
        }
    }

    @Test("how loud a sound is makes no difference")
    func level() throws {
        let sound = Self.wideSound(frames: 16_000)
        let one = try Self.features(of: sound.map { $0 })
        let two = try Self.features(of: sound.map { 2 * $0 })
        #expect(zip(one.values, two.values).allSatisfy { abs($0 - $1) < 1e-3 })
    }

    @Test("changes are differences of cepstra two frames away, and changes of those one further")
    func changes() throws {
        let features = try Self.features(of: Self.wideSound(frames: 8_000))
        func cepstrum(_ frame: Int, _ row: Int) -> Float {
            features.values[max(0, min(features.count - 1, frame)) * 39 + row]
        }
        for frame in 0..<features.count {
            for row in 0..<13 {
                let first = cepstrum(frame + 2, row) - cepstrum(frame - 2, row)
                let second =
                    (cepstrum(frame + 3, row) - cepstrum(frame - 1, row))
                    - (cepstrum(frame + 1, row) - cepstrum(frame - 3, row))
                #expect(features.values[frame * 39 + 13 + row] == first)
                #expect(features.values[frame * 39 + 26 + row] == second)
            }
        }
    }

    @Test("cepstra are those of a plain computation, to 0.002")
    func plain() throws {
        let sound = Self.wideSound(frames: 6_000)
        let features = try Self.features(of: sound)
        let expected = PlainCepstra.of(sound)
        #expect(expected.count == features.count)
        for (frame, row) in expected.enumerated() {
            for (place, value) in row.enumerated() {
                #expect(abs(Double(features.values[frame * 39 + place]) - value) < 0.002)
            }
        }
    }

    @Test("the same bits for the same sound, alone or after others, at every stretch")
    func repeats() throws {
        let frontEnd = CepstralFrontEnd(
            model: try #require(Self.model), warpsPermille: [1_000, 950, 900])
        let sound = Self.wideSound(frames: 9_000)
        let first = frontEnd.features(of: sound).map(\.values)
        _ = frontEnd.features(of: SpeechLikeSound.syllables(frames: 20_000))
        _ = frontEnd.features(of: [Int16](repeating: 0, count: 5_000))
        #expect(frontEnd.features(of: sound).map(\.values) == first)
        #expect(try Self.features(of: sound, warpPermille: 900).values == first[2])
        #expect(first[0] != first[1] && first[1] != first[2])
    }

    // MARK: Telephone sound

    /// How far two sounds' cepstra are apart: the mean of the absolute differences.
    private static func distance(_ one: [Int16], _ other: [Int16]) throws -> Float {
        let (a, b) = (try features(of: one), try features(of: other))
        let cepstra = a.values.indices.filter { $0 % 39 < 13 }
        return cepstra.reduce(Float(0)) { $0 + abs(a.values[$1] - b.values[$1]) }
            / Float(cepstra.count)
    }

    /// Syllables that hold nothing above 4 kHz but a steady or beating tone of 5.4 kHz.
    private static func telephone(tone amplitude: Double, beats: Bool) -> [Int16] {
        var chance = SeededChance(seed: 1).stream("noise")
        return SpeechLikeSound.syllables(frames: 32_000).enumerated().map { frame, sample in
            let isOn = !beats || frame / 3_520 % 2 == 0
            let tone = isOn ? amplitude * cos(2 * 5_400 * Double(frame) / 16_000 * Double.pi) : 0
            return sample / 2 + Int16(tone.rounded()) + Int16(chance.below(81) - 40)
        }
    }

    @Test("of a sound with nothing new above 4 kHz those bands do not count; of others they do")
    func narrowBand() throws {
        let plain = Self.telephone(tone: 0, beats: false)
        let steady = try Self.distance(plain, Self.telephone(tone: 60, beats: false))
        let beating = try Self.distance(plain, Self.telephone(tone: 60, beats: true))
        #expect(steady < 0.12)
        #expect(beating > 4 * steady)
    }
}

/// Cepstra by the definitions of Sphinx, in doubles and with the system's functions.
enum PlainCepstra {
    /// The cepstra less their mean, a row of 13 for every frame.
    static func of(_ samples: [Int16]) -> [[Double]] {
        let raised = samples.indices.map { index in
            Double(samples[index]) - (index > 0 ? 0.97 * Double(samples[index - 1]) : 0)
        }
        let edges = (0..<27).map { index in
            let step = (mel(6_800) - mel(130)) / 26
            let hertz = 700 * (pow(10, (mel(130) + step * Double(index)) / 2_595) - 1)
            return (hertz / 31.25).rounded() * 31.25
        }
        var rows: [[Double]] = []
        for start in stride(from: 0, through: samples.count - 410, by: 160) {
            let filters = logarithms(powers(Array(raised[start..<start + 410])), edges)
            rows.append((0..<13).map { cepstrum($0, filters) })
        }
        let means = (0..<13).map { row in
            rows.reduce(0.0) { $0 + $1[row] } / Double(max(1, rows.count))
        }
        return rows.map { row in zip(row, means).map { $0 - $1 } }
    }

    private static func mel(_ hertz: Double) -> Double { 2_595 * log10(1 + hertz / 700) }

    private static func powers(_ frame: [Double]) -> [Double] {
        let windowed = frame.enumerated().map { index, value in
            value * (0.54 - 0.46 * cos(2 * Double.pi * Double(index) / 409))
        }
        return (0...256).map { bin in
            var real = 0.0
            var imaginary = 0.0
            for (index, value) in windowed.enumerated() {
                let angle = 2 * Double.pi * Double(bin * index % 512) / 512
                real += value * cos(angle)
                imaginary -= value * sin(angle)
            }
            return real * real + imaginary * imaginary
        }
    }

    /// Triangles of one area over the powers.
    private static func logarithms(_ powers: [Double], _ edges: [Double]) -> [Double] {
        (0..<25).map { filter in
            let (left, middle, right) = (edges[filter], edges[filter + 1], edges[filter + 2])
            let sum = powers.enumerated().reduce(1e-4) { sum, bin in
                let hertz = Double(bin.offset) * 31.25
                let rising = (hertz - left) / (middle - left)
                let falling = (right - hertz) / (right - middle)
                return sum + bin.element * max(0, min(rising, falling)) * 2 / (right - left)
            }
            return log(sum)
        }
    }

    /// An orthonormal cosine transform with Sphinx's lifter of 22.
    private static func cepstrum(_ row: Int, _ filters: [Double]) -> Double {
        let sum = filters.enumerated().reduce(0.0) { sum, filter in
            sum + filter.element
                * cos(Double.pi * Double(row) * (Double(filter.offset) + 0.5) / 25)
        }
        let lift = 1 + 11 * sin(Double.pi * Double(row) / 22)
        return sum * (row == 0 ? 1.0 / 25 : 2.0 / 25).squareRoot() * lift
    }
}
