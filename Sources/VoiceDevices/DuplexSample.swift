/// One frame of a device: what the microphone heard and what was played in the same callback.
///
/// Units: full scale is 1. Both are mono.
public struct DuplexSample: Sendable, Equatable {
    /// The microphone, its channels' mean.
    public var heard: Float
    /// What the loudspeaker was given.
    public var played: Float

    /// A frame.
    public init(heard: Float, played: Float) {
        self.heard = heard
        self.played = played
    }
}
