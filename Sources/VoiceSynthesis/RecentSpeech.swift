internal import Synchronization
internal import VoiceAudio

/// Speech that was asked for lately, for every copy of one synthesizer.
final class RecentSpeech: Sendable {
    /// Samples that are kept at most: four minutes at 48,000 hertz, 24 MB.
    private static let sampleLimit = 12_000_000

    private struct Kept {
        var sounds: [String: MonoSound] = [:]
        var sampleCount = 0
    }

    private let kept = Mutex(Kept())

    func sound(of digest: String) -> MonoSound? { kept.withLock { $0.sounds[digest] } }

    /// Keeps `sound`; when there is no more room all others go.
    func keep(_ sound: MonoSound, of digest: String) {
        guard sound.samples.count <= Self.sampleLimit else { return }
        kept.withLock { kept in
            guard kept.sounds[digest] == nil else { return }
            if kept.sampleCount + sound.samples.count > Self.sampleLimit { kept = Kept() }
            kept.sounds[digest] = sound
            kept.sampleCount += sound.samples.count
        }
    }
}
