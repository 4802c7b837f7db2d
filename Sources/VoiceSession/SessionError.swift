internal import VoiceActivity
public import VoiceAudio
public import VoiceSynthesis
public import VoiceTrace

/// Why a session cannot be recorded or replayed.
public enum SessionError: Error, Sendable, Equatable, CustomStringConvertible {
    case disk(DiskError)
    case trace(TraceError)
    case audio(AudioError)
    case synthesis(SynthesisError)
    case missingClip(file: String, place: JSONPath, folders: [String])
    case unknownSetting(name: String, known: [String])
    case setting(reason: String)
    case unknownEngine(kind: String, path: String)
    case unknownRecognizer(kind: String)
    case commandMissing(recognizer: String)
    case missingMicrophone(path: String)
    case unreadable(what: String)
    case notReplaceable(path: String)
    case interrupted(path: String)
    case stillRecording(path: String)
    case stopped
    case nothingUsable(path: String, what: String)
    case nothingRecorded(path: String)
    case notInterrupted(path: String)
    case lineTooLong(file: String, line: Int, bytes: Int)

    /// What, where, why and the next step.
    public var description: String {
        switch self {
        case .disk(let error): return error.description
        case .trace(let error): return error.description
        case .audio(let error): return error.description
        case .synthesis(let error): return error.description
        case .missingClip(let file, let place, let folders):
            return "\(file) (scenario \(place)): not found in \(folders.joined(separator: ", "))."
                + " Put it there, or name its folder with --media."
        case .unknownSetting(let name, let known):
            let near = NearMiss.names(like: name, in: known)
            let hint =
                near.isEmpty
                ? "Use one of: \(known.joined(separator: ", "))."
                : "Did you mean \(near.joined(separator: " or "))?"
            return "unknown setting \(name). \(hint)"
        case .setting(let reason): return reason
        case .unknownEngine(let kind, let path):
            return "\(path): the session tests an engine of kind \"\(kind)\", which this voicetest"
                + " does not have. Use the version that recorded it."
        case .unknownRecognizer(let kind):
            return "the session was recorded with a recognizer of kind \"\(kind)\", which this"
                + " voicetest does not have. Replay it with --from words."
        case .commandMissing(let recognizer):
            let name = recognizer.isEmpty ? "" : " \"\(recognizer)\""
            return
                "the recognizer\(name) is a program of the user, and sessions do not name programs."
                + " Name it with --recognizer-command, or replay with --from words."
        case .unreadable(let what):
            return
                "nothing was written, because the written session could not be read back: \(what)"
                + " Make the value that the flow or the app sets simpler."
        case .notReplaceable(let path):
            return "\(path): exists and is not a session. Not even --force replaces it."
                + " Move it away, or choose another name."
        case .interrupted(let path):
            return "\(path): an interrupted recording exists there, and not even --force replaces"
                + " it. Seal it with `voicetest recover \(path)`, or move it away."
        case .stillRecording(let path):
            return "\(path): another program is recording or sealing there. Wait until it ends, or"
                + " choose another name."
        case .stopped:
            return "the recording was stopped, and no part of it was kept. Record it again."
        case .nothingUsable(let path, let what):
            return "\(path): cannot be sealed: \(what) Nothing in it was changed: put that file"
                + " back from a copy and recover again."
        case .nothingRecorded(let path):
            return "\(path): its recorder ended before anything was recorded. Remove the folder,"
                + " then record again."
        case .notInterrupted(let path):
            return "\(path): is not an interrupted recording. Name the folder that a recording"
                + " left, NAME\(SessionFolder.partialSuffix)."
        case .lineTooLong(let file, let line, let bytes):
            return "\(file) would hold a line of \(bytes) bytes (line \(line)), the limit is"
                + " \(TraceText.lineLimit). Make the value that the flow or the app sets shorter."
        case .missingMicrophone(let path):
            return "\(path): the session lists no audio/mic.flac. Replay it with --from words."
        }
    }

    /// Runs `body`, whose file errors become this target's.
    static func disk<Value: ~Copyable>(
        _ body: () throws(DiskError) -> Value
    ) throws(SessionError) -> Value {
        do { return try body() } catch { throw .disk(error) }
    }
}
