package import VoiceFiles

/// Reason why results cannot be read, put together or written.
package enum ReportError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A file or folder cannot be read or written.
    case disk(DiskError)
    /// A result that is not what was written.
    case damaged(path: String, what: String)
    /// A result of a newer program.
    case newerFormat(path: String, version: Int64)
    /// Results that do not make one run; the faults in whole sentences.
    case notOneRun([String])
    /// Something in the report's place that is no report.
    case notAReport(path: String)
    /// Another program writes a report into the same folder.
    case busy(path: String)
    /// A share of sessions that is none.
    case shard(String)

    /// Faults that are told one by one.
    static let faultLimit = 20

    /// The fault, its place, its reason and the next step.
    package var description: String {
        switch self {
        case .disk(let error): return error.description
        case .damaged(let path, let what):
            return "\(path): damaged: \(what). Replay that shard again with --report."
        case .newerFormat(let path, let version):
            return "\(path): format version \(version); this voicetest reads up to"
                + " \(RunResult.formatVersion). Update voicetest."
        case .notOneRun(let faults):
            let more = faults.count - Self.faultLimit
            return "these results are not one whole run:"
                + faults.prefix(Self.faultLimit).map { "\n  \($0)" }.joined()
                + (more > 0 ? "\n  … \(more) more" : "")
                + "\nReplay what is missing with the same voicetest and options, and name every"
                + " result once."
        case .notAReport(let path):
            return "\(path): holds something that is not a report and is left as it is."
                + " Choose a new folder."
        case .busy(let path):
            return "\(path): another voicetest writes a report into this folder. Wait until it"
                + " ends, or choose a new folder."
        case .shard(let reason): return reason
        }
    }

    /// Runs `body`, whose file errors become this target's.
    static func disk<Value>(
        _ body: () throws(DiskError) -> Value
    ) throws(ReportError) -> Value {
        do { return try body() } catch { throw .disk(error) }
    }
}
