import Testing
import VoiceActivity

@Suite struct SmartTrimTests {
    private func trim(_ segments: [Range<Int64>]) -> SmartTrim {
        let bounds = segments.first.map { $0.lowerBound..<(segments.last ?? $0).upperBound }
        return SmartTrim(
            speech: bounds, frames: 16_000, pads: SmartTrim.Pads(before: 800, after: 3_200))
    }

    @Test("keeps everything from the first speech to the last, with pads")
    func pads() {
        let result = trim([4_000..<5_000, 7_000..<8_000])
        #expect(result.range == 3_200..<11_200)
        #expect(result.reason == .speech(start: 4_000, end: 8_000))
    }

    @Test("stays within the sound")
    func bounds() {
        #expect(trim([100..<15_900]).range == 0..<16_000)
    }

    @Test("keeps all of a sound without speech")
    func silence() {
        #expect(trim([]).range == 0..<16_000)
        #expect(trim([]).reason == .noSpeech)
    }
}

@Suite("Words in a smart trim")
struct SmartTrimWordsTests {
    private let pads = SmartTrim.Pads(before: 800, after: 3_200)

    private func trim(_ words: Range<Int64>, frames: Int64) -> SmartTrim? {
        SmartTrim(words: words, frames: frames, sampleRate: 16_000, pads: pads)
    }

    @Test("cover a sound that is two seconds longer")
    func twoSeconds() {
        #expect(trim(16_000..<32_000, frames: 48_000)?.range == 15_200..<35_200)
        #expect(trim(16_000..<32_000, frames: 48_001) == nil)
    }

    @Test("cover a sound that is half as long again")
    func halfAsLong() {
        #expect(trim(0..<160_000, frames: 240_000) != nil)
        #expect(trim(0..<160_000, frames: 240_001) == nil)
    }

    @Test("leave no more than two seconds, or half of what they cover, at any rate")
    func otherRate() {
        func covers(_ words: Range<Int64>) -> Bool {
            SmartTrim(words: words, frames: 10_000, sampleRate: 1_000, pads: pads) != nil
        }
        #expect(!covers(5..<5))
        #expect(!covers(0..<6_000))
        #expect(covers(0..<7_000))
    }

    @Test("are cut off at the end of the sound")
    func beyond() {
        #expect(trim(100..<40_000, frames: 30_000)?.range == 0..<30_000)
        #expect(trim(40_000..<50_000, frames: 30_000)?.range == nil)
    }
}
