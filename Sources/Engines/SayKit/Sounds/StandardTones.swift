internal import Foundation
internal import VoiceAudio
internal import VoiceSynthesis

/// The tones of requests as sound files: two notes up, two notes down, two low notes.
enum StandardTones {
    static let sampleRate = 16_000
    private static let noteMilliseconds = 70
    private static let fadeMilliseconds = 8
    /// Peak, as a share of full scale.
    private static let peak = 0.25

    /// Frequencies of the notes in hertz, by the names of files in sessions.
    private static let notes: [(name: String, hertz: [Double])] = [
        (ToneFiles().microphoneStart, [660, 880]),
        (ToneFiles().microphoneStop, [880, 660]),
        (ToneFiles().unrecognizedCommand, [220, 196]),
    ]

    /// Paths of the files by their names in sessions; written once, into the user's cache. A file
    /// that cannot be written has no path, and the engine skips its tone.
    static let paths: [String: String] = {
        guard let cache = SpeechSynthesizer.usualCacheFolder else { return [:] }
        let files = FileManager.default
        let folder = URL(fileURLWithPath: cache)
            .appendingPathComponent("saykit-tones-1")
        try? files.createDirectory(at: folder, withIntermediateDirectories: true)
        var paths: [String: String] = [:]
        for (name, hertz) in notes {
            let file = folder.appendingPathComponent(name)
            if !files.fileExists(atPath: file.path) {
                // Several processes may write at once: each brings a whole file into place.
                let number = ProcessInfo.processInfo.processIdentifier
                let draft = folder.appendingPathComponent("\(number)-\(name)")
                try? SoundFile.writeMono(sound(hertz), path: draft.path, overwrite: true)
                try? files.moveItem(at: draft, to: file)
                try? files.removeItem(at: draft)
            }
            if files.fileExists(atPath: file.path) { paths[name] = file.path }
        }
        return paths
    }()

    /// Notes one after the other, each with a fade at both ends.
    static func sound(_ notes: [Double]) -> MonoSound {
        let count = sampleRate * noteMilliseconds / 1_000
        let fade = Double(sampleRate * fadeMilliseconds / 1_000)
        let samples = notes.flatMap { hertz in
            (0..<count).map { frame -> Int16 in
                let edge = Double(min(frame, count - 1 - frame))
                let angle = 2 * Double.pi * hertz * Double(frame) / Double(sampleRate)
                return Int16((sin(angle) * min(1, edge / fade) * peak * 32_767).rounded())
            }
        }
        return MonoSound(sampleRate: sampleRate, samples: samples)
    }
}
