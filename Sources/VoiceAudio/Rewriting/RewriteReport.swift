/// What a rewrite did.
public struct RewriteReport: Sendable, Equatable {
    /// Frames that were read.
    public var framesIn: Int64 = 0
    /// Frames that were written.
    public var framesOut: Int64 = 0
    /// Samples that were beyond full scale and became the largest or smallest there is.
    public var clippedSamples: Int64 = 0
    /// What the output was written as.
    public var coding: SoundCoding
    /// The output's rate in hertz.
    public var sampleRate: Int
    /// The output's channels.
    public var channels: Int
    /// What a user should know: a sentence each.
    public var notes: [String] = []
}
