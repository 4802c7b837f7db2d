package import VoiceTime

/// The latencies of one turn of the caller.
package struct TurnLatency: Sendable, Hashable {
    /// Something about a turn that the figures alone do not tell.
    package enum Note: String, Sendable, Hashable, CaseIterable {
        /// The `speechEnd` belongs to an earlier stretch of speech.
        case staleAnchor = "the engine's speechEnd names an end before this turn began"
        /// The app did not wait for the recognizer's answer.
        case answerAfterPrompt = "the prompt began before the recognizer's answer"
        /// The app did not wait for the end of the caller's speech.
        case promptBeforeEndpoint = "the prompt began before speechEnd"
        /// The detector found several segments in one turn.
        case severalSegments = "the detector parted the turn"
    }

    /// Words of the caller, and their time.
    package var turn: SpokenTurn
    /// The module that the session was in when the turn ended.
    package var module: String?
    /// Speech really ended to `speechEnd`.
    package var endpoint: LatencyOutcome
    /// The recognizer is asked to its answer. It is asked at `speechEnd`, or when listening ended
    /// after that.
    package var recognition: LatencyOutcome
    /// Speech really ended to the app's being told what was said.
    package var told = LatencyOutcome.excluded(.notTold)
    /// Speech really ended to the next prompt, or to the told answer where the engine plays no
    /// prompts: the outcome of the turn as a whole.
    package var response: LatencyOutcome
    /// Speech really began over a prompt to the end of what the caller hears on, as
    /// ``HeardStretch`` says.
    package var bargeIn: LatencyOutcome
    /// Stretch in which the response lies, in frames, where a noise gate hides the caller's end;
    /// then ``response`` does not count.
    package var bounds: Range<Frame>?
    /// Parts of a measured response, in order: the parts sum to it, and none is 0.
    package var parts: [LatencyPart] = []
    /// The prompt that answers; nil where none does.
    package var prompt: String?
    /// Distance of the engine's own end of speech behind the real end, negative before it; nil
    /// without one. Never part of a latency.
    package var liveEndOffset: Frame?
    /// Notes on the turn.
    package var notes: [Note] = []
    /// The recognizer's answer, by its kind and text.
    package var answer: String?

    /// The outcome for a metric; nil for those that no turn has.
    package subscript(metric: LatencyMetric) -> LatencyOutcome? {
        switch metric {
        case .response: response
        case .endpoint: endpoint
        case .recognition: recognition
        case .told: told
        case .bargeIn: bargeIn
        case .promptGap, .clipGap, .soundStart, .blockCompute: nil
        }
    }
}
