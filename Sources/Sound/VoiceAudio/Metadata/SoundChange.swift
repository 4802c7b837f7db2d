/// Changes of a rewrite to the frames that metadata points at, and to the level that it states.
struct SoundChange: Equatable {
    /// The frames of the input that are kept.
    var range: Range<Int64> = 0..<Int64.max
    /// The input's rate in hertz.
    var rateBefore: Int
    /// The output's rate in hertz.
    var rateAfter: Int
    /// Frames of silence that the output begins with.
    var lead: Int64 = 0
    /// The gain in decibels.
    var gainDB = 0.0
    /// Whether levels change by more than ``gainDB``: a limiter, fewer channels, another mean.
    var changesLevels = false

    /// Whether every frame stays where it is.
    var movesNothing: Bool {
        range.lowerBound == 0 && range.upperBound == .max && rateBefore == rateAfter && lead == 0
    }

    /// Returns the place in the output of a frame of the input; nil where it is cut away.
    func frame(_ frame: Int64) -> Int64? { range.contains(frame) ? place(frame) : nil }

    /// Returns the place in the output where a frame of the input is, or would be.
    func place(_ frame: Int64) -> Int64 {
        let (kept, overflow) = frame.subtractingReportingOverflow(range.lowerBound)
        return overflow ? 0 : scaled(kept) + lead
    }

    /// Converts so many frames of the input to the output's rate.
    func scaled(_ frames: Int64) -> Int64 {
        guard rateBefore != rateAfter, rateBefore > 0 else { return frames }
        let scaled = (Double(frames) * Double(rateAfter) / Double(rateBefore)).rounded()
        return abs(scaled) < 9e18 ? Int64(scaled) : frames
    }
}
