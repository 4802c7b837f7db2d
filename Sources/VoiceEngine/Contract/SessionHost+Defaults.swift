public import VoiceAudio
public import VoiceRecognition
public import VoiceTime
public import VoiceTrace

extension SessionHost {
    /// Looks away.
    public mutating func callbackReturned() {}

    /// Makes nothing before it is needed.
    public mutating func prepare(_ task: RecognitionTask) {}

    /// Calls nothing.
    public mutating func replied(
        _ answer: CallAnswer, of event: TraceEvent, at frame: Frame
    ) -> [(delay: Frame, call: EngineCall)] { [] }

    /// Does nothing: there is no loudspeaker.
    public mutating func suspendPlaying(job: Int) {}

    /// Does nothing: there is no loudspeaker.
    public mutating func resumePlaying(job: Int) {}

    /// Does nothing: there is no loudspeaker.
    public mutating func setGain(job: Int, permille: Int) {}

    /// Nothing is known before the end of the speech.
    public mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? { nil }

    /// It comes at once.
    public mutating func takeDelaySoFar() -> Frame { 0 }

    /// Everything is recognised at once.
    public mutating func recognizesLater(_ utterance: Utterance, for job: Int) -> Bool { false }

    /// Everything is recognised at once.
    public mutating func recognizesSoFarLater(_ utterance: Utterance, for job: Int) -> Bool {
        false
    }

    /// Does nothing: there is no loudspeaker.
    public mutating func play(job: Int, _ request: PromptRequest, _ prompt: RealizedPrompt) {}

    /// Does nothing: there is no loudspeaker.
    public mutating func stopPlaying(job: Int) {}

    /// Recordings are not kept.
    public var keepsRecordings: Bool { false }

    /// Nothing is written, and nothing fails.
    public mutating func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest
    ) -> SaveOutcome { .saved }

    /// Looks away.
    public mutating func observe(_ event: TraceEvent) {}
}
