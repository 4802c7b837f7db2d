public import Foundation

extension ScriptedVoiceIO: SpeechMeasuring, VoiceSiblingMaking {
    /// Speaks without sound, for 0.3 seconds of the engine's clock.
    public func speak(_ text: String) async { await speak(text, using: nil) }

    /// Speaks without sound, for 0.3 seconds of the engine's clock; stopping or cancelling ends it
    /// after the step under way.
    public func speak(_ text: String, using voiceID: String?) async {
        _ = await speakAndMeasure(text, using: voiceID)
    }

    /// Speaks, and returns the seconds of the engine's clock; 0 when it was stopped or cancelled.
    public func speakAndMeasure(_ text: String, using voiceID: String?) async -> TimeInterval {
        log(.speak(text: text, voiceID: voiceID))
        let (start, begin) = (epoch, clock.now)
        onTTSSpeakingChanged?(true)
        onTTSPulse?(0.35)
        var isComplete = true
        for step in 0..<6 where isComplete {
            onTTSPulse?(0.28 + 0.24 * sin(.pi * Double(step) / 5))
            do { try await clock.wait(seconds: 0.05) } catch { isComplete = false }
            isComplete = isComplete && epoch == start
        }
        onTTSPulse?(0)
        onTTSSpeakingChanged?(false)
        return isComplete ? clock.now - begin : 0
    }

    /// Keeps the profile under its id.
    public func setVoiceProfile(_ profile: TTSVoiceProfile) {
        log(.setVoiceProfile(profile))
        profiles[profile.id] = profile
    }

    /// The profile that was set for the voice.
    public func getVoiceProfile(id: String) -> TTSVoiceProfile? { profiles[id] }

    /// Keeps the profile as the default and under its id.
    public func setDefaultVoiceProfile(_ profile: TTSVoiceProfile) {
        log(.setDefaultVoiceProfile(profile))
        defaultProfile = profile
        profiles[profile.id] = profile
    }

    /// Returns the profile of speech without one of its own; nil until it is set.
    public func getDefaultVoiceProfile() -> TTSVoiceProfile? { defaultProfile }

    /// Keeps what holds for all voices.
    public func setTuning(_ tuning: Tuning) {
        log(.setTuning(tuning))
        self.tuning = tuning
    }

    /// Returns the tuning that holds for all voices.
    public func getTuning() -> Tuning { tuning }

    /// Creates a scripted engine on the same clock, with an empty script.
    public func makeSibling() -> VoiceEngine {
        let sibling = ScriptedVoiceIO(items: [], clock: clock)
        siblings.append(sibling)
        return sibling
    }
}
