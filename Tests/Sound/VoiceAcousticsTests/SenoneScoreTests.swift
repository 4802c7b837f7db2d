import CAcousticScore
import Foundation
import Testing
import VoiceTestSupport
import VoiceTime

@testable import VoiceAcoustics

/// Scores of senones against a plain computation that shares no code with them.
struct SenoneScoreTests {
    /// The logarithm of a mixture's density, summed up in doubles from the files' own numbers.
    private struct PlainScorer {
        let means: [Float]
        let variances: [Float]
        let weights: [UInt8]
        let senones: Int

        init(_ tiny: TinyModel) {
            means = Self.floats(tiny.means())
            variances = Self.floats(tiny.variances())
            weights = Array(tiny.weights().suffix(3 * 128 * tiny.senones))
            senones = tiny.senones
        }

        private static func floats(_ file: [UInt8]) -> [Float] {
            let body = file.dropFirst(ModelBytes.withHeader().bytes.count + 28)
            return body.withUnsafeBytes { raw in
                (0..<raw.count / 4).map { index in
                    Float(
                        bitPattern: UInt32(
                            littleEndian: raw.loadUnaligned(
                                fromByteOffset: 4 * index, as: UInt32.self)))
                }
            }
        }

        func score(senone: Int, of phone: Int, _ feature: ArraySlice<Float>) -> Double {
            (0..<3).reduce(0.0) { total, stream in
                let densities = (0..<128).map { gaussian in
                    density((phone * 3 + stream) * 128 + gaussian, stream, feature)
                }
                let top = densities.max() ?? 0
                let sum = (0..<128).reduce(0.0) { sum, gaussian in
                    let weight = weights[(stream * 128 + gaussian) * senones + senone]
                    return sum + pow(1.0001, -1_024 * Double(weight))
                        * exp(densities[gaussian] - top)
                }
                return total + top + log(sum)
            }
        }

        private func density(
            _ row: Int, _ stream: Int, _ feature: ArraySlice<Float>
        ) -> Double {
            (0..<13).reduce(0.0) { sum, dimension in
                let place = row * 13 + dimension
                let variance = Double(variances[place])
                let value = feature[feature.startIndex + stream * 13 + dimension]
                let distance = Double(value) - Double(means[place])
                return sum - distance * distance / (2 * variance)
                    - 0.5 * log(2 * Double.pi * variance)
            }
        }
    }

    @Test("scores are those of plain mixtures, to 3/1024 neper, less the best of the frame")
    func plain() throws {
        let tiny = TinyModel(triphones: [
            .init(position: .inside, phone: 1, left: 0, right: 2)
        ])
        let model = try tiny.model()
        let plain = PlainScorer(tiny)
        let set = SenoneSet(Array(0..<tiny.senones), of: model)
        var chance = SeededChance(seed: 5).stream("features")
        let count = 20
        let values = (0..<count * 39).map { _ in Float(chance.below(600)) / 100 - 3 }
        let scores = set.scores(
            of: CepstralFrontEnd.Features(count: count, isNarrow: false, values: values))
        for frame in 0..<count {
            let feature = values[frame * 39..<frame * 39 + 39]
            let expected = set.senones.map { senone in
                plain.score(
                    senone: senone, of: Int(model.phones.phoneOfSenone[senone]), feature)
            }
            let best = try #require(expected.max())
            for (place, value) in expected.enumerated() {
                let wanted = max(-100, value - best) * 1_024
                #expect(abs(Double(scores[frame * set.count + place]) - wanted) <= 3)
            }
        }
    }

    @Test("no senone is more than 100 nepers below the best of its frame, which has 0")
    func floor() throws {
        let tiny = TinyModel(isDistinct: true)
        let set = SenoneSet(Array(0..<tiny.senones), of: try tiny.model())
        let place = TinyModel.place(of: 5, phone: 1)
        let values = [Float](repeating: place, count: 39)
        let scores = set.scores(
            of: CepstralFrontEnd.Features(count: 1, isNarrow: false, values: values))
        #expect(scores[5] == 0)
        #expect(scores.min() == -102_400)
    }

    @Test("a set of few senones gives them the scores that they have among all, but for the best")
    func subset() throws {
        let tiny = TinyModel()
        let model = try tiny.model()
        let all = SenoneSet(Array(0..<12), of: model)
        let few = SenoneSet([1, 4, 10], of: model)
        var chance = SeededChance(seed: 6).stream("features")
        let values = (0..<39).map { _ in Float(chance.below(600)) / 100 - 3 }
        let features = CepstralFrontEnd.Features(count: 1, isNarrow: false, values: values)
        let some = all.scores(of: features).enumerated().filter { [1, 4, 10].contains($0.offset) }
        let best = try #require(some.map(\.element).max())
        let expected = some.map { max(-102_400, $0.element - best) }
        // Each is rounded by itself.
        #expect(zip(few.scores(of: features), expected).allSatisfy { abs($0 - $1) <= 1 })
    }

    // MARK: Bits

    /// The order of sums that the header promises, one number at a time.
    private static func plainDensities(_ table: [Float], _ x: [Float]) -> [Float] {
        (0..<128).map { gaussian in
            var sum = table[gaussian]
            for dimension in 0..<x.count {
                let row = (1 + 2 * dimension) * 128 + gaussian
                let distance = x[dimension] - table[row]
                let product = distance * distance
                sum -= product * table[row + 128]
            }
            return sum
        }
    }

    private static func plainMixture(_ weights: ArraySlice<Float>, _ values: [Float]) -> Float {
        let products = zip(weights, values).map { $0 * $1 }
        var lanes = Array(products[..<16])
        for place in 1..<8 {
            for lane in 0..<16 { lanes[lane] += products[16 * place + lane] }
        }
        for width in [8, 4, 2, 1] {
            for lane in 0..<width { lanes[lane] += lanes[lane + width] }
        }
        return lanes[0]
    }

    @Test("wide registers, narrow ones and plain arithmetic give the same bits")
    func sameBits() {
        var chance = SeededChance(seed: 7).stream("bits")
        func numbers(_ count: Int, _ reach: Int) -> [Float] {
            (0..<count).map { _ in Float(chance.below(2_000_000) - 1_000_000) / Float(reach) }
        }
        for _ in 0..<200 {
            let table = numbers(27 * 128, 50_000)
            let x = numbers(13, 50_000)
            var wide = [Float](repeating: 0, count: 128)
            var narrow = wide
            voicetest_densities(table, x, 13, &wide)
            voicetest_narrow_densities(table, x, 13, &narrow)
            #expect(wide == narrow)
            #expect(wide == Self.plainDensities(table, x))
            let top = voicetest_exponentials(&wide)
            #expect(top == voicetest_narrow_exponentials(&narrow))
            #expect(wide.map(\.bitPattern) == narrow.map(\.bitPattern))
            let weights = numbers(5 * 128, 1_000_000)
            var sums = [Float](repeating: 0, count: 5)
            var others = sums
            voicetest_mixtures(weights, wide, 5, &sums)
            voicetest_narrow_mixtures(weights, wide, 5, &others)
            #expect(sums == others)
            let rows = (0..<5).map { Self.plainMixture(weights[128 * $0..<128 * $0 + 128], wide) }
            #expect(sums == rows)
        }
    }
}
