internal import VoicePrograms

/// Reason why speech could not be made.
public enum SynthesisError: Error, Equatable, Sendable {
    /// The text holds nothing to speak.
    case emptyText
    /// The text is longer than one utterance may be, in bytes.
    case textTooLong(limit: Int)
    /// There is no `voicetest-speak` at any of the places, in the order they were tried. Exit code
    /// 69.
    case programMissing(tried: [String])
    /// The program could not be started, with the system's error number.
    case cannotStart(program: String, number: Int32)
    /// The program ended with a failure of its own; `message` is its standard error.
    case programFailed(program: String, exitCode: Int32, message: String)
    /// The program neither took nor gave a byte for this many seconds.
    case programStuck(program: String, seconds: Int)
    /// The program gave more bytes than the limit.
    case outputTooLong(program: String, limit: Int)
    /// The program gave something other than the sound or the list that was asked for.
    case outputUnreadable(program: String)
}

extension SynthesisError: CustomStringConvertible {
    /// Message on what went wrong, where, why, and what to do next. Holds no spoken text.
    public var description: String {
        switch self {
        case .emptyText:
            "the text to speak is empty. Give it at least one word."
        case .textTooLong(let limit):
            "the text to speak is longer than \(limit) bytes. Speak it in parts."
        case .programMissing(let tried):
            "voicetest-speak was not found. Looked at: \(tried.joined(separator: ", ")). "
                + "Build it with 'swift build --product voicetest-speak', or set VOICETEST_SPEAK "
                + "to its path."
        case .cannotStart(let program, let number):
            "\(program) does not start (system error \(number)). Check that it is a program and "
                + "may be executed."
        // The program refused its input, and says so in a sentence of its own.
        case .programFailed(_, 65, let message): Self.unnamed(message)
        case .programFailed(let program, let exitCode, let message):
            "\(program) ended with \(exitCode): \(message) Run it by hand with the same text."
        case .programStuck(let program, let seconds):
            "\(program) gave no answer for \(seconds) s and was ended. Run it by hand with the "
                + "same text."
        case .outputTooLong(let program, let limit):
            "\(program) gave more than \(limit) bytes. Speak the text in parts."
        case .outputUnreadable(let program):
            "\(program) gave an unexpected answer. Check that it has the version of this program."
        }
    }
}

extension SynthesisError {
    /// A message of the program without the program's name before it.
    private static func unnamed(_ message: String) -> String {
        let name = "voicetest-speak: "
        return message.hasPrefix(name) ? String(message.dropFirst(name.count)) : message
    }

    /// Translates what kept the program from speaking.
    init(_ error: ProgramError) {
        self =
            switch error {
            case .cannotStart(let program, let number):
                .cannotStart(program: program, number: number)
            case .notConfined(let program, let refusal):
                .cannotStart(program: program, number: refusal.number)
            case .stuck(let program, let seconds): .programStuck(program: program, seconds: seconds)
            case .late(let program, let lateness):
                .programStuck(program: program, seconds: lateness.milliseconds / 1_000)
            case .outputTooLong(let program, let limit), .lineTooLong(let program, let limit),
                .tooManyLines(let program, let limit):
                .outputTooLong(program: program, limit: limit)
            case .unasked(let program), .ended(let program): .outputUnreadable(program: program)
            }
    }
}
