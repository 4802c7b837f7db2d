/// A stretch of speech.
///
/// Units: frames of the sound at 16 kHz, `[start, end)`.
public struct SpeechSegment: Sendable, Equatable {
    /// The first frame of speech.
    public var start: Int64
    /// The frame after the last of speech.
    public var end: Int64

    /// A stretch from `start` up to `end`.
    public init(start: Int64, end: Int64) {
        self.start = start
        self.end = end
    }
}
