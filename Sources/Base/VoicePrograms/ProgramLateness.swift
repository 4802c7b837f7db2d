/// Limit of its time that a program exceeded, in milliseconds.
package enum ProgramLateness: Equatable, Sendable {
    /// The program and what it started ran this long.
    case processor(milliseconds: Int)
    /// The program did not run, and was not ready to run, for this long.
    case blocked(milliseconds: Int)
    /// So much real time passed.
    case clock(milliseconds: Int)

    /// The sentence in the past, for words such as "before it answered".
    package var past: String {
        switch self {
        case .processor(let limit): "used \(Self.time(limit)) of processor time"
        case .blocked(let limit): "waited \(Self.time(limit)) for something that did not come"
        case .clock(let limit): "took longer than \(Self.time(limit)) of real time"
        }
    }

    /// The sentence in the present, for words such as "before it answers".
    package var present: String {
        switch self {
        case .processor(let limit): "uses \(Self.time(limit)) of processor time"
        case .blocked(let limit): "waits \(Self.time(limit)) for something that does not come"
        case .clock(let limit): "takes longer than \(Self.time(limit)) of real time"
        }
    }

    /// The limit, whichever it is.
    package var milliseconds: Int {
        switch self {
        case .processor(let limit), .blocked(let limit), .clock(let limit): limit
        }
    }

    private static func time(_ milliseconds: Int) -> String {
        milliseconds > 0 && milliseconds % 1_000 == 0
            ? "\(milliseconds / 1_000) s" : "\(milliseconds) ms"
    }
}
