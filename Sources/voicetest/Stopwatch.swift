import VoiceTime
import VoiceTrace

/// Wall time beside a session, for its timing file and for people. Never an input of anything.
struct Stopwatch {
    private let start = ContinuousClock.now

    /// Microseconds since the watch was made.
    var microseconds: Int64 { (ContinuousClock.now - start).microseconds }

    /// The timing file of a recording of `frames` frames.
    func timing(frames: Frame) -> JSONObject {
        ["wallMicroseconds": .integer(microseconds), "frames": .integer(frames)]
    }
}

extension Duration {
    /// Whole microseconds.
    var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
