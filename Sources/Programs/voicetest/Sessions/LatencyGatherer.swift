import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceSession
import VoiceTrace

/// Gathers what latencies of recorded sessions are worked out from: golden traces, the truth about
/// the caller, wall times.
struct LatencyGatherer {
    /// Notes on the last session.
    private var notes: [String] = []

    /// The notes on the sessions since the last call.
    mutating func takeNotes() -> [String] {
        defer { notes = [] }
        return notes
    }

    /// Returns the session in `folder` as it was recorded: its golden trace. `name` is its name.
    mutating func recorded(_ folder: SessionFolder, name: String) throws -> LatencySubject {
        let run = try MeasuredRun(of: folder, name: name) { .now($0) }
        if run.isEdited { notes.append(Self.editedNote(folder)) }
        return try run.subject()
    }

    /// Returns the note that the golden trace in `folder` is not what was written.
    static func editedNote(_ folder: SessionFolder) -> String {
        "\(folder.path): the trace was changed by hand since it was written"
    }

    /// Wall times of the recording; a file that is gone or broken is never the session's fault.
    static func blocks(_ folder: SessionFolder) -> BlockTiming? {
        guard let bytes = try? DiskFile.read(folder.timingPath, limit: FileLimit.text),
            case .object(let timing)? = try? JSONReader.value(of: bytes)
        else { return nil }
        return BlockTiming(timing: timing)
    }
}
