/// A sound that is ready to be played: at the device's rate, with its volume.
public struct PreparedSound: Sendable {
    /// The samples, mono; full scale is 1.
    public var samples: [Float]
    /// Silence before them, in frames.
    public var leadFrames = 0
    /// Where the first round starts, in frames.
    public var startFrame = 0
    /// How often it plays; nil plays until stopped.
    public var plays: Int? = 1

    /// A sound that plays once.
    public init(samples: [Float]) { self.samples = samples }
}
