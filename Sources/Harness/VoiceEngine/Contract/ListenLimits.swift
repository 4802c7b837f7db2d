package import VoiceTime

/// The limits of a listening job that an engine may change while it listens, in frames.
public struct ListenLimits: Sendable, Hashable {
    /// Voiced time before sound counts as speech.
    package var minSpeechFrames: Frame
    /// Silence after speech that ends the utterance.
    package var endSilenceFrames: Frame
    /// Silence before speech that ends the job, in frames; 0 waits without a limit.
    package var preSpeechFrames: Frame
    /// Longest speech; 0 is no limit.
    package var maxSpeechFrames: Frame
    /// Longest listening; 0 is no limit.
    package var maxAudioFrames: Frame

    /// Limits of these lengths.
    package init(
        minSpeechFrames: Frame, endSilenceFrames: Frame, preSpeechFrames: Frame = 0,
        maxSpeechFrames: Frame = 0, maxAudioFrames: Frame = 0
    ) {
        self.minSpeechFrames = minSpeechFrames
        self.endSilenceFrames = endSilenceFrames
        self.preSpeechFrames = preSpeechFrames
        self.maxSpeechFrames = maxSpeechFrames
        self.maxAudioFrames = maxAudioFrames
    }
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
