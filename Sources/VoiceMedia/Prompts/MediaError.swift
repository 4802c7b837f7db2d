public import VoiceAudio
public import VoiceEngine
public import VoiceSynthesis
public import VoiceTrace

/// What the media core refuses.
public enum MediaError: Error, Sendable, Equatable, CustomStringConvertible {
    case setting(name: String, value: Int, range: ClosedRange<Int>)
    /// A text file that is not UTF-8.
    case notText(path: String)
    case folder(FolderError)
    case disk(DiskError)
    case audio(AudioError)
    case synthesis(SynthesisError)

    /// What, where, why and the next step.
    public var description: String {
        switch self {
        case .setting(let name, let value, let range):
            "setting \(name) cannot be \(value). Pick \(range.lowerBound) to \(range.upperBound)."
        case .notText(let path):
            "\(path): is not UTF-8 text. Convert it, for example with iconv."
        case .folder(let error): error.description
        case .disk(let error): error.description
        case .audio(let error): error.description
        case .synthesis(let error): error.description
        }
    }
}
