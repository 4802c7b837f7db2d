package import VoiceAudio
package import VoiceHypothesis
package import VoiceTime
package import VoiceTrace

extension SessionHost {
    /// Does nothing.
    package mutating func callbackReturned() {}

    /// Does nothing: recognizers are made when they are needed.
    package mutating func prepare(_ task: RecognitionTask) {}

    /// Returns no calls.
    package mutating func replied(
        _ answer: CallAnswer, of event: TraceEvent, at frame: Frame
    ) -> [(delay: Frame, call: EngineCall)] { [] }

    /// Does nothing: there is no loudspeaker.
    package mutating func suspendPlaying(job: Int) {}

    /// Does nothing: there is no loudspeaker.
    package mutating func resumePlaying(job: Int) {}

    /// Does nothing: there is no loudspeaker.
    package mutating func setGain(job: Int, permille: Int) {}

    /// Returns nil: words are known at the end of the speech.
    package mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? { nil }

    /// Returns 0: hypotheses come at once.
    package mutating func takeDelaySoFar() -> Frame { 0 }

    /// False: utterances are recognised at once.
    package mutating func recognizesLater(_ utterance: Utterance, for job: Int) -> Bool { false }

    /// False: utterances are recognised at once.
    package mutating func recognizesSoFarLater(_ utterance: Utterance, for job: Int) -> Bool {
        false
    }

    /// Does nothing: there is no loudspeaker.
    package mutating func play(job: Int, _ request: PromptRequest, _ prompt: RealizedPrompt) {}

    /// Does nothing: there is no loudspeaker.
    package mutating func stopPlaying(job: Int) {}

    /// False: recordings are not kept.
    package var keepsRecordings: Bool { false }

    /// Writes nothing and reports success.
    package mutating func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest
    ) -> SaveOutcome { .saved }

    /// Does nothing.
    package mutating func observe(_ event: TraceEvent) {}
}
