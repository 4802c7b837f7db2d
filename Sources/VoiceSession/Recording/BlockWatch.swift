internal import VoiceTime
public import VoiceTrace

/// Measures how long blocks take, beside the session: whoever runs a session may bring one that
/// reads a clock, which nothing here may.
public protocol BlockWatch {
    /// A block of frames is about to be worked off.
    mutating func blockBegins()
    /// It was worked off, and given to the journal.
    mutating func blockEnds()
    /// Whether somebody outside wants the recording to end here and be kept.
    var isSealWanted: Bool { get }
    /// Whether somebody outside wants the recording to end here and be dropped.
    var isStopWanted: Bool { get }
    /// What `timing.json` says of a recording of `frames` frames.
    func timing(frames: Int64) -> JSONObject
}

extension BlockWatch {
    /// Nobody does.
    public var isSealWanted: Bool { false }

    /// Nobody does.
    public var isStopWanted: Bool { false }
}

/// Looks at no clock.
struct NoWatch: BlockWatch {
    mutating func blockBegins() {}
    mutating func blockEnds() {}
    func timing(frames: Int64) -> JSONObject { [:] }
}
