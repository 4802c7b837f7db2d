import Testing
import VoiceActivity

@Suite struct PlainRuleTests {
    private static func lastLoud(
        _ levels: [Double], settings: PlainSettings = .compatible
    ) -> Int64? {
        var tracker = PlainTracker(settings: settings)
        for (place, level) in levels.enumerated() {
            _ = tracker.observe(decibels: level, at: Int64(place), microseconds: 23_220)
        }
        return tracker.lastLoud
    }

    @Test("hears nothing loud in what hardly changes, and a jump")
    func jump() {
        #expect(Self.lastLoud([-70, -68]) == nil)
        #expect(Self.lastLoud([-60, -58, 0]) == 2)
        #expect(Self.lastLoud([0]) == nil)
    }

    @Test("moves the baseline before it compares")
    func order() {
        #expect(Self.lastLoud([-60, -47.4]) == nil)
        #expect(Self.lastLoud([-60, -47.36]) == 1)
    }

    @Test("takes steady speech for silence after eighteen buffers, to the letter")
    func compatible() {
        let levels = [-60.0] + [Double](repeating: -30, count: 60)
        #expect(Self.lastLoud(levels) == 17)
    }

    @Test("hears steady speech for longer when the baseline may not chase it")
    func improved() throws {
        let levels = [-60.0] + [Double](repeating: -30, count: 60)
        #expect(Self.lastLoud(levels, settings: PlainSettings()) == 60)
    }

    @Test("scales to the length of a buffer and keeps the baseline in bounds")
    func bounds() {
        var long = PlainTracker()
        _ = long.observe(decibels: -50, at: 0, microseconds: 23_220)
        _ = long.observe(decibels: -60, at: 1, microseconds: 46_440)
        #expect(abs((long.baselineMilliDB ?? 0) + 51_000) < 1)
        var quiet = PlainTracker()
        _ = quiet.observe(decibels: -200, at: 0, microseconds: 23_220)
        #expect(quiet.baselineMilliDB == -90_000)
    }

    @Test("moves the last loud place forward only, and forgets when reset")
    func marks() {
        var tracker = PlainTracker()
        tracker.markLoud(at: 9)
        tracker.markLoud(at: 4)
        #expect(tracker.lastLoud == 9)
        tracker.reset(at: 2)
        #expect(tracker.lastLoud == 2)
    }

    @Test("holds activity until it was quiet for long enough")
    func activity() {
        var machine = PlainActivity(settings: .compatible, sampleRate: 1_000)
        var found: [Range<Int64>] = []
        for place in 0..<200 {
            let isLoud = (50..<60).contains(place) || (80..<90).contains(place)
            let buffer = Int64(place * 10)..<Int64(place * 10 + 10)
            if let stretch = machine.step(decibels: isLoud ? -10 : -60, buffer: buffer) {
                found.append(stretch)
            }
        }
        #expect(found == [500..<900])
        #expect(machine.finish() == nil)
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

    @Test("finds no bounds where nothing stands out")
    func nothing() {
        #expect(Self.bounds([]) == nil)
        #expect(Self.bounds([-50, -45, .nan]) == nil)
        #expect(Self.bounds([-20, -20]) == nil)
    }

    @Test("passes over a recognizer's times that leave out too much")
    func recognizer() {
        let judge = { PlainTrim.passesOver(recognized: $0, frames: 10_000, sampleRate: 1_000) }
        #expect(judge(nil))
        #expect(judge(5..<5))
        #expect(judge(0..<6_000))
        #expect(!judge(0..<7_000))
    }
}
