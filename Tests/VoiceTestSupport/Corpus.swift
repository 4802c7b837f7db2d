public import VoiceAudio

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Recordings of people, in a folder that `VOICETEST_SPEECH_CORPUS` names; not part of the package.
public enum Corpus {
    /// The folder; nil when the variable is unset or empty.
    public static var folder: String? {
        getenv("VOICETEST_SPEECH_CORPUS").map { String(cString: $0) }.flatMap {
            $0.isEmpty ? nil : $0
        }
    }

    /// A clip at 16 kHz, by its path in the folder.
    public static func clip(_ name: String) throws -> MonoSound {
        try SoundFile.readMono(path: "\(folder ?? "")/\(name)", sampleRate: 16_000)
    }
}
