public import VoiceTime
public import VoiceTrace

/// Wall time beside a session, for its timing file and for people. Never an input of anything.
public struct Stopwatch: Sendable {
    private let start = ContinuousClock.now

    /// A watch that starts now.
    public init() {}

    /// Microseconds since the watch was made.
    public var microseconds: Int64 { (ContinuousClock.now - start).microseconds }

    /// The timing file of a recording of `frames` frames.
    public func timing(frames: Frame) -> JSONObject {
        ["wallMicroseconds": .integer(microseconds), "frames": .integer(frames)]
    }
}

extension Duration {
    /// Whole microseconds.
    public var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
