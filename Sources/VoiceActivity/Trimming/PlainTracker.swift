/// The plain rule of VoiceKit: a buffer is loud when it is far enough above a slow baseline.
///
/// The first buffer sets the baseline. Every other one moves it first and is compared then, so a
/// buffer must be a little further above the old baseline than the threshold says.
/// Source: VoiceKit's `STTActivityTracker`.
public struct PlainTracker: Sendable, Equatable {
    /// How far above the baseline a buffer must be to count as loud.
    private static let thresholdMilliDB = 12_000.0
    /// The baseline's share of a new level, however long the buffer.
    private static let adaptation = 0.05
    // In thousandths of a decibel relative to full scale; nil before any buffer.
    private var baseline: Double?

    /// A tracker that heard nothing yet.
    public init() {}

    /// Takes the level of a buffer, in dBFS, and says whether it is loud.
    public mutating func observe(decibels: Double) -> Bool {
        let level = decibels * 1_000
        guard let last = baseline else {
            baseline = level
            return false
        }
        let moved = last + Self.adaptation * (level - last)
        baseline = moved
        return level >= moved + Self.thresholdMilliDB
    }
}
