/// Reason why a program could not do its work. What it wrote stays out of it.
package enum ProgramError: Error, Equatable, Sendable {
    /// The program could not be started, with the system's error number.
    case cannotStart(program: String, number: Int32)
    /// The program was not started, because the system does not keep it apart as it has to be.
    case notConfined(program: String, refusal: ConfinementRefusal)
    /// The program neither took nor gave a byte for this many seconds.
    case stuck(program: String, seconds: Int)
    /// The program gave more bytes than the limit.
    case outputTooLong(program: String, limit: Int)
    /// The program wrote a line of more bytes than the limit.
    case lineTooLong(program: String, limit: Int)
    /// The program gave no line within its time.
    case late(program: String, ProgramLateness)
    /// The program wrote a line before it was asked.
    case unasked(program: String)
    /// The program closed its output, or ended, before it gave a line.
    case ended(program: String)
    /// The program answered with more lines than the limit.
    case tooManyLines(program: String, limit: Int)
}

extension ProgramError: CustomStringConvertible {
    /// Message with the fault, its place, its reason, and what to do next.
    package var description: String {
        switch self {
        case .cannotStart(let program, let number):
            "\(program) does not start (system error \(number)). Check that it is a program and "
                + "may be executed."
        case .notConfined(let program, let refusal): "\(program) is not started: \(refusal)"
        case .stuck(let program, let seconds):
            "\(program) gave no answer for \(seconds) s and was ended. Run it by hand."
        case .outputTooLong(let program, let limit):
            "\(program) gave more than \(limit) bytes. Ask it for less at a time."
        case .lineTooLong(let program, let limit):
            "\(program) wrote a line of more than \(limit) bytes. Have it write shorter ones."
        case .late(let program, let lateness):
            "\(program) \(lateness.past) before it gave a line. Run it by hand."
        case .unasked(let program):
            "\(program) wrote a line before it was asked. Have it write its notes to standard "
                + "error."
        case .ended(let program):
            "\(program) ended before it gave a line. Run it by hand."
        case .tooManyLines(let program, let limit):
            "\(program) answered with more than \(limit) lines. Have it say less at a time."
        }
    }
}
