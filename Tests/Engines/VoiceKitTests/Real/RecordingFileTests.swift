import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

@testable import VoiceKit

@Suite("The file of a recording")
struct RecordingFileTests {
    private let folder = TemporaryFolder()

    private var file: RecordingFile {
        RecordingFile(
            folder: URL(fileURLWithPath: folder.path), config: VoiceIOConfig(), name: "a")
    }

    /// So many seconds that are loud within `loud`, in seconds.
    private func recording(seconds: Int, loud: Range<Double>) -> KeptRecordings.Kept {
        let samples = (0..<(16_000 * seconds)).map { frame -> Int16 in
            let amplitude: Int16 = loud.contains(Double(frame) / 16_000) ? 8_000 : 20
            return frame % 2 == 0 ? amplitude : -amplitude
        }
        return KeptRecordings.Kept(sound: MonoSound(sampleRate: 16_000, samples: samples))
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test(
        "it is trimmed to the words and the pads, and the untrimmed file is removed",
        .fact("voicekit-2.2-2", "voicekit-2.5.5-1", "voicekit-2.5.5-5", "voicekit-2.5.5-6"))
    func trims() throws {
        let written = file.write(recording(seconds: 3, loud: 0.5..<2), speech: 16_000..<32_000)
        #expect(written.fault == nil)
        #expect(try names() == ["a.trim.wav"])
        let sound = try SoundFile.readMono(path: try #require(written.url).path, sampleRate: nil)
        #expect(sound.frames == 16_000 + 800 + 3_200)
        #expect(sound.samples.first == 8_000)
    }

    @Test(
        "where trimming fails it is the untrimmed file, with the reason",
        .fact("voicekit-2.2-2", "voicekit-2.5.5-7"))
    func keepsRaw() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("a.trim.wav"), withIntermediateDirectories: false)
        let written = file.write(recording(seconds: 3, loud: 0.5..<2), speech: 16_000..<32_000)
        #expect(written.url?.lastPathComponent == "a.wav")
        #expect(written.fault?.contains("a.trim.wav") == true)
        #expect(try names() == ["a.trim.wav", "a.wav"])
    }

    @Test(
        "energy decides where the words are a small part of the recording",
        .fact("voicekit-2.5.5-2"))
    func energyDecides() throws {
        let written = file.write(recording(seconds: 9, loud: 5..<7), speech: 8_000..<11_200)
        let sound = try SoundFile.readMono(path: try #require(written.url).path, sampleRate: nil)
        // Chunks of 8,192 frames around the loud part, and the pads.
        #expect(sound.frames == (14 - 9) * 8_192 + 800 + 3_200)
    }
}
