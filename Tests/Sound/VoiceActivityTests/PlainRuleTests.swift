import Testing
import VoiceActivity
import VoiceTestSupport

@Suite struct PlainRuleTests {
    private static func lastLoud(_ levels: [Double]) -> Int? {
        var tracker = PlainTracker()
        return levels.map { tracker.observe(decibels: $0) }.lastIndex(of: true)
    }

    @Test("hears nothing loud in what hardly changes, and a jump")
    func jump() {
        #expect(Self.lastLoud([-70, -68]) == nil)
        #expect(Self.lastLoud([-60, -58, 0]) == 2)
        #expect(Self.lastLoud([0]) == nil)
    }

    @Test("moves the baseline before it compares", .fact("voicekit-2.5.4-2"))
    func order() {
        #expect(Self.lastLoud([-60, -47.4]) == nil)
        #expect(Self.lastLoud([-60, -47.36]) == 1)
    }

    @Test("takes steady speech for silence after eighteen buffers, to the letter")
    func compatible() {
        let levels = [-60.0] + [Double](repeating: -30, count: 60)
        #expect(Self.lastLoud(levels) == 17)
    }

    private static func bounds(_ levels: [Double]) -> Range<Int64>? {
        var trim = PlainTrim()
        for (place, level) in levels.enumerated() {
            trim.step(decibels: level, chunk: Int64(place * 100)..<Int64(place * 100 + 100))
        }
        return trim.bounds(sampleRate: 1_000)
    }

    @Test("finds in one pass what two passes find", arguments: 0..<40)
    func onePass(seed: Int) {
        var state = UInt32(seed)
        let levels = (0..<50).map { _ -> Double in
            state = state &* 1_664_525 &+ 1_013_904_223
            return -Double(state >> 8 & 0x3f) - 5
        }
        let threshold = max(-35, (levels.min() ?? 0) + 10)
        let loud = levels.indices.filter { levels[$0] > threshold }
        let expected = loud.first.map { Int64($0 * 100)..<Int64((loud.last ?? 0) * 100 + 100) }
        #expect(Self.bounds(levels) == expected)
    }

    @Test("keeps a tenth of a second at least", .fact("voicekit-2.5.5-8"))
    func shortest() {
        var trim = PlainTrim()
        for (place, level) in [-60.0, -5, -60].enumerated() {
            trim.step(decibels: level, chunk: Int64(place * 10)..<Int64(place * 10 + 10))
        }
        #expect(trim.bounds(sampleRate: 1_000) == 10..<110)
    }

    @Test("finds no bounds where nothing stands out")
    func nothing() {
        #expect(Self.bounds([]) == nil)
        #expect(Self.bounds([-50, -45, .nan]) == nil)
        #expect(Self.bounds([-20, -20]) == nil)
    }
}
