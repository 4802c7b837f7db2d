import CAcousticScore
import Foundation
import Testing
import VoiceTime

@testable import VoiceAcoustics

/// Own functions against the system's.
struct ExactMathTests {
    @Test("logarithms are exact to 1.2e-7, or to that share of them, for every normal number")
    func logarithm() {
        var chance = SeededChance(seed: 1).stream("logarithm")
        for _ in 0..<200_000 {
            let bits = 0x0080_0000 + chance.below(0x7F80_0000 - 0x0080_0000)
            let value = Float(bitPattern: UInt32(bits))
            let exact = log(Double(value))
            let error = abs(Double(ExactMath.logarithm(value)) - exact)
            guard error > 1.2e-7 * max(1, abs(exact)) else { continue }
            Issue.record("the logarithm of \(value) is \(error) away")
            return
        }
        #expect(ExactMath.logarithm(1) == 0)
    }

    @Test(
        "what has no logarithm gets -100",
        arguments: [0, -0.0, -1, .infinity, -.infinity, .nan, .leastNonzeroMagnitude])
    func noLogarithm(value: Float) { #expect(ExactMath.logarithm(value) == -100) }

    @Test("exponentials are exact to a share of 1e-13 from -30 to 30")
    func exponential() {
        for step in -30_000...30_000 {
            let value = Double(step) / 1_000
            let error = abs(ExactMath.exponential(value) / exp(value) - 1)
            guard error > 1e-13 else { continue }
            Issue.record("the exponential of \(value) is off by a share of \(error)")
            return
        }
        #expect(ExactMath.exponential(0) == 1)
    }

    @Test("exponentials of numbers past all bounds are 0, infinite or no number, and come back")
    func exponentialBounds() {
        #expect(ExactMath.exponential(-1e300) == 0)
        #expect(ExactMath.exponential(1e300) == .infinity)
        #expect(ExactMath.exponential(-.infinity) == 0)
        #expect(ExactMath.exponential(.infinity) == .infinity)
        #expect(ExactMath.exponential(.nan).isNaN)
    }

    @Test("the scorer's exponentials below the greatest are exact to 2e-7, and 0 past 80 below it")
    func scorerExponentials() {
        var chance = SeededChance(seed: 2).stream("exponentials")
        for round in 0..<500 {
            let top = Float(chance.below(2_000)) / 10 - 100
            var values = (0..<128).map { _ in top - Float(chance.below(1_000_000)) / 10_000 }
            values[round % 128] = top
            let before = values
            #expect(voicetest_exponentials(&values) == top)
            for (value, old) in zip(values, before) {
                let below = Double(old - top)
                guard below > -80 else {
                    #expect(value == 0)
                    continue
                }
                #expect(abs(Double(value) - exp(below)) < 2e-7)
            }
        }
    }

    @Test("equal exponents have exponentials of 1, however low they are")
    func equalExponents() {
        var values = [Float](repeating: -1e30, count: 128)
        #expect(voicetest_exponentials(&values) == -1e30)
        #expect(values.allSatisfy { $0 == 1 })
    }
}
