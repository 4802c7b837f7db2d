/// The speech found in a sound file.
public struct FileActivity: Sendable, Equatable {
    /// The file's frames per second, in hertz.
    public var sampleRate: Int
    /// The frames that were read.
    public var frames: Int64
    /// Where there is speech, without pads, in frames of the file: ascending and apart.
    public var segments: [Range<Int64>]

    /// What was found in a file.
    public init(sampleRate: Int, frames: Int64, segments: [Range<Int64>]) {
        self.sampleRate = sampleRate
        self.frames = frames
        self.segments = segments
    }
}
