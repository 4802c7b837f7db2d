import Testing
import VoiceAudio
import VoiceEngine
import VoiceRecognition
import VoiceTime

@testable import VoiceMedia

@Suite struct SpeechFrontEndTests {
    /// An ear at 8 kHz that heard this many seconds of samples that count from 0.
    private func ear(seconds: Int) throws -> SpeechFrontEnd {
        let rate = try #require(SampleRate(hertz: 8_000))
        var ear = try SpeechFrontEnd(rate: rate, settings: MediaSettings(), decides: false)
        for hop in 0..<100 * seconds {
            let samples = (80 * hop..<80 * hop + 80).map { Int16(truncatingIfNeeded: $0) }
            _ = samples.withUnsafeBufferPointer { ear.take($0) }
            ear.startHop()
        }
        return ear
    }

    @Test(
        "remembers what was said, also over the seam of its memory",
        arguments: [(50, 8_000), (70, 470_000), (70, 481_000), (120, 600_000)])
    func remembers(seconds: Int, start: Int) throws {
        let ear = try ear(seconds: seconds)
        let spoken = Frame(start)..<Frame(start + 16_000)
        let utterance = ear.utterance(spoken: spoken, now: ear.frames)
        let first = Int(utterance.start)
        #expect(first <= start)
        #expect(utterance.sound.samples.count >= 16_000)
        let expected = (first..<first + utterance.sound.samples.count)
            .map { Int16(truncatingIfNeeded: $0) }
        #expect(utterance.sound.samples == expected)
    }

    @Test("gives nothing of what it has forgotten")
    func forgets() throws {
        let ear = try ear(seconds: 70)
        let utterance = ear.utterance(spoken: 0..<8_000, now: ear.frames)
        #expect(utterance.sound.samples.isEmpty)
    }
}
