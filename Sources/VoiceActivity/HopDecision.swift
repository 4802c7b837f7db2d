/// What was decided about one hop, and on what evidence.
public struct HopDecision: Sendable, Equatable {
    /// What decided.
    public enum Rule: String, Sendable {
        /// Too little stands out of the noise.
        case quiet
        /// The hop is speech.
        case speech
    }

    /// The first frame of the hop, at 16 kHz; the first hop may begin before the sound.
    public var start: Int64
    /// Whether the hop is taken for speech.
    public var isSpeech: Bool
    /// The rule that decided.
    public var rule: Rule
    /// The mean level of the bands, in hundredths of a decibel relative to full scale.
    public var energy: Int16
    /// The level of the noise, likewise.
    public var floor: Int16
    /// How far the hop stands out, in hundredths of a decibel.
    public var margin: Int16
    /// The odds of speech, in thousandths of a natural logarithm.
    public var logOdds: Int32
    /// What the hop shows by itself.
    public var features: HopFeatures
}
