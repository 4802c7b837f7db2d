/// What the plain rule of VoiceKit compares with.
///
/// Units: the last word of a name says thousandths of a decibel (`MilliDB`), microseconds
/// (`Us`), milliseconds (`Ms`) or thousandths (`Permille`).
public struct PlainSettings: Sendable, Equatable {
    /// How far above the baseline a buffer must be to count as loud.
    public var thresholdMilliDB = 12_000
    /// The baseline's share of a new level in ``bufferUs``: falling, and rising while not loud.
    public var adaptationPermille = 50
    /// Its share of a new level while loud.
    public var loudAdaptationPermille = 5
    /// The length of a buffer that these shares belong to: 1,024 frames at 44.1 kHz.
    public var bufferUs = 23_220
    /// The lowest baseline, in dBFS.
    public var baselineMinimumMilliDB = -90_000
    /// The highest baseline, in dBFS.
    public var baselineMaximumMilliDB = -20_000
    /// How long after the last loud buffer activity goes on.
    public var inactivityMs = 500
    /// Whether the rule is VoiceKit's to the letter: one share for all, whatever the buffer.
    public var isCompatible = false

    /// The defaults.
    public init() {}

    /// VoiceKit's own rule to the letter.
    public static var compatible: PlainSettings {
        var settings = PlainSettings()
        settings.isCompatible = true
        return settings
    }
}
