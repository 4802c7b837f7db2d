public import VoiceTrace

/// Why a tolerance file or a baseline of latencies cannot be used.
public enum DiffError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The text is not JSON.
    case notJSON(JSONError)
    /// A value in the text is not what should stand there.
    case unexpected(place: TextPlace, path: JSONPath, found: String, expected: String)
    /// The baseline's text is not JSON.
    case baselineNotJSON(path: String, JSONError)
    /// The file is no baseline that this program can use.
    case baseline(path: String, what: String)

    /// What, where, why and the next step.
    public var description: String {
        switch self {
        case .notJSON(let error):
            "the tolerance file is not JSON: \(error). Correct the text there."
        case .unexpected(let place, let path, let found, let expected):
            "the tolerance file, \(place) (\(path)): found \(found). Write \(expected)."
        case .baselineNotJSON(let path, let error):
            "\(path): is not JSON: \(error). Write it again with --write-baseline."
        case .baseline(let path, let what):
            "\(path): \(what). Write one with voicetest latency --write-baseline."
        }
    }
}
