public import Foundation

/// Voices, their profiles, and speech with one of them.
@MainActor
public protocol TTSConfigurable: AnyObject {
    /// Keeps the profile under its id.
    func setVoiceProfile(_ profile: TTSVoiceProfile)
    /// The profile that was set for the voice; nil without one.
    func getVoiceProfile(id: String) -> TTSVoiceProfile?
    /// Makes the profile that of speech without a voice, and keeps it under its id.
    func setDefaultVoiceProfile(_ profile: TTSVoiceProfile)
    /// The profile of speech without a voice; nil before one was set.
    func getDefaultVoiceProfile() -> TTSVoiceProfile?
    /// Sets what holds for all voices.
    func setTuning(_ tuning: Tuning)
    /// Returns the tuning that holds for all voices.
    func getTuning() -> Tuning
    /// Speaks with the voice, or the default one for nil; returns when it is over or was stopped.
    func speak(_ text: String, using voiceID: String?) async
}

/// An engine with all of the interface.
public typealias VoiceEngine = any VoiceIO & TTSConfigurable

/// Lists the voices that a user may choose from.
@MainActor
public protocol VoiceListProvider {
    /// Lists the voices of the synthesizer, in its order.
    func availableVoices() -> [TTSVoiceInfo]
}

/// An engine that can sound on several channels of one session.
@MainActor
public protocol VoiceSiblingMaking: AnyObject {
    /// Makes an engine with a channel of its own in the same session.
    func makeSibling() -> VoiceEngine
}

/// Engine that measures the duration of its speech.
@MainActor
public protocol SpeechMeasuring: TTSConfigurable {
    /// Speaks, and returns the seconds from the beginning to the end of speech; 0 when it was
    /// cancelled.
    func speakAndMeasure(_ text: String, using voiceID: String?) async -> TimeInterval
}
