/// What one 10 ms hop of sound gave to decide on.
///
/// Units: thousandths of a decibel, levels relative to full scale: means over the bands below
/// 4 kHz.
public struct HopEvidence: Sendable, Equatable {
    /// The level of the hop.
    public var energy: Int32
    /// The level of the noise: the lowest tenth of a second of the last three seconds.
    public var floor: Int32
    /// The log-odds of speech, in thousandths of a natural logarithm.
    public var odds: Int32
    /// The probability of speech that these are, in thousandths.
    public var probability: Int32

    /// How far the hop is above the noise.
    public var margin: Int32 { energy - floor }

    /// Evidence of these parts.
    public init(energy: Int32 = 0, floor: Int32 = 0, odds: Int32 = 0, probability: Int32 = 0) {
        self.energy = energy
        self.floor = floor
        self.odds = odds
        self.probability = probability
    }

    /// Evidence of levels in hundredths of a decibel, whose odds are not known yet.
    init(energy: Float, floor: Float) {
        self.init(
            energy: Int32((energy * 10).rounded()), floor: Int32((floor * 10).rounded()))
    }
}
