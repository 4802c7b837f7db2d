/// Why a history cannot be used.
public enum HistoryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file is no database, or a damaged one.
    case damaged(path: String, what: String)
    /// A database of another program.
    case foreign(path: String)
    /// A newer program wrote it.
    case newer(path: String)
    /// It cannot be opened or made.
    case cannotOpen(path: String, reason: String)
    /// Reading or writing failed.
    case failed(path: String, reason: String)

    /// What, where, why and the next step.
    public var description: String {
        switch self {
        case .damaged(let path, let what):
            "\(path): is no history that can be read: \(what)."
                + " Restore it from a copy, or name a new file."
        case .foreign(let path):
            "\(path): is a database of another program. Name a file of its own for the history."
        case .newer(let path):
            "\(path): was written by a newer voicetest. Update voicetest, or name a new file."
        case .cannotOpen(let path, let reason):
            "\(path): cannot be opened (\(reason)). Check the folder and your right to write there."
        case .failed(let path, let reason):
            "\(path): reading or writing failed (\(reason)). Free some space, or try again."
        }
    }
}
