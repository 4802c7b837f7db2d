/// Where a sound is cut, and why.
public struct SmartTrim: Sendable, Equatable {
    /// Why it is cut there.
    public enum Reason: Sendable, Equatable {
        /// Around the speech, whose unpadded bounds these are, in frames.
        case speech(start: Int64, end: Int64)
        /// Not at all, for there is no speech.
        case noSpeech
    }

    /// What stays, in frames.
    public var range: Range<Int64>
    /// Why.
    public var reason: Reason

    /// Takes everything from the first stretch of speech through the last, with pads.
    ///
    /// Shape: within `0..<frames`; the whole sound when nothing is left or nothing was found.
    public init(
        segments: [Range<Int64>], frames: Int64, sampleRate: Int, prePadMs: Int, postPadMs: Int
    ) {
        range = 0..<max(0, frames)
        reason = .noSpeech
        guard let first = segments.first, let last = segments.last else { return }
        let before = Int64(prePadMs) * Int64(sampleRate) / 1_000
        let after = Int64(postPadMs) * Int64(sampleRate) / 1_000
        let start = max(0, first.lowerBound - before)
        let end = min(frames, last.upperBound + after)
        guard start < end else { return }
        range = start..<end
        reason = .speech(start: first.lowerBound, end: last.upperBound)
    }
}
