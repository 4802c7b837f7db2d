/// One channel of 16-bit sound, held in memory.
///
/// Shape: `samples` in time order, one a frame. Units: full scale is 32,768 (see ``PCM16``).
public struct MonoSound: Sendable, Equatable {
    /// Frames per second, in hertz.
    public var sampleRate: Int
    /// The samples, one a frame.
    public var samples: [Int16]

    /// A sound of these samples at this rate.
    public init(sampleRate: Int, samples: [Int16]) {
        self.sampleRate = sampleRate
        self.samples = samples
    }

    /// The length in frames.
    public var frames: Int { samples.count }
}
