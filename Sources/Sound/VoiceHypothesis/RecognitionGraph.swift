/// A pronunciation of a word beside those of the dictionary.
public struct WordPronunciation: Sendable, Hashable, Codable {
    /// The word in lower case.
    public var word: String
    /// Phones of the word by the model's names, as in "K OW L" without marks of stress.
    public var phones: [String]
    /// Tag that is added to the word where this pronunciation is heard, as "#tag"; nil for nothing.
    public var tag: String?

    /// Puts a pronunciation together.
    public init(word: String, phones: [String], tag: String? = nil) {
        self.word = word
        self.phones = phones
        self.tag = tag
    }

    /// Line of all its parts, by which recognizers are told apart.
    package var line: String { "\(word)#\(tag ?? ""): \(phones.joined(separator: " "))" }
}

/// A decoding graph: what may be said, given by phrases.
///
/// The phrases are training text, and no closed list: parts of them and other combinations of their
/// words are recognised too, as less likely than the phrases themselves.
public struct RecognitionGraph: Sendable, Hashable, Codable {
    /// Way in which the phrases are said.
    public enum Speaking: String, Sendable, Hashable, Codable {
        /// The words are said as one answers or commands.
        case usual
        /// Read aloud: with words skipped, repeated and begun falsely.
        case oralReading
    }

    /// The phrases in lower case.
    public var phrases: [String]
    /// Pronunciations beside the dictionary's.
    public var pronunciations: [WordPronunciation]
    /// Way in which the phrases are said.
    public var speaking: Speaking
    /// Readiness with which speech that fits no phrase becomes ``spokenNoise``, in thousandths: 0
    /// never, 500 is neutral. From 500 on, a word beside other speech has to be apart from it, or
    /// long; below, words are found within sentences.
    package var spokenNoisePermille: Int
    /// Phrase that has to be said before anything counts, in lower case; nil for nothing.
    public var trigger: String?

    /// Word in a hypothesis for speech that no word of the graph fits.
    package static let spokenNoise = "<spoken_noise>"

    /// The ``spokenNoisePermille`` that is neutral.
    package static let neutralSpokenNoisePermille = 500

    /// A graph of `phrases`.
    package init(
        phrases: [String], pronunciations: [WordPronunciation] = [], speaking: Speaking = .usual,
        spokenNoisePermille: Int = 500, trigger: String? = nil
    ) {
        self.phrases = phrases
        self.pronunciations = pronunciations
        self.speaking = speaking
        self.spokenNoisePermille = spokenNoisePermille
        self.trigger = trigger
    }

    /// Everything but the phrases, a line each.
    package var conditions: String {
        let rest = [speaking.rawValue, "\(spokenNoisePermille)", trigger ?? ""]
        return (rest + pronunciations.map(\.line)).joined(separator: "\n")
    }
}
