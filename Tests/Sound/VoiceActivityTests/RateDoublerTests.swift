import Testing

@testable import VoiceActivity

@Suite struct RateDoublerTests {
    /// A triangle of 20 frames at 8 kHz: 400 Hz, and little above.
    private static let wave: [Int16] = (0..<4_000).map { place in
        let part = place % 20
        return Int16((part < 10 ? part - 5 : 15 - part) * 1_000)
    }

    private static func doubled(_ samples: [Int16], cut: Int) -> [Int16] {
        var doubler = RateDoubler()
        var output: [Int16] = []
        for start in stride(from: 0, to: samples.count, by: cut) {
            doubler.append(
                samples[start..<min(start + cut, samples.count)], isLast: false, to: &output)
        }
        doubler.append([], isLast: true, to: &output)
        return output
    }

    @Test("keeps every frame in its place, with one between each two")
    func between() {
        let output = Self.doubled(Self.wave, cut: 4_000)
        #expect(output.count == 8_000)
        #expect(Self.wave.indices.allSatisfy { output[2 * $0] == Self.wave[$0] })
        let isBetween = (20..<3_900).allSatisfy { place in
            let middle = (Int(Self.wave[place]) + Int(Self.wave[place + 1])) / 2
            return abs(Int(output[2 * place + 1]) - middle) < 250
        }
        #expect(isBetween)
    }

    @Test("a frame between two is the sum of its taps in order, a half rounded away from zero")
    func sums() {
        let taps: [Float] = [
            0.632_518_35, -0.200_122_28, 0.108_064_92, -0.065_727_03, 0.041_038_24, -0.025_274_62,
            0.014_974_15, -0.008_349_62, 0.004_271_84, -0.001_931_12, 0.000_718_34, -0.000_181_19,
        ]
        var state: UInt32 = 8
        let noise = (0..<5_003).map { _ -> Int16 in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int16(truncatingIfNeeded: state >> 16)
        }
        // Loud enough to leave the scale, and too quiet for more than one step.
        let steps = (0..<1_000).map { Int16($0 % 7 == 0 ? 1 : $0 % 5 == 0 ? -1 : 0) }
        let square = (0..<1_000).map { $0 % 50 < 25 ? Int16.max : Int16.min }
        for samples in [noise, steps, square] {
            func at(_ place: Int) -> Float {
                samples.indices.contains(place) ? Float(samples[place]) : 0
            }
            let expected = samples.indices.map { place in
                let sum = taps.indices.reduce(Float(0)) { sum, tap in
                    sum + taps[tap] * (at(place - tap) + at(place + 1 + tap))
                }
                return Int16(max(-32_768, min(32_767, sum.rounded())))
            }
            let output = Self.doubled(samples, cut: 333)
            #expect(samples.indices.allSatisfy { output[2 * $0 + 1] == expected[$0] })
        }
    }

    @Test("how the sound is cut makes no difference", arguments: [1, 7, 160, 3_999])
    func cuts(frames: Int) {
        #expect(Self.doubled(Self.wave, cut: frames) == Self.doubled(Self.wave, cut: 4_000))
    }

    @Test("the loudest sound stays in the scale, and no sound gives none")
    func limits() {
        let square = (0..<100).map { $0 % 20 < 10 ? Int16.max : Int16.min }
        #expect(Self.doubled(square, cut: 100).count == 200)
        #expect(Self.doubled([], cut: 1).isEmpty)
    }
}
