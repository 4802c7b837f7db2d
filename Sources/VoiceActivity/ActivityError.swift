/// What can go wrong with finding speech.
public enum ActivityError: Error, Equatable, Sendable {
    /// A sample rate, in hertz, that the analyzer does not take.
    case unsupportedRate(rate: Int)
    /// A setting of no such name; `near` lists the names that look alike.
    case unknownSetting(name: String, near: [String])
    /// A setting that the detector no longer has; `instead` is a sentence that says what to do.
    case removedSetting(name: String, instead: String)
    /// A setting's value outside its range.
    case outOfRange(name: String, value: Int, range: ClosedRange<Int>)
}

extension ActivityError: CustomStringConvertible {
    /// One sentence or two: what, where, why, and the next step.
    public var description: String {
        switch self {
        case .unsupportedRate(let rate):
            return "cannot find speech at \(rate) Hz. "
                + "Convert to 8000 to 48000 Hz, a multiple of 100."
        case .unknownSetting(let name, let near):
            let hint =
                near.isEmpty
                ? "The names begin with 'speech.'; list them to choose."
                : "Did you mean \(near.joined(separator: " or "))?"
            return "there is no setting '\(name)'. \(hint)"
        case .removedSetting(let name, let instead):
            return "there is no setting '\(name)' any more. \(instead)"
        case .outOfRange(let name, let value, let range):
            return "cannot set \(name) to \(value). "
                + "Pick \(range.lowerBound) to \(range.upperBound)."
        }
    }
}
