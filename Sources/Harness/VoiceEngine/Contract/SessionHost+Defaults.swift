public import VoiceAudio
public import VoiceRecognition
public import VoiceTime
public import VoiceTrace

extension SessionHost {
    /// Does nothing.
    public mutating func callbackReturned() {}

    /// Does nothing: recognizers are made when they are needed.
    public mutating func prepare(_ task: RecognitionTask) {}

    /// Returns no calls.
    public mutating func replied(
        _ answer: CallAnswer, of event: TraceEvent, at frame: Frame
    ) -> [(delay: Frame, call: EngineCall)] { [] }

    /// Does nothing: there is no loudspeaker.
    public mutating func suspendPlaying(job: Int) {}

    /// Does nothing: there is no loudspeaker.
    public mutating func resumePlaying(job: Int) {}

    /// Does nothing: there is no loudspeaker.
    public mutating func setGain(job: Int, permille: Int) {}

    /// Returns nil: words are known at the end of the speech.
    public mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? { nil }

    /// Returns 0: hypotheses come at once.
    public mutating func takeDelaySoFar() -> Frame { 0 }

    /// False: utterances are recognised at once.
    public mutating func recognizesLater(_ utterance: Utterance, for job: Int) -> Bool { false }

    /// False: utterances are recognised at once.
    public mutating func recognizesSoFarLater(_ utterance: Utterance, for job: Int) -> Bool {
        false
    }

    /// Does nothing: there is no loudspeaker.
    public mutating func play(job: Int, _ request: PromptRequest, _ prompt: RealizedPrompt) {}

    /// Does nothing: there is no loudspeaker.
    public mutating func stopPlaying(job: Int) {}

    /// False: recordings are not kept.
    public var keepsRecordings: Bool { false }

    /// Writes nothing and reports success.
    public mutating func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest
    ) -> SaveOutcome { .saved }

    /// Does nothing.
    public mutating func observe(_ event: TraceEvent) {}
}
