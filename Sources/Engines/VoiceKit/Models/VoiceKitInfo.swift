/// Version of this SDK, for logs and diagnostics.
public enum VoiceKitInfo {
    /// The version of VoiceKit whose interface this SDK offers.
    public static let version = "0.1.3"

    /// Time at which this version was made, as ISO 8601 in UTC: a constant, so that two reads agree
    /// and a build repeats bit for bit. The original gives the time of each read.
    public static let buildTimestampISO8601 = "2026-11-23T00:00:00Z"
}
