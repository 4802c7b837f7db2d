internal import VoiceJSON

/// Reason why something could not be recognised.
public enum RecognitionError: Error, Equatable, Sendable {
    /// A folder or file of the model is not there. Exit code 69.
    case modelMissing(path: String)
    /// The model's files are there and pocketsphinx does not take them.
    case modelRefused(path: String, reason: String)
    /// A grammar that is not JSGF, with its line where that is known.
    case grammarMalformed(reason: String, line: Int? = nil)
    /// A grammar that stands for more than is taken, in words that follow "it".
    case grammarTooLarge(what: String)
    /// There are more phrases than are taken.
    case tooManyPhrases(count: Int, limit: Int)
    /// Phrases or pronunciations that stand for more than is taken, in words that follow "it".
    case taskTooLarge(what: String)
    /// A grammar with no public rule or with several.
    case publicRules(count: Int)
    /// Words of a grammar that neither the dictionary nor given pronunciations have, in alphabetic
    /// order.
    case wordsUnknown([String])
    /// A word of a phrase that the dictionary does not have.
    case phraseWordUnknown(word: String, phrase: String)
    /// Words that the dictionary does not have and that cannot be guessed, in alphabetic order.
    case wordsNotGuessed([String], reason: String)
    /// Words that the dictionary does not have, in alphabetic order, where espeak-ng, which guesses
    /// such words, cannot be run. Exit code 69.
    case guessingUnavailable([String], reason: String)
    /// A word of a phrase that is not made of letters.
    case phraseUnreadable(phrase: String, word: String)
    /// There is no phrase, or there are only blank ones.
    case noPhrases
    /// An utterance longer than the limit, in seconds.
    case utteranceTooLong(seconds: Int)
    /// Audio that cannot be brought to the model's rate.
    case soundUnusable(sampleRate: Int)
    /// A text with more words than are aligned at a time.
    case textTooLong(words: Int, limit: Int)
    /// The decoder gave up on an utterance.
    case decoderFailed
    /// The command of a recognizer cannot be used, in words that follow "it". Exit code 64.
    case commandMalformed(what: String)
    /// The program of a recognizer is nowhere. Exit code 69.
    case programMissing(program: String)
    /// The program of a recognizer does not start, with the system's error number. Exit code 69.
    case programNotStarted(program: String, number: Int32)
    /// The program of a recognizer does not say which recognizer it is, in words that follow "it".
    /// Exit code 69.
    case programUnready(program: String, what: String)
    /// A recognizer that is a program has no answer to an utterance, in words that follow its name.
    case programFailed(recognizer: String, what: String)
    /// Failure that happened while recording, word for word.
    case recorded(reason: String)

    /// Whether it is about what is listened for: a grammar, phrases or a graph.
    package var isOfTask: Bool {
        switch self {
        case .grammarMalformed, .grammarTooLarge, .tooManyPhrases, .taskTooLarge, .publicRules,
            .wordsUnknown, .phraseWordUnknown, .wordsNotGuessed, .phraseUnreadable, .noPhrases:
            true
        default: false
        }
    }

    /// Line of the grammar with the fault, from 1; nil where the error is about no line.
    public var line: Int? {
        if case .grammarMalformed(_, let line) = self { line } else { nil }
    }

    /// Phrase with the fault; nil where the error is about no phrase.
    package var phrase: String? {
        switch self {
        case .phraseWordUnknown(_, let phrase), .phraseUnreadable(let phrase, _): phrase
        default: nil
        }
    }
}

extension RecognitionError: CustomStringConvertible {
    /// Message on what went wrong, where, why, and what to do next. Holds nothing a caller said.
    public var description: String {
        switch self {
        case .modelMissing(let path):
            "the speech model lacks \(path). Install the package pocketsphinx-en-us, or set "
                + "VOICETEST_MODEL to a model's folder."
        case .modelRefused(let path, let reason):
            "pocketsphinx does not take the speech model in \(path): \(reason) Reinstall the "
                + "package pocketsphinx-en-us."
        case .grammarMalformed(let reason, _):
            "the grammar is not JSGF: \(reason) Correct it; it starts with '#JSGF V1.0;'."
        case .grammarTooLarge(let what):
            "The grammar is too large: it \(what). Listen for less at a time."
        case .tooManyPhrases(let count, let limit):
            "\(count) phrases are too many. Listen for \(limit) or fewer at a time."
        case .taskTooLarge(let what):
            "what is listened for is too large: it \(what). Listen for less at a time."
        case .publicRules(let count):
            "the grammar has \(count) public rules. Keep exactly one 'public <name> = … ;'."
        case .wordsUnknown(let words):
            "the grammar names words that the dictionary lacks: \(Self.list(words)). "
                + "Spell them in lower case as words, or choose others."
        case .phraseWordUnknown(let word, let phrase):
            "the dictionary lacks '\(word.clipped)' of the phrase '\(phrase.clipped)'. "
                + "Spell it as words, or choose another."
        case .wordsNotGuessed(let words, let reason):
            "the dictionary lacks \(Self.list(words)), and its pronunciation cannot be guessed: "
                + reason
        case .guessingUnavailable(let words, let reason):
            "the dictionary lacks \(Self.list(words)), and espeak-ng, which guesses "
                + "pronunciations, cannot run: \(reason) Or give their pronunciations in a graph."
        case .phraseUnreadable(let phrase, let word):
            "'\(word.clipped)' of the phrase '\(phrase.clipped)' is not made of English letters. "
                + "Write it as it is said, for example 'twelve' for 12."
        case .noPhrases:
            "there is no phrase to listen for. Write one phrase a line."
        case .utteranceTooLong(let seconds):
            "the utterance is longer than \(seconds) s. Let the segmenter end speech earlier."
        case .soundUnusable(let rate):
            "sound of \(rate) Hz cannot be converted to the rate of the speech model. Record at "
                + "8000 to 192000 Hz."
        case .textTooLong(let words, let limit):
            "a text of \(words) words is too long to align. Align at most \(limit) words at a time."
        case .decoderFailed:
            "pocketsphinx failed on an utterance. Recognise the recording alone with `voicetest "
                + "listen`. If it fails again, report it with the recording."
        case .commandMalformed(let what):
            "the command of the recognizer \(what). Separate the program and its "
                + "arguments with blanks, and quote an argument that has a blank."
        case .programMissing(let program):
            "\(program.clipped) was not found here or in $PATH. Install it, or name its path in "
                + "the command of the recognizer."
        case .programNotStarted(let program, let number):
            "\(program.clipped) does not start (system error \(number)). Check that it is a "
                + "program and may be executed."
        case .programUnready(let program, let what):
            "\(program.clipped) cannot be used as a recognizer: it \(what). FORMATS.md has the "
                + "protocol. Run the program by hand and send it one line of the protocol."
        case .programFailed(let recognizer, let what):
            "the recognizer \(recognizer.clipped) \(what). Read what it writes to standard error, "
                + "or run it by hand."
        case .recorded(let reason): reason
        }
    }

    /// Lists the first words, and how many more there are.
    private static func list(_ words: [String]) -> String {
        words.map(\.clipped).listed(upTo: 20)
    }
}

extension String {
    /// The text cut for a message, control characters left out.
    package var clipped: String {
        let limit = 60
        let shown = String(
            unicodeScalars.prefix(limit).map { scalar in
                scalar.properties.generalCategory == .control ? "?" : Character(scalar)
            })
        return unicodeScalars.count > limit ? shown + "…" : shown
    }
}
