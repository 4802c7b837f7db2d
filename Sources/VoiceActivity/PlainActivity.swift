/// Makes stretches of activity of the plain rule's verdicts.
public struct PlainActivity: Sendable, Equatable {
    private let holdFrames: Int64
    private var tracker: PlainTracker
    private var open: Range<Int64>?
    private let sampleRate: Int

    /// A machine at the beginning of a sound.
    public init(settings: PlainSettings = PlainSettings(), sampleRate: Int) {
        tracker = PlainTracker(settings: settings)
        holdFrames = Int64(settings.inactivityMs) * Int64(sampleRate) / 1_000
        self.sampleRate = sampleRate
    }

    /// Takes the level of the next buffer, in dBFS; gives the stretch that has ended by it.
    ///
    /// - Parameter buffer: where the buffer lies, in frames.
    public mutating func step(decibels: Double, buffer: Range<Int64>) -> Range<Int64>? {
        let microseconds = buffer.count * 1_000_000 / max(1, sampleRate)
        let isLoud = tracker.observe(
            decibels: decibels, at: buffer.lowerBound, microseconds: microseconds)
        if isLoud {
            open = (open?.lowerBound ?? buffer.lowerBound)..<buffer.upperBound
            return nil
        }
        guard let stretch = open, buffer.upperBound - stretch.upperBound >= holdFrames else {
            return nil
        }
        open = nil
        return stretch
    }

    /// Ends the sound; gives the stretch that still goes on.
    public mutating func finish() -> Range<Int64>? {
        defer { open = nil }
        return open
    }
}
