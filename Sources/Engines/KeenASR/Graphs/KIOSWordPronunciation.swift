internal import VoiceRecognition

/// Pronunciation of a word, beside those of the lexicon.
///
/// Word and phones are kept in upper case and single blanks stand between phones. Where a
/// pronunciation with a tag is heard, the result has `WORD#TAG`.
public final class KIOSWordPronunciation: Sendable, Equatable {
    private let word: String
    private let phones: [String]
    private let tag: String?

    /// The tag of words that were begun and not finished, which is the recognizer's own.
    static let reservedTag = "INC"

    /// A pronunciation of `word` by phones with blanks between them, as in `K OW1 L`; an empty tag
    /// counts as none.
    public init(word: String, pronunciation: String, tag: String? = nil) {
        self.word = word.uppercased()
        phones = pronunciation.split(whereSeparator: \.isWhitespace).map { $0.uppercased() }
        self.tag = tag?.isEmpty == true ? nil : tag
    }

    /// The word in upper case.
    public func getWord() -> String { word }

    /// The phones in upper case with single blanks between them.
    public func getPronunciation() -> String { phones.joined(separator: " ") }

    /// The tag as it was given; empty without one.
    public func getTag() -> String { tag ?? "" }

    /// Whether a graph for `recognizer` takes the pronunciation; ``faults(phones:)`` says why not.
    public func isValid(_ recognizer: any KIOSRecognizing) -> Bool {
        guard let known = try? recognizer.asrBundle().phones() else { return false }
        return faults(phones: known).isEmpty
    }

    /// Returns all faults of the pronunciation, for a model with `phones`; empty where it is valid.
    public func faults(phones known: KIOSPhoneSet) -> [KIOSPronunciationFault] {
        var faults: [KIOSPronunciationFault] = []
        if word.isEmpty { faults.append(.emptyWord) }
        if word.contains(where: { "<>#".contains($0) || $0.isWhitespace }) {
            faults.append(.wordMark(word: word))
        }
        if word.utf8.count > KIOSLexicon.wordLimit {
            faults.append(.tooLong(what: "word", limit: KIOSLexicon.wordLimit))
        }
        if let tag {
            if tag.uppercased() == Self.reservedTag { faults.append(.reservedTag(word: word)) }
            if tag.contains(where: { "<>#".contains($0) || $0.isWhitespace }) {
                faults.append(.tagMark(word: word, tag: tag))
            }
            if tag.utf8.count > KIOSLexicon.wordLimit {
                faults.append(.tooLong(what: "tag", limit: KIOSLexicon.wordLimit))
            }
        }
        if phones.isEmpty { faults.append(.noPhones(word: word)) }
        if phones.count > KIOSLexicon.phoneLimit {
            faults.append(.tooLong(what: "list of phones", limit: KIOSLexicon.phoneLimit))
        }
        for phone in phones.prefix(KIOSLexicon.phoneLimit) where known.name(of: phone) == nil {
            faults.append(.unknownPhone(word: word, phone: phone))
        }
        return faults
    }

    /// Whether word, phones and tag are the same.
    public static func == (left: KIOSWordPronunciation, right: KIOSWordPronunciation) -> Bool {
        left.word == right.word && left.phones == right.phones && left.tag == right.tag
    }
}

/// Reason why a pronunciation is not valid.
public enum KIOSPronunciationFault: Sendable, Equatable, CustomStringConvertible {
    /// The pronunciation is for an empty text.
    case emptyWord
    /// The word has a blank or one of `<`, `>` and `#`.
    case wordMark(word: String)
    /// The tag is the recognizer's own.
    case reservedTag(word: String)
    /// The tag has a blank or one of `<`, `>` and `#`.
    case tagMark(word: String, tag: String)
    /// There is no phone.
    case noPhones(word: String)
    /// A phone that the model does not have.
    case unknownPhone(word: String, phone: String)
    /// A part that is longer than its limit: bytes of a word or tag, phones of a list.
    case tooLong(what: String, limit: Int)

    /// Message on what is wrong, why, and the next step.
    public var description: String {
        switch self {
        case .emptyWord: "the pronunciation has no word. Give the word that it is for."
        case .wordMark(let word):
            "the word '\(word.prefix(40))' has a blank, '<', '>' or '#'. Use letters only."
        case .reservedTag(let word):
            "the tag of \(word.prefix(40)) is INC, which marks unfinished words. Use"
                + " another tag."
        case .tagMark(let word, let tag):
            "the tag '\(tag.prefix(40))' of \(word.prefix(40)) has a blank, '<', '>' or '#'. Use"
                + " letters only."
        case .noPhones(let word):
            "the pronunciation of \(word.prefix(40)) has no phone. Give phones of lang/phones.txt,"
                + " as in K OW L."
        case .unknownPhone(let word, let phone):
            "\(phone.prefix(20)) in the pronunciation of \(word.prefix(40)) is not a phone of the"
                + " bundle. lang/phones.txt lists its phones."
        case .tooLong(let what, let limit):
            "the \(what) of a pronunciation is longer than \(limit). Shorten it."
        }
    }
}

/// A pronunciation as releases before 2.1 have it; ``KIOSWordPronunciation`` replaces it.
public final class KIOSAlternativePronunciation {
    /// Word that is said so, as the phrases of a graph spell it.
    public var word = ""
    /// Phones of the word with blanks between them.
    public var pronunciation = ""
    /// Tag that is added to the word where this pronunciation is heard, behind a `#`.
    public var tag: String?

    /// A pronunciation whose properties are still to be set.
    public init() {}
}

/// Form of pronunciations that graphs take.
public protocol KIOSPronunciation {
    /// The word, its phones and its tag.
    var wordPronunciation: KIOSWordPronunciation { get }
}

extension KIOSWordPronunciation: KIOSPronunciation {
    /// The pronunciation itself.
    public var wordPronunciation: KIOSWordPronunciation { self }

    /// The pronunciation as recognizers take it: in lower case, by the model's names of phones.
    func recognized(phones known: KIOSPhoneSet) -> WordPronunciation {
        WordPronunciation(
            word: word.lowercased(), phones: phones.compactMap { known.name(of: $0) }, tag: tag)
    }
}

extension KIOSAlternativePronunciation: KIOSPronunciation {
    /// The pronunciation as its properties are now.
    public var wordPronunciation: KIOSWordPronunciation {
        KIOSWordPronunciation(word: word, pronunciation: pronunciation, tag: tag)
    }
}
