/// What one 10 ms hop of sound gave to decide on.
///
/// Units: thousandths of a decibel, levels relative to full scale. ``energy`` and ``floor`` are
/// means over all bands; ``margin`` looks at the bands that stand out most, where speech is, so
/// it is more than their difference.
public struct HopEvidence: Sendable, Equatable {
    /// The level of the hop: the mean of its bands, weighted for speech.
    public var energy: Int32
    /// The level of the noise floor, likewise.
    public var floor: Int32
    /// How far the bands that stand out most are above their floors.
    public var margin: Int32
    /// What the margin was compared with.
    public var threshold: Int32
    /// How alike the hop is to itself one pitch period earlier, in thousandths.
    public var periodicity: Int32
    /// Whether the margin reached the threshold.
    public var voiced: Bool
    /// Whether the periodicity is that of a voice.
    public var pitched: Bool

    /// Evidence of these parts.
    public init(
        energy: Int32, floor: Int32, margin: Int32, threshold: Int32, periodicity: Int32,
        voiced: Bool, pitched: Bool
    ) {
        self.energy = energy
        self.floor = floor
        self.margin = margin
        self.threshold = threshold
        self.periodicity = periodicity
        self.voiced = voiced
        self.pitched = pitched
    }
}
