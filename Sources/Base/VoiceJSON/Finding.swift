/// Something a person should know about a file they wrote, with its place.
public struct Finding: Sendable, Equatable, CustomStringConvertible {
    /// Severity of a finding.
    package enum Severity: String, Sendable, Comparable {
        /// Worth a look.
        case warning
        /// Wrong, but a run can go on: it takes the failure route when it gets there.
        case fault
        /// The file is refused.
        case error

        private var gravity: Int {
            switch self {
            case .warning: 0
            case .fault: 1
            case .error: 2
            }
        }

        /// Ordered by gravity.
        package static func < (left: Self, right: Self) -> Bool { left.gravity < right.gravity }
    }

    /// Severity of the finding.
    package var severity: Severity
    /// The file, as the user named it.
    public var file: String
    /// Place in the file.
    public var place: TextPlace
    /// The way to the value.
    public var path: JSONPath
    /// Message on what is wrong and what to do.
    public var message: String

    /// A finding about the value at `path`.
    package init(
        severity: Severity, file: String, place: TextPlace, path: JSONPath, message: String
    ) {
        self.severity = severity
        self.file = file
        self.place = place
        self.path = path
        self.message = message
    }

    /// Text as in `flow.json:3:14: error: … ($[0].rules.first)`.
    public var description: String {
        let word = severity == .warning ? "warning" : "error"
        return "\(file):\(place.line):\(place.column): \(word): \(message) (\(path))"
    }
}
