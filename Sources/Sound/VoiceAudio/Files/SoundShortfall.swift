/// Why what a sound file holds may not be all of its sound.
package enum SoundShortfall: Sendable, Equatable {
    /// It ends before its header says so, as after a crash or a broken download.
    case cutShort
    /// Its header states no length: whatever wrote it never finished it.
    case unfinished
    /// Its header counts less than it holds, and the rest is not read.
    case uncounted
    /// Other bytes stand between its frames.
    case broken
    /// Another file follows the first one in it, and is not read.
    case followed

    /// What is wrong, as the rest of a sentence that begins with the file.
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
