/// Format that a sound file states.
public struct SoundFormat: Sendable, Equatable {
    /// Frames per second, in hertz.
    public var sampleRate: Int
    /// Samples in one frame.
    public var channels: Int
    /// The length in frames that the header states: a claim, not to be trusted for allocation.
    public var frames: Int64
    /// The container's name as libsndfile gives it, such as "WAV (Microsoft)".
    package var container: String
    /// The sample encoding's name as libsndfile gives it, such as "Signed 16 bit PCM".
    public var encoding: String
}
