public import VoiceAudio
public import VoiceSynthesis
public import VoiceTrace

/// What the media core refuses.
public enum MediaError: Error, Sendable, Equatable, CustomStringConvertible {
    case setting(name: String, value: Int, range: ClosedRange<Int>)
    case languageFolder(String)
    /// A name with control characters, such as a zero that the system would take for its end.
    case unprintable(String)
    /// A text file that is not UTF-8.
    case notText(path: String)
    case fileName(String)
    case disk(DiskError)
    case audio(AudioError)
    case synthesis(SynthesisError)

    /// What, where, why and the next step.
    public var description: String {
        switch self {
        case .setting(let name, let value, let range):
            "setting \(name) cannot be \(value). Pick \(range.lowerBound) to \(range.upperBound)."
        case .languageFolder(let name):
            "language folder \"\(name)\" is not a plain folder name. Use one such as en-US."
        case .unprintable(let name):
            "\(name.debugDescription) has control characters. Use a name of letters and digits."
        case .notText(let path):
            "\(path): is not UTF-8 text. Convert it, for example with iconv."
        case .fileName(let name):
            "\"\(name)\" is no file name: it holds a NUL, or a % without two hex digits behind it. "
                + "Use a plain path, or %25 for a percent sign of a file:// URL."
        case .disk(let error): error.description
        case .audio(let error): error.description
        case .synthesis(let error): error.description
        }
    }
}
