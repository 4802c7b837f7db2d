public import VoiceTrace

/// Why a name leads to no file.
public enum FolderError: Error, Sendable, Equatable, CustomStringConvertible {
    case language(String)
    /// A name with control characters, such as a zero that the system would take for its end.
    case unprintable(String)
    case fileName(String)
    case disk(DiskError)

    /// What, where, why and the next step.
    public var description: String {
        switch self {
        case .language(let name):
            "language folder \"\(name)\" is not a plain folder name. Use one such as en-US."
        case .unprintable(let name):
            "\(name.debugDescription) has control characters. Use a name of letters and digits."
        case .fileName(let name):
            "\"\(name)\" is no file name: it holds a NUL, or a % without two hex digits behind it. "
                + "Use a plain path, or %25 for a percent sign of a file:// URL."
        case .disk(let error): error.description
        }
    }
}
