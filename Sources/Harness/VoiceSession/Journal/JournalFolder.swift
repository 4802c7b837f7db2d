internal import VoiceFiles
internal import VoiceTrace

/// The journals inside the folder of a session that is not sealed yet.
package struct JournalFolder {
    /// The session's folder while it is recorded.
    let path: String

    /// The name of the manifest as far as it is known before the first frame.
    static let draftName = "session.draft.json"
    /// The manifest as far as it is known before the first frame.
    var draftPath: String { "\(path)/\(Self.draftName)" }
    /// Folder of the journals.
    var folder: String { "\(path)/journal" }
    /// Whether it is a session of a call: its recording or its session is still there.
    var isOfCall: Bool {
        // A session that was cut off while it was sealed has its manifest in place of the draft.
        let folder = SessionFolder(path: path)
        let paths = [(Self.draftName, draftPath), ("session.json", folder.manifestPath)]
        return paths.contains { name, path in
            guard let bytes = try? folder.read(name, limit: SessionManifest.byteLimit) else {
                return false
            }
            return (try? SessionManifest(bytes: bytes, path: path))?.isCall ?? false
        }
    }
    /// Inputs, events, prompts.
    var storyPath: String { "\(folder)/story" }

    private static let soundPrefix = "sound-"

    /// A part of the microphone's journal.
    func soundPath(_ number: Int) -> String {
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, 8 - digits.count))
        return "\(folder)/\(Self.soundPrefix)\(zeros)\(digits)"
    }

    /// The parts of the microphone's journal, in order.
    func soundPaths() throws(DiskError) -> [String] {
        try DiskFile.names(in: folder).filter { $0.hasPrefix(Self.soundPrefix) }
            .map { "\(folder)/\($0)" }
    }

    /// The key of the draft and the manifest that says how many seconds a flight recorder keeps.
    package static let keepLastKey = "keepLastSeconds"
    /// The key of the manifest that says from which frame on the microphone's sound is there.
    package static let heardFromKey = "heardFrom"
    /// The key of the manifest that says from which tap on the session can be replayed.
    package static let replayFromKey = "replayFrom"
}
