internal import VoiceEngine

/// Work that a loop has done: counted, not timed.
public struct LoopCounts: Sendable, Hashable {
    /// Microphone frames that were taken.
    public var frames: Int64
    /// Transforms that deciding about speech took.
    public var transforms: Int
    /// Events that were emitted.
    public var events: Int
    /// Inputs that were recorded.
    public var inputs: Int
}

extension FrameLoop {
    /// The work done so far.
    public var counts: LoopCounts {
        LoopCounts(
            frames: frontEnd.frames, transforms: frontEnd.transforms, events: eventCount,
            inputs: inputCount)
    }
}
