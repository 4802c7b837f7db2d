internal import VoiceAudio
internal import VoiceTrace

/// The file that tells of a place of a run: its trace, or the recording of a call, which has none.
enum TracePlace {
    private static let sounds = Set(
        SoundContainer.searchedExtensions + ForeignContainer.extensions)

    /// Whether `path` names a recording.
    private static func isRecording(_ path: String) -> Bool {
        sounds.contains(SoundContainer.ending(of: path))
    }

    /// The trace of the session at `path`, or the recording.
    static func file(of path: String) -> String {
        isRecording(path) ? path : SessionFolder(path: path).tracePath
    }

    /// The same with a line: `happy.vsession/trace.jsonl:12`. A recording has no lines.
    static func text(of path: String, line: Int) -> String {
        isRecording(path) ? path : "\(file(of: path)):\(line)"
    }
}
