public import VoiceJSON

/// Reason why a language file cannot be used.
public enum LanguageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file is not JSON.
    case json(JSONError)
    /// The file is longer than `limit` bytes.
    case tooLong(limit: Int)
    /// A value of another kind than the key needs.
    case wrongKind(path: JSONPath, expected: String, found: String)
    /// A number outside its range.
    case outOfRange(path: JSONPath, found: Int, range: ClosedRange<Int>)
    /// A key that the object needs.
    case missing(path: JSONPath)
    /// A key that the object has not.
    case unknownKey(path: JSONPath, known: [String])
    /// Text without a word.
    case emptyText(path: JSONPath)
    /// A word of numbers that is in two lists.
    case repeatedWord(word: String, path: JSONPath, other: String)
    /// A template of a command or of a dialogue that is wrong.
    case template(path: JSONPath, TemplateError)

    /// Message on what is wrong, where, why, and what to do.
    public var description: String {
        switch self {
        case .json(let error): "The language file is not JSON: \(error). Correct it there."
        case .tooLong(let limit): "The language file is too long. Use at most \(limit) bytes."
        case .wrongKind(let path, let expected, let found):
            "\(path) is \(found). Write \(expected)."
        case .outOfRange(let path, let found, let range):
            "\(path) is \(found). Use \(range.lowerBound) through \(range.upperBound)."
        case .missing(let path): "\(path) is missing. Add it."
        case .unknownKey(let path, let known):
            "\(path) is not a key of a language file. Use one of: \(known.joined(separator: ", "))."
        case .emptyText(let path): "\(path) has no word. Write one, or remove it."
        case .repeatedWord(let word, let path, let other):
            "'\(word)' of \(path) is in \(other) as well. Keep it in one of them."
        case .template(let path, let error): "\(path): \(error)"
        }
    }
}
