public import VoiceJSON

/// The keys of evidence that the detector and the media core write. Engines may use them for their
/// own evidence, with the same meaning.
///
/// This is the only list of them: writers and readers ask for a case, a vocabulary takes the units
/// from here, and a redaction what it keeps.
public enum CoreEvidence: String, Sendable, Hashable, CaseIterable {
    /// The level of the hop that decided.
    case energy
    /// The noise floor then.
    case floor
    /// The level over the floor then.
    case margin
    /// The value that the margin was compared with where speech might have gone on.
    case leastMargin
    /// The probability of speech then.
    case probability
    /// The value that the probability was compared with.
    case threshold
    /// The duration that confirmed a decision.
    case duration
    /// The value that a duration was compared with.
    case limit
    /// The first frame of what was recognised.
    case start
    /// The frame after what was recognised.
    case end
    /// Frame at which speech really began or ended.
    case spoken
    /// The time for which the caller was silent.
    case silence
    /// A number of frames.
    case frames
    /// The value that a duration was compared with, in milliseconds.
    case limitMs
    /// The level of the microphone.
    case level
    /// The confidence of the recognizer.
    case confidence
    /// The gain of a sound.
    case gainPermille

    /// Unit of its numbers.
    public var unit: EventUnit {
        switch self {
        case .energy, .floor, .margin, .leastMargin, .level: .milliDecibels
        case .probability, .threshold, .confidence, .gainPermille: .thousandths
        case .duration, .limit, .silence, .frames: .frames
        case .limitMs: .milliseconds
        case .start, .end, .spoken: .instant
        }
    }

    /// Kind of earlier difference that a difference of it may repeat.
    package enum Repeat: Sendable {
        /// A level or a probability, which is another one at another time.
        case measured
        /// A time that a longer limit brings with it.
        case waiting
    }

    /// Kind of earlier difference that a difference of it may repeat; nil for evidence that says
    /// something of its own.
    package var repeats: Repeat? {
        switch self {
        case .energy, .floor, .margin, .leastMargin, .probability, .threshold: .measured
        case .duration, .limit, .silence: .waiting
        case .start, .end, .spoken, .frames, .limitMs, .level, .confidence, .gainPermille: nil
        }
    }

    /// Whether a redacted session keeps it in the events that a replay begins from: it is a number
    /// that tells nothing of the words that were said.
    package var isKeptByRedaction: Bool {
        switch self {
        case .energy, .floor, .margin, .leastMargin, .probability, .threshold, .duration, .limit,
            .start, .end:
            true
        case .spoken, .silence, .frames, .limitMs, .level, .confidence, .gainPermille: false
        }
    }
}

extension JSONObject {
    /// The number that stands under a key of evidence; nil where no whole number does.
    public subscript(evidence key: CoreEvidence) -> Int64? {
        get { self[key.rawValue]?.integer }
        set { self[key.rawValue] = newValue.map { .integer($0) } }
    }

    /// Evidence of these numbers.
    package init(evidence numbers: [CoreEvidence: Int64]) {
        self.init()
        for (key, number) in numbers { self[evidence: key] = number }
    }
}
