import Foundation
import VoiceKit

/// An app's own engine with the members of the guide only; it notes its calls.
@MainActor
class GuideEngine: VoiceIO {
    var onListeningChanged: ((Bool) -> Void)?
    var onTranscriptChanged: ((String) -> Void)?
    var onLevelChanged: ((CGFloat) -> Void)?
    var onTTSSpeakingChanged: ((Bool) -> Void)?
    var onTTSPulse: ((CGFloat) -> Void)?
    var onStatusMessageChanged: ((String?) -> Void)?
    var notes: [String] = []
    /// Clips that cannot be prepared, by their name.
    var badClips: Set<String> = []
    /// Told at the beginning of each speech.
    var onSpeak: ((String) -> Void)?

    func ensurePermissions() async throws { notes.append("permissions") }
    func configureSessionIfNeeded() async throws { notes.append("session") }
    func speak(_ text: String) async {
        notes.append("speak \(text)")
        onSpeak?(text)
    }
    func listen(
        timeout: TimeInterval, inactivity: TimeInterval, record: Bool
    ) async throws -> VoiceResult {
        notes.append("listen")
        return VoiceResult(transcript: "heard", recordingURL: nil)
    }
    func prepareClip(url: URL, gainDB: Float) async throws {
        notes.append("prepare \(url.lastPathComponent) \(gainDB)")
        if badClips.contains(url.lastPathComponent) { throw VoiceIOError.underlying("no sound") }
    }
    func startPreparedClip() async throws { notes.append("start") }
    func playClip(url: URL, gainDB: Float) async throws {
        notes.append("play \(url.lastPathComponent) \(gainDB)")
        if badClips.contains(url.lastPathComponent) { throw VoiceIOError.underlying("no sound") }
    }
    func stopAll() { notes.append("stop") }
    func hardReset() { notes.append("reset") }
}

/// An engine that has voices, and no siblings.
@MainActor
final class VoicedEngine: GuideEngine, TTSConfigurable, VoiceListProvider {
    var voices: [TTSVoiceInfo] = []
    private var profiles: [String: TTSVoiceProfile] = [:]
    private var defaultProfile: TTSVoiceProfile?
    private var tuning = Tuning()

    func setVoiceProfile(_ profile: TTSVoiceProfile) {
        notes.append("profile \(profile.id) \(profile.rate)")
        profiles[profile.id] = profile
    }
    func getVoiceProfile(id: String) -> TTSVoiceProfile? { profiles[id] }
    func setDefaultVoiceProfile(_ profile: TTSVoiceProfile) {
        notes.append("default \(profile.id)")
        defaultProfile = profile
    }
    func getDefaultVoiceProfile() -> TTSVoiceProfile? { defaultProfile }
    func setTuning(_ tuning: Tuning) {
        notes.append("tuning \(tuning.volume)")
        self.tuning = tuning
    }
    func getTuning() -> Tuning { tuning }
    func speak(_ text: String, using voiceID: String?) async {
        notes.append("speak \(text) using \(voiceID ?? "default")")
        onSpeak?(text)
    }
    func availableVoices() -> [TTSVoiceInfo] { voices }
}

/// An engine whose speech takes as long as a rate says.
@MainActor
final class MeasuringEngine: SpeechMeasuring {
    var profiles: [String: TTSVoiceProfile] = [:]
    var defaultProfile: TTSVoiceProfile?
    var rates: [Double] = []
    let seconds: (Double) -> TimeInterval

    init(seconds: @escaping (Double) -> TimeInterval) { self.seconds = seconds }

    func setVoiceProfile(_ profile: TTSVoiceProfile) { profiles[profile.id] = profile }
    func getVoiceProfile(id: String) -> TTSVoiceProfile? { profiles[id] }
    func setDefaultVoiceProfile(_ profile: TTSVoiceProfile) { defaultProfile = profile }
    func getDefaultVoiceProfile() -> TTSVoiceProfile? { defaultProfile }
    func setTuning(_ tuning: Tuning) {}
    func getTuning() -> Tuning { Tuning() }
    func speak(_ text: String, using voiceID: String?) async {}
    func speakAndMeasure(_ text: String, using voiceID: String?) async -> TimeInterval {
        let rate = profiles[voiceID ?? ""]?.rate ?? 0
        rates.append(rate)
        return seconds(rate)
    }
}
