import Testing

@testable import VoiceActivity

@Suite struct MilliDecibelsTests {
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

    @Test("tells the level of a hop by itself")
    func levels() {
        func level(_ hop: [Int16]) -> Int32 {
            hop.withUnsafeBufferPointer { HopLevel.milliDecibels($0) }
        }
        #expect(level([Int16](repeating: 0, count: 160)) == -96_000)
        #expect(level([Int16](repeating: .min, count: 480)) == 0)
        #expect(level([Int16](repeating: 3_277, count: 80)) == -19_999)
        #expect(level((0..<160).map { $0 % 2 == 0 ? 1 : -1 }) == -90_309)
    }
}
