/// The plain rule of VoiceKit: a buffer is loud when it is far enough above a slow baseline.
///
/// The first buffer sets the baseline. Every other one moves it first and is compared then, so a
/// buffer must be a little further above the old baseline than the threshold says.
/// Source: VoiceKit's `STTActivityTracker`.
public struct PlainTracker: Sendable, Equatable {
    private let settings: PlainSettings
    private var wasLoud = false
    /// The baseline in thousandths of a decibel relative to full scale; nil before any buffer.
    public private(set) var baselineMilliDB: Double?
    /// Where the last loud buffer was; nil before any.
    public private(set) var lastLoud: Int64?

    /// A tracker that heard nothing yet.
    public init(settings: PlainSettings = PlainSettings()) { self.settings = settings }

    /// Takes the level of a buffer, in dBFS, and says whether it is loud.
    ///
    /// - Parameter frame: where the buffer is, in frames or whatever else the caller counts.
    /// - Parameter microseconds: how long it is; the compatible rule does not look.
    public mutating func observe(decibels: Double, at frame: Int64, microseconds: Int) -> Bool {
        let level = decibels * 1_000
        guard let last = baselineMilliDB else {
            baselineMilliDB = bounded(level)
            return false
        }
        let baseline = bounded(last + share(rising: level > last, microseconds) * (level - last))
        baselineMilliDB = baseline
        wasLoud = level >= baseline + Double(settings.thresholdMilliDB)
        if wasLoud { markLoud(at: frame) }
        return wasLoud
    }

    /// Says that something was loud; moves forward only.
    public mutating func markLoud(at frame: Int64) {
        lastLoud = max(lastLoud ?? frame, frame)
    }

    /// Forgets the baseline and takes `frame` for the last loud place.
    public mutating func reset(at frame: Int64? = nil) {
        baselineMilliDB = nil
        wasLoud = false
        lastLoud = frame
    }

    private func bounded(_ level: Double) -> Double {
        guard !settings.isCompatible else { return level }
        return min(
            max(level, Double(settings.baselineMinimumMilliDB)),
            Double(settings.baselineMaximumMilliDB))
    }

    private func share(rising: Bool, _ microseconds: Int) -> Double {
        let usual = Double(settings.adaptationPermille) / 1_000
        guard !settings.isCompatible else { return usual }
        let permille =
            rising && wasLoud ? settings.loudAdaptationPermille : settings.adaptationPermille
        return min(1, Double(permille) / 1_000 * Double(microseconds) / Double(settings.bufferUs))
    }
}
