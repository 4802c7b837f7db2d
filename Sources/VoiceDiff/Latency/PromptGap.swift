public import VoiceTime

/// The silence after one prompt.
public struct PromptGap: Sendable, Hashable {
    /// The prompt before it.
    public var item: String
    /// When that prompt ended or was stopped; the session's end where it did neither.
    public var frame: Frame
    /// How long the silence was.
    public var outcome: LatencyOutcome
}
