import Testing
import VoiceActivity

@Suite struct SmartTrimTests {
    private func trim(_ segments: [Range<Int64>]) -> SmartTrim {
        SmartTrim(
            segments: segments, frames: 16_000, sampleRate: 16_000, prePadMs: 50, postPadMs: 200)
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
