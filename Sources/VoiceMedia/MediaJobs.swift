public import VoiceTime
public import VoiceTrace

/// One utterance to be heard.
public struct ListenRequest: Sendable, Equatable {
    /// Whether the utterance is recognised; otherwise only its extent matters.
    public var recognizes: Bool
    /// Voiced time before sound counts as speech, in frames.
    public var minSpeechFrames: Frame
    /// Silence after speech that ends the utterance, in frames.
    public var endSilenceFrames: Frame
    /// Silence before speech after which nobody will speak, in frames; 0 waits for ever.
    public var preSpeechFrames: Frame
    /// Longest speech, in frames; 0 is no limit.
    public var maxSpeechFrames: Frame
    /// Longest listening, in frames; 0 is no limit.
    public var maxAudioFrames: Frame
    /// Whether the silence before speech is counted from the start, or from
    /// ``EngineAction/awaitSpeech(job:)``.
    public var awaitsSpeechAtOnce: Bool

    /// A request of these limits.
    public init(
        recognizes: Bool, minSpeechFrames: Frame, endSilenceFrames: Frame, preSpeechFrames: Frame,
        maxSpeechFrames: Frame, maxAudioFrames: Frame, awaitsSpeechAtOnce: Bool
    ) {
        self.recognizes = recognizes
        self.minSpeechFrames = minSpeechFrames
        self.endSilenceFrames = endSilenceFrames
        self.preSpeechFrames = preSpeechFrames
        self.maxSpeechFrames = maxSpeechFrames
        self.maxAudioFrames = maxAudioFrames
        self.awaitsSpeechAtOnce = awaitsSpeechAtOnce
    }
}

/// Why listening stopped.
public enum StopReason: String, Sendable, Hashable {
    case maxPreSpeechSilenceExceeded
    case maxPostSpeechSilenceExceeded
    case maxSpeechLengthExceeded
    case maxAudioLengthExceeded
    case stopRequest
}

/// What a listening job heard.
public enum HeardWords: Sendable, Equatable {
    /// An answer: text and confidence in thousandths.
    case final(text: String, confidence: Int)
    /// Speech that fits nothing the recognizer listens for.
    case rejected
    /// The recognizer failed.
    case failed(reason: String)
}

/// News of a media job.
public enum MediaSignal: Sendable, Equatable {
    /// `job` plays; `prompt` says what.
    case playStarted(job: Int, prompt: RealizedPrompt)
    /// `job` played to its end.
    case playEnded(job: Int)
    /// Nothing of what `job` should play can be played.
    case playFailed(job: Int, reason: String)
    /// Speech began; for speech already under way when listening opened, at that frame.
    case speechBegan(job: Int, spoken: Frame)
    /// Listening is over; `why` is what decided it. When speech was heard and words were asked for,
    /// the words follow.
    case listenEnded(job: Int, reason: StopReason, heardSpeech: Bool, why: JSONObject)
    /// The words of the utterance; `event` is their sequence number in the trace.
    case heard(job: Int, HeardWords, event: Int)
}
