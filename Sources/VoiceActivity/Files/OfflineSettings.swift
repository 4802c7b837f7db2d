/// What the offline detector compares with: integers only.
///
/// Units: the last word of a name says milliseconds (`Ms`), hundredths of a decibel (`CentiDB`)
/// or thousandths of a natural logarithm of odds (`MilliNats`).
public struct OfflineSettings: Sendable, Equatable {
    /// The log-odds that count for neither speech nor silence: more makes the detector stricter.
    public var biasMilliNats = 0
    /// What a change from silence to speech or back must be worth.
    public var changeMilliNats = 5_000
    /// The most that 20 ms can be worth.
    public var limitMilliNats = 6_000
    /// The shortest stretch that counts as speech.
    public var minSpeechMs = 80
    /// The longest silence that does not part two stretches.
    public var bridgeMs = 250
    /// How far a bound below 4 kHz must be above the noise before it.
    public var edgeVoiceCentiDB = 600
    /// How far a bound above 4 kHz must be above the noise before it.
    public var edgeHissCentiDB = 800
    /// How far a bound must be above all but a tenth of the noise before it.
    public var edgeNoiseCentiDB = 200
    /// How far below the top of speech a bound may be, below 4 kHz.
    public var edgeDepthCentiDB = 4_000
    /// How far below the top of speech a bound may be, above 4 kHz.
    public var edgeHissDepthCentiDB = 3_600
    /// How far speech must stand out for its level to place a bound.
    public var edgeRoomCentiDB = 600
    /// How far inwards a bound may move.
    public var edgeInwardMs = 150
    /// How far outwards a bound may move.
    public var edgeOutwardMs = 200
    /// The longest hole that a bound crosses.
    public var edgeHoleMs = 40

    /// The defaults.
    public init() {}
}
