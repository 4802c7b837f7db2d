import Testing
import VoiceAudio
import VoiceEngine
import VoiceRecognition
import VoiceTime

@testable import VoiceMedia

@Suite struct SpeechFrontEndTests {
    /// An ear at 8 kHz that heard this many seconds of samples that count from 0, during speech
    /// that began at a frame.
    private func ear(seconds: Int, during speech: Frame? = nil) throws -> SpeechFrontEnd {
        let rate = try #require(SampleRate(hertz: 8_000))
        var ear = try SpeechFrontEnd(rate: rate, settings: MediaSettings(), decides: false)
        for hop in 0..<100 * seconds {
            let samples = (80 * hop..<80 * hop + 80).map { Int16(truncatingIfNeeded: $0) }
            _ = samples.withUnsafeBufferPointer { ear.consume($0) }
            ear.startHop(during: speech)
        }
        return ear
    }

    @Test(
        "remembers what was said, also over the seam of its memory",
        arguments: [(50, 8_000), (70, 470_000), (70, 481_000), (120, 600_000)])
    func remembers(seconds: Int, start: Int) throws {
        let ear = try ear(seconds: seconds)
        let spoken = Frame(start)..<Frame(start + 16_000)
        let utterance = ear.utterance(spoken: spoken, since: 0, now: ear.frames)
        let first = Int(utterance.start)
        #expect(first <= start)
        #expect(utterance.sound.samples.count >= 16_000)
        let expected = (first..<first + utterance.sound.samples.count)
            .map { Int16(truncatingIfNeeded: $0) }
        #expect(utterance.sound.samples == expected)
    }

    @Test("remembers speech that is under way as a whole, however long it is")
    func remembersSpeech() throws {
        let ear = try ear(seconds: 150, during: 16_000)
        let utterance = ear.utterance(spoken: 16_000..<1_200_000, since: 0, now: ear.frames)
        #expect((13_000...16_000).contains(utterance.start))
        #expect(utterance.extent.upperBound == 1_200_000)
        let first = Int(utterance.start)
        #expect(
            utterance.sound.samples
                == (first..<1_200_000).map { Int16(truncatingIfNeeded: $0) })
    }

    @Test("keeps the later half of speech that is longer than a recognizer takes")
    func halves() throws {
        let seconds = SpeechFrontEnd.longestSeconds + 2
        let ear = try ear(seconds: seconds, during: 0)
        let utterance = ear.utterance(spoken: 0..<Frame(8_000 * seconds), since: 0, now: ear.frames)
        let kept = SpeechFrontEnd.longestSeconds / 2
        #expect((8_000 * kept...8_000 * (kept + 4)).contains(utterance.sound.samples.count))
        #expect(utterance.sound.samples.count <= 8_000 * Utterance.longestSeconds)
    }

    @Test("gives nothing of what was heard before listening opened")
    func opened() throws {
        let ear = try ear(seconds: 10)
        for opened in [Frame(0), 15_000, 16_000] {
            let utterance = ear.utterance(
                spoken: 16_000..<24_000, since: opened, now: ear.frames)
            #expect(utterance.start == max(opened, 16_000 - 2_400))
            #expect(utterance.extent.upperBound == 24_000 + 2_400)
        }
    }

    @Test("gives nothing of what it has forgotten")
    func forgets() throws {
        let ear = try ear(seconds: 70)
        let utterance = ear.utterance(spoken: 0..<8_000, since: 0, now: ear.frames)
        #expect(utterance.sound.samples.isEmpty)
    }
}
