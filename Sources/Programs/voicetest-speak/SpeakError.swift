/// Reason why one utterance could not be spoken; each case knows its exit code of `sysexits.h`.
enum SpeakError: Error, Equatable, Sendable {
    /// An argument the program does not know.
    case unknownArgument(String)
    /// An option without its value.
    case missingValue(option: String)
    /// Number out of the range that the engine takes.
    case outOfRange(option: String, value: String, range: ClosedRange<Int>)
    /// Text longer than one utterance may be, in bytes.
    case textTooLong(limit: Int)
    /// Bytes that are not UTF-8, or a zero character that the engine would take for the end.
    case textUnreadable
    /// A voice that the installed data does not have; `hint` asks whether another is meant.
    case unknownVoice(String, hint: String)
    /// Speech longer than the limit, in seconds.
    case speechTooLong(seconds: Int)
    /// The engine found no data folder.
    case dataMissing
    /// The engine refused, with its own number.
    case engineFailed(Int)
    /// Standard input or output broke, with the system's number.
    case streamFailed(stream: String, number: Int32)

    /// Exit code with the same meaning for a program.
    var exitCode: Int32 {
        switch self {
        case .unknownArgument, .missingValue, .outOfRange: 64
        case .textTooLong, .textUnreadable, .unknownVoice, .speechTooLong: 65
        case .dataMissing: 69
        case .engineFailed: 70
        case .streamFailed: 74
        }
    }
}

extension SpeakError: CustomStringConvertible {
    var description: String {
        switch self {
        case .unknownArgument(let argument):
            "Unknown argument '\(argument)'. Run voicetest-speak --help for the list."
        case .missingValue(let option):
            "\(option) needs a value. Run voicetest-speak --help for the list."
        case .outOfRange(let option, let value, let range):
            "\(option) cannot be '\(value)'. Pick \(range.lowerBound) to \(range.upperBound)."
        case .textTooLong(let limit):
            "the text on standard input is longer than \(limit) bytes. Speak it in parts."
        case .textUnreadable:
            "the text on standard input is not UTF-8 without zero bytes. Convert it, for example "
                + "with iconv."
        case .unknownVoice(let voice, let hint):
            "Unknown voice '\(voice)'.\(hint) List voices with `voicetest speak --voices`."
        case .speechTooLong(let seconds):
            "the text on standard input lasts longer than \(seconds) s. Speak it in parts."
        case .dataMissing:
            "espeak-ng finds no voice data. Install the package espeak-ng-data, or point "
                + "ESPEAK_DATA_PATH to the folder that holds espeak-ng-data."
        case .engineFailed(let number):
            "espeak-ng stopped with error \(number). Try a shorter text or another voice."
        case .streamFailed(let stream, let number):
            "standard \(stream) failed with error \(number). Check the program at its other end."
        }
    }
}
