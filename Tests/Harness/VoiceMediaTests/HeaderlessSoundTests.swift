import Testing
import VoiceAudio
import VoiceEngine
import VoiceFiles
import VoiceTestSupport

@testable import VoiceMedia

@Suite("Sound without a header")
struct HeaderlessSoundTests {
    @Test(
        "a format names its rate, or none", .fact("voiceflow-7-9"),
        arguments: [
            ("pcm_16khz", 16_000), ("PCM_48kHz", 48_000), ("media", nil), ("pcm_0khz", nil),
        ]
            as [(String, Int?)])
    func formats(name: String, rate: Int?) {
        #expect(PCMFormat.sampleRate(name) == rate)
    }

    @Test("samples are little-endian; an odd byte at the end does not count")
    func samples() throws {
        let folder = TemporaryFolder()
        try DiskFile.write([1, 0, 255, 255, 0, 128, 9], to: folder.path("a.raw"))
        let sound = try HeaderlessSound.read(
            folder.path("a.raw"), at: 16_000, sampleRate: 16_000)
        #expect(sound.samples == [1, -1, -32_768])
    }

    @Test("a file of nothing is a sound of no length", .fact("voiceflow-7-19"))
    func empty() throws {
        let folder = TemporaryFolder()
        try DiskFile.write([], to: folder.path("a.raw"))
        let sound = try HeaderlessSound.read(folder.path("a.raw"), at: 48_000, sampleRate: 16_000)
        #expect(sound == MonoSound(sampleRate: 16_000, samples: []))
    }
}
