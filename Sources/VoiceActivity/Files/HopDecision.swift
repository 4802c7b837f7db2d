/// What was decided about one hop, and on what evidence.
public struct HopDecision: Sendable, Equatable {
    /// What decided.
    public enum Rule: String, Sendable, CaseIterable {
        /// The odds are for silence, and all around agrees.
        case quiet
        /// The odds are for speech, and all around agrees.
        case speech
        /// The odds are for silence, but not for long enough to end the speech around it.
        case held
        /// The odds are for speech, but not for long enough to begin one.
        case passing
        /// Not decided yet.
        case open
    }

    /// The first frame of the hop, at 16 kHz; the first hops may begin before the sound.
    public var start: Int64
    /// Whether most of the hop is taken for speech.
    public var isSpeech = false
    /// The rule that decided.
    public var rule = Rule.open
    /// The mean level of the bands below 4 kHz, in hundredths of a decibel of full scale.
    public var energy: Int32
    /// The mean level of the noise in these bands, likewise.
    public var floor: Int32
    /// The log-odds of speech, in thousandths of a natural logarithm.
    public var logOdds: Int32 = 0
    /// What the hop shows by itself.
    public var features: HopFeatures

    /// How far the hop is above the noise, in hundredths of a decibel.
    public var margin: Int32 { energy - floor }

    /// How alike the hop is to itself one pitch period earlier, in thousandths.
    public var periodicity: Int { Int(features.rest[HopFeatures.Place.periodicity]) }
}
