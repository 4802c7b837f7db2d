import Foundation
import VoiceAudio
import VoiceTestSupport

/// A sound file beside a test.
enum ToneFile {
    static func write(
        in folder: TemporaryFolder, named name: String, milliseconds: Int
    ) throws -> URL {
        let sound = MonoSound(
            sampleRate: 16_000, samples: [Int16](repeating: 1_000, count: milliseconds * 16))
        try SoundFile.writeMono(sound, path: folder.path(name), overwrite: true)
        return URL(fileURLWithPath: folder.path(name)).standardizedFileURL
    }
}
