public import VoiceFiles

/// Reason why a session or trace cannot be used.
public enum TraceError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A file or folder cannot be read or written.
    case disk(DiskError)
    /// The file at `path` does not hold what it should; `what` says why.
    case damaged(path: String, what: String)
    /// The file has a conflict marker of version control at `line`.
    case conflict(path: String, line: Int)
    /// Every line end of the file at `path` became CRLF; nothing else did.
    case lineEnds(path: String)
    /// The folder at `path` has no `session.json`.
    case notASession(path: String)
    /// The session at `path` has no trace.
    case noGolden(path: String)
    /// The session was written by a newer program, in format `version`.
    case newerFormat(path: String, version: Int64)
    /// A `file` that the manifest of the session at `path` lists is not there.
    case fileMissing(path: String, file: String)
    /// The manifest says something else about `file` than the file does.
    case disagrees(path: String, file: String, what: String)

    /// The fault, its place, its reason and the next step.
    public var description: String {
        switch self {
        case .disk(let error): error.description
        case .damaged(let path, let what):
            "\(path): damaged: \(what). Restore it from version control, or record it again."
        case .conflict(let path, let line):
            "\(path), line \(line): a merge conflict marker. Take one side of the file whole,"
                + " ours or theirs, then replay."
        case .lineEnds(let path):
            "\(path): its line ends are CRLF and were LF. Git does that where core.autocrlf is"
                + " true. Write `**/*.vsession/** -text` into .gitattributes, then remove the"
                + " session's folder and restore it with `git checkout`."
        case .notASession(let path):
            "\(path): no session.json inside, so this is not a session."
                + " Name a folder NAME.vsession; seal an interrupted recording"
                + " (.vsession.partial) with `voicetest recover`."
        case .noGolden(let path):
            "\(path): no trace.jsonl inside, so there is nothing to compare with."
                + " Restore it from version control; a replay never records a missing golden."
        case .newerFormat(let path, let version):
            "\(path): format version \(version); this voicetest reads up to"
                + " \(SessionManifest.formatVersion). Update voicetest."
        case .fileMissing(let path, let file):
            "\(path): \(file) is missing. Restore it from version control."
        case .disagrees(let path, let file, let what):
            "\(path): the manifest and \(file) disagree: \(what)."
                + " Restore the file from version control, or record the session again."
        }
    }

    /// Runs `body`, whose file errors become this target's.
    static func disk<Value: ~Copyable>(
        _ body: () throws(DiskError) -> Value
    ) throws(TraceError) -> Value {
        do { return try body() } catch { throw .disk(error) }
    }
}
