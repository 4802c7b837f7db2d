import Testing
import VoiceActivity
import VoiceAudio
import VoiceTestSupport

// The recordings are not part of the package: without the variable the suite is skipped.
@Suite(.enabled(if: Corpus.folder != nil, "set VOICETEST_SPEECH_CORPUS to a speech corpus"))
struct CorpusTests {
    @Test(
        "finds a spoken digit over noise of 15 dB less, in one piece",
        arguments: ["0_nicolas_44", "6_nicolas_1", "1_nicolas_35"])
    func digit(name: String) throws {
        let silence = MonoSound(
            sampleRate: 16_000, samples: [Int16](repeating: 0, count: 48_000))
        let clip = try Mixer.adding(
            try Corpus.clip("digits/fsdd/\(name).wav"), to: silence, at: 24_000)
        let bed = RoomTone(seed: 3).sound(frames: clip.frames, sampleRate: 16_000)
        let mix = try Mixer.mixing(clip, over: bed, signalToNoiseDB: 15)
        let found = try SpeechActivity.segments(in: mix)
        #expect(found.count == 1)
        #expect(abs((found.first?.lowerBound ?? 0) - 24_000) < 3_200)
    }
}
