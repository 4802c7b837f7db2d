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
