internal import Synchronization
internal import VoiceActivity
internal import VoiceAudio
internal import VoiceFiles
internal import VoiceTime

/// Stretches of speech in sounds, found once for each: the scripted callers of a project say the
/// same clips in many of its sessions.
enum KnownSpeech {
    private struct Key: Hashable {
        let rate: Int
        let digest: [UInt8]
    }

    /// Sounds that are remembered at most.
    private static let limit = 4_096
    private static let known = Mutex<[Key: [Range<Frame>]]>([:])

    /// The stretches of speech in `sound`, in its frames.
    static func segments(in sound: MonoSound) throws(AudioError) -> [Range<Frame>] {
        var digest = Digest()
        sound.samples.withUnsafeBytes { digest.update($0) }
        let key = Key(rate: sound.sampleRate, digest: digest.bytes())
        if let found = known.withLock({ $0[key] }) { return found }
        let found = try SpeechActivity.offlineSegments(in: sound, settings: .fadingEnds)
        known.withLock { if $0.count < limit { $0[key] = found } }
        return found
    }
}
