import Testing
import VoiceAudio

@testable import VoiceRecognition

@Suite("The end of the last word")
struct LastWordTests {
    /// One second of sound from frame 1,000, with speech up to frame 9,000.
    private let utterance = Utterance(
        sound: MonoSound(sampleRate: 16_000, samples: [Int16](repeating: 0, count: 16_000)),
        start: 1_000, spoken: 2_000..<9_000)

    private func words(lastEnd end: Int64) -> [RecognizedWord] {
        [
            RecognizedWord(text: "wake", range: 2_000..<4_000, confidence: 900),
            RecognizedWord(
                text: "up", range: 4_000..<end, confidence: 900,
                phones: [
                    RecognizedPhone(phone: "AH", range: 4_000..<5_000, score: 900),
                    RecognizedPhone(phone: "P", range: 5_000..<end, score: 900),
                ]),
        ]
    }

    @Test("is the end of speech where at most 100 ms are missing", arguments: [7_400, 8_999])
    func decays(end: Int64) {
        var words = words(lastEnd: end)
        words.endWithSpeech(of: utterance)
        #expect(words.map(\.range) == [2_000..<4_000, 4_000..<9_000])
        #expect(words[1].phones.map(\.range) == [4_000..<5_000, 5_000..<9_000])
    }

    @Test("stays where more is missing, or none", arguments: [7_399, 9_000, 9_500])
    func stays(end: Int64) {
        var words = words(lastEnd: end)
        words.endWithSpeech(of: utterance)
        #expect(words == self.words(lastEnd: end))
    }

    @Test("needs a word")
    func empty() {
        var words: [RecognizedWord] = []
        words.endWithSpeech(of: utterance)
        #expect(words.isEmpty)
    }
}
