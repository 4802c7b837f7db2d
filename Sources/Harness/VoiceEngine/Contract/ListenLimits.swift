package import VoiceTime

/// The limits of a listening job that an engine may change while it listens, in frames.
public struct ListenLimits: Sendable, Hashable {
    /// Voiced time before sound counts as speech.
    package var minSpeechFrames: Frame
    /// Silence after speech that ends the utterance.
    package var endSilenceFrames: Frame
    /// Silence before speech that ends the job, in frames; 0 waits without a limit.
    package var preSpeechFrames: Frame = 0
    /// Longest speech; 0 is no limit.
    package var maxSpeechFrames: Frame = 0
    /// Longest listening; 0 is no limit.
    package var maxAudioFrames: Frame = 0
}

extension ListenRequest {
    /// The limits that may change while the job is open.
    package var limits: ListenLimits {
        get {
            ListenLimits(
                minSpeechFrames: minSpeechFrames, endSilenceFrames: endSilenceFrames,
                preSpeechFrames: preSpeechFrames, maxSpeechFrames: maxSpeechFrames,
                maxAudioFrames: maxAudioFrames)
        }
        set {
            minSpeechFrames = newValue.minSpeechFrames
            endSilenceFrames = newValue.endSilenceFrames
            preSpeechFrames = newValue.preSpeechFrames
            maxSpeechFrames = newValue.maxSpeechFrames
            maxAudioFrames = newValue.maxAudioFrames
        }
    }
}
