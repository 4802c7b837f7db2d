internal import VoiceJSON

/// The exit code of a run, and which of two is the graver.
package enum ExitStatus: Int32, Sendable, Hashable {
    /// All agrees, or all is done.
    case agrees = 0
    /// A difference, a regression or a failed expectation.
    case differs = 1
    /// Wrong usage.
    case usage = 64
    /// A session or a file is damaged or malformed.
    case badData = 65
    /// An input is missing.
    case missing = 66
    /// A needed part is not installed.
    case notInstalled = 69
    /// A fault of the program.
    case bug = 70
    /// An output cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74

    /// The graver of two, as several paths in one run report.
    package func graver(_ other: ExitStatus) -> ExitStatus {
        gravity >= other.gravity ? self : other
    }

    private var gravity: Int {
        switch self {
        case .bug: 8
        case .inputOutput: 7
        case .cannotCreate: 6
        case .notInstalled: 5
        case .usage: 4
        case .badData: 3
        case .missing: 2
        case .differs: 1
        case .agrees: 0
        }
    }

    /// Its number.
    static let codec = JSONCodec<ExitStatus>(
        write: { .integer(Int64($0.rawValue)) },
        read: { $0.integer.flatMap { Int32(exactly: $0) }.flatMap(ExitStatus.init) })
}
