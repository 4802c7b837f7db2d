/// Why a session or trace cannot be used.
public enum TraceError: Error, Sendable, Equatable, CustomStringConvertible {
    case disk(DiskError)
    case damaged(path: String, what: String)
    case conflict(path: String, line: Int)
    case notASession(path: String)
    case noGolden(path: String)
    case newerFormat(path: String, version: Int64)
    case disagrees(path: String, file: String, what: String)

    /// What, where, why and the next step.
    public var description: String {
        switch self {
        case .disk(let error): error.description
        case .damaged(let path, let what):
            "\(path): damaged: \(what). Restore it from version control, or record it again."
        case .conflict(let path, let line):
            "\(path), line \(line): a merge conflict marker. Take one side of the file whole,"
                + " ours or theirs, then replay."
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
