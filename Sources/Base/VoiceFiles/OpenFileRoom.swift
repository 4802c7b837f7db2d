internal import VoiceSystem

/// Room for the files that this process opens beside those that it has open.
package enum OpenFileRoom {
    /// Number of files that a command needs for itself: dispatch ends a process by a signal where
    /// it gets none, and the files of one session are open at the same time.
    package static let needed = 12

    /// Whether as many files as ``needed`` can be opened now.
    ///
    /// - Parameter opening: opens a file and gives its number, or a negative one.
    /// - Returns: what is wrong and what to do; nil where there is room.
    package static func refusal(
        opening: () -> Int32 = { open("/", O_RDONLY | O_CLOEXEC) }
    ) -> String? {
        var files: [Int32] = []
        while files.count < needed {
            let file = opening()
            guard file >= 0 else { break }
            files.append(file)
        }
        for file in files { close(file) }
        guard files.count < needed else { return nil }
        return "too many open files: the system lets this process open \(files.count) more, and"
            + " \(needed) are needed. Allow more with `ulimit -n 256`."
    }
}
