/// Fault of a value that a call or a file brings, and its place in that value.
public enum SayFormError: Error, Sendable, Equatable {
    /// A value of another kind than it should be.
    case wrongKind(place: String, found: String, expected: String)
    /// A key is missing.
    case missing(place: String, key: String)
    /// A word is unknown; the known ones are `choices`.
    case unknownWord(place: String, word: String, choices: [String])
    /// A number is out of its range.
    case outOfRange(place: String, value: Int64, range: ClosedRange<Int64>)
    /// A list or text that is too long.
    case tooLong(place: String, count: Int, limit: Int)
    /// Composite events that hold each other too deep.
    case tooDeep(place: String, limit: Int)

    /// Place in the value.
    var place: String {
        switch self {
        case .wrongKind(let place, _, _), .missing(let place, _), .unknownWord(let place, _, _),
            .outOfRange(let place, _, _), .tooLong(let place, _, _), .tooDeep(let place, _):
            place
        }
    }
}

extension SayFormError: CustomStringConvertible {
    /// Message on the place, the fault, and the next step.
    public var description: String {
        switch self {
        case .wrongKind(let place, let found, let expected):
            "\(place) is \(found). Give \(expected)."
        case .missing(let place, let key): "\(place) has no \"\(key)\". Add it."
        case .unknownWord(let place, let word, let choices):
            "\(place) is \"\(word)\". Use one of: \(choices.joined(separator: ", "))."
        case .outOfRange(let place, let value, let range):
            "\(place) is \(value). Use \(range.lowerBound) to \(range.upperBound)."
        case .tooLong(let place, let count, let limit):
            "\(place) has a length of \(count). Shorten it to \(limit)."
        case .tooDeep(let place, let limit):
            "\(place) is nested too deep. Use at most \(limit) levels."
        }
    }
}
