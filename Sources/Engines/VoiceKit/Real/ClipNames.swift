internal import Foundation
internal import VoiceEngine

/// Names of clips in a session, which hold no path of one machine.
///
/// A name is the last component of the file's path, `ding.wav`; a second file of that name is
/// `ding-2.wav`. A path keeps its name for the whole run, and its content is read once.
struct ClipNames {
    /// Files that one run may name.
    static let limit = 10_000
    private var names: [String: String] = [:]
    private var paths: [String: String] = [:]

    /// Returns the name of the file at `path`, and whether it is new; `wish` stands for the path's
    /// last component where given.
    ///
    /// - Throws: ``VoiceIOError/underlying(_:)`` when the run has named too many files.
    mutating func name(
        of path: String, wish: String?
    ) throws(VoiceIOError) -> (name: String, isNew: Bool) {
        if let known = names[path] { return (known, false) }
        guard names.count < Self.limit else {
            throw .underlying(
                "more than \(Self.limit) clip files in one run. Call shutDown() to begin another.")
        }
        let last = (path as NSString).lastPathComponent
        let plain = wish ?? (last.isEmpty || last == "/" ? "clip" : last)
        let stem = (plain as NSString).deletingPathExtension
        let ending = (plain as NSString).pathExtension
        var name = plain
        var number = 1
        while paths[name] != nil {
            number += 1
            name = ending.isEmpty ? "\(stem)-\(number)" : "\(stem)-\(number).\(ending)"
        }
        names[path] = name
        paths[name] = path
        return (name, true)
    }
}
