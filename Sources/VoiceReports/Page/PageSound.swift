/// A sound file of a result folder that a section of the page plays.
public struct PageSound: Sendable, Hashable {
    /// Its name in the folder.
    public let file: String
    /// Its length.
    public let frames: Int64
    /// Frames a second.
    public let rate: Int64
}
