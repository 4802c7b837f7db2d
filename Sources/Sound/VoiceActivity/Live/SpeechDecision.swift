/// Start or end of speech, as it was decided.
package enum SpeechDecision: Sendable, Equatable {
    /// Speech has begun.
    case start(SpeechBoundary)
    /// Speech has ended.
    case end(SpeechBoundary)
}

/// Evidence of a decision about speech.
///
/// Units: frames of the session's clock; levels in thousandths of a decibel; probabilities in
/// thousandths.
package struct SpeechBoundary: Sendable, Equatable {
    /// Frame at which it was decided.
    package var frame: Int64
    /// Frame at which speech really began or ended.
    package var spoken: Int64
    /// The level of the hop that decided.
    package var energy: Int32
    /// The noise floor then.
    package var floor: Int32
    /// The level over the floor then.
    package var margin: Int32
    /// Threshold that the level over the floor was compared with where speech might have gone on; 0
    /// at a start.
    package var leastMargin: Int32
    /// The probability of speech then.
    package var probability: Int32
    /// Threshold that the probability was compared with.
    package var threshold: Int32
    /// The frames of speech that confirmed a start, or of silence that confirmed an end.
    package var duration: Int64
    /// The frames that were asked for.
    package var limit: Int64

    /// Creates a boundary of these parts; omitted ones are 0.
    package init(
        frame: Int64, spoken: Int64, energy: Int32 = 0, floor: Int32 = 0, margin: Int32 = 0,
        leastMargin: Int32 = 0, probability: Int32 = 0, threshold: Int32 = 0, duration: Int64 = 0,
        limit: Int64 = 0
    ) {
        self.frame = frame
        self.spoken = spoken
        self.energy = energy
        self.floor = floor
        self.margin = margin
        self.leastMargin = leastMargin
        self.probability = probability
        self.threshold = threshold
        self.duration = duration
        self.limit = limit
    }

    init(
        at frame: Int64, spoken: Int64, _ evidence: HopEvidence, leastMargin: Int32 = 0,
        threshold: Int32, duration: Int64, limit: Int64
    ) {
        self.init(
            frame: frame, spoken: spoken, energy: evidence.energy, floor: evidence.floor,
            margin: evidence.margin, leastMargin: leastMargin,
            probability: evidence.probability, threshold: threshold, duration: duration,
            limit: limit)
    }
}
