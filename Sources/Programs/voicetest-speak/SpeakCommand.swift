/// Task of one run of the program.
enum SpeakCommand: Equatable {
    case help
    case version
    case voices
    case speak(SpeakOptions)

    /// Reads the arguments behind the program's name.
    init(arguments: [String]) throws(SpeakError) {
        var options = SpeakOptions()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h":
                self = .help
                return
            case "--version":
                self = .version
                return
            case "--voices":
                self = .voices
                return
            case "--ssml":
                options.isSSML = true
            case "--phonemes":
                options.hasPhonemes = true
            case "--marks":
                options.showsMarks = true
            case "--ipa":
                options.showsPronunciation = true
            case "--voice":
                guard let voice = rest.popFirst() else { throw .missingValue(option: argument) }
                options.voice = voice
            case "--rate":
                options.wordsPerMinute = try Self.number(&rest, option: argument, in: 80...450)
            case "--pitch":
                options.pitch = try Self.number(&rest, option: argument, in: 0...100)
            default:
                throw .unknownArgument(argument)
            }
        }
        self = .speak(options)
    }

    private static func number(
        _ rest: inout ArraySlice<String>, option: String, in range: ClosedRange<Int>
    ) throws(SpeakError) -> Int {
        guard let text = rest.popFirst() else { throw .missingValue(option: option) }
        guard let number = Int(text), range.contains(number) else {
            throw .outOfRange(option: option, value: text, range: range)
        }
        return number
    }
}

/// Manner in which the text is spoken.
struct SpeakOptions: Equatable {
    var voice = "en-us"
    var wordsPerMinute = 175
    /// The engine's pitch, 0 to 100; the voice's own when absent.
    var pitch: Int?
    var isSSML = false
    /// Whether `[[…]]` in the text holds the engine's phoneme names.
    var hasPhonemes = false
    /// Whether the places of the words are written instead of the sound.
    var showsMarks = false
    /// Whether the pronunciation is written, in IPA, instead of the sound.
    var showsPronunciation = false
}
