public import VoiceAudio
public import VoiceRecognition
public import VoiceTrace

extension SessionHost {
    /// Nothing is known before the end of the speech.
    public mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? { nil }

    /// Recordings are not kept.
    public var keepsRecordings: Bool { false }

    /// Nothing is written, and nothing fails.
    public mutating func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest
    ) -> SaveOutcome { .saved }

    /// Looks away.
    public mutating func observe(_ event: TraceEvent) {}
}
