/// Reason why what a sound file holds may not be all of its sound.
package enum SoundShortfall: Sendable, Equatable {
    /// The file ends before its header says so, as after a crash or a broken download.
    case cutShort
    /// The header states no length: whatever wrote it never finished it.
    case unfinished
    /// The header counts less than the file holds, and the rest is not read.
    case uncounted
    /// The file has other bytes between its frames.
    case broken
    /// Another file follows the first one in it, and is not read.
    case followed

    /// Description of what is wrong, as the rest of a sentence that begins with the file.
    package var description: String {
        switch self {
        case .cutShort: "announces more sound than it holds"
        case .unfinished: "has a header that was never finished"
        case .uncounted: "holds more than its header counts, which is not read"
        case .broken: "has bytes inside that are no sound, and frames around them are lost"
        case .followed: "is followed by another file, which is not read"
        }
    }
}
