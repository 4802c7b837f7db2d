internal import VoiceFiles

/// A language that sentences are interpreted in.
///
/// Made of ``LanguageWords``, which are Swift data or a JSON file. A second language needs no code.
public struct SpokenLanguage: Sendable {
    /// The words that it is made of.
    public let words: LanguageWords
    /// Judges answers of yes and no.
    public let confirmation: ConfirmationMatcher
    /// Reads numbers.
    public let numberReader: NumberReader
    let timeReader: TimeReader
    let dateReader: DateReader
    let durationReader: DurationReader
    let moneyReader: MoneyReader
    let articles: Set<String>
    let connectors: Set<String>
    let selectFiller: Set<String>
    let selectNumberWords: Set<String>
    let selectLast: Set<String>
    let selectNegations: PhraseTable<ClauseNegations.Reach>
    let selectLinks: Set<String>
    let selectClauses: Set<String>
    let selectNone: PhraseTable<Bool>
    private let rules = KeptNumberRules()

    /// Rules of a grammar of its numbers; nil where it has none.
    var numberRules: NumberRules? { rules.rules(of: words) }

    /// The language by BCP 47.
    public var code: String { words.code }

    /// Prepares the words for matching.
    public init(_ words: LanguageWords) {
        func folded(_ words: [String]) -> Set<String> {
            Set(words.map { SpokenText($0).normal })
        }
        self.words = words
        confirmation = ConfirmationMatcher(words.confirmation)
        numberReader = NumberReader(words.numbers)
        timeReader = TimeReader(words.times)
        dateReader = DateReader(words.dates)
        durationReader = DurationReader(words.durations)
        moneyReader = MoneyReader(words.money)
        articles = folded(words.numbers.articles)
        connectors = folded(words.numbers.connectors)
        selectFiller = folded(words.select.filler)
        selectNumberWords = folded(words.select.numberWords)
        selectLast = folded(words.select.last)
        let reaches: [([String], ClauseNegations.Reach)] = [
            (words.select.affirmations, .nothing), (words.select.negations, .clause),
            (words.select.wordNegations, .word),
        ]
        selectNegations = PhraseTable(reaches.flatMap { list in list.0.map { ($0, list.1) } })
        selectLinks = folded(words.select.links)
        selectClauses = folded(words.select.clauses)
        selectNone = PhraseTable(words.select.none)
    }

    /// Reads a language from the bytes of a JSON file.
    ///
    /// - Throws: ``LanguageError`` with the place of the first fault.
    public init(json bytes: [UInt8]) throws(LanguageError) {
        self.init(try LanguageFile.words(of: bytes))
    }

    /// Returns the sentence `name`, with `{key}` replaced by `values`; the name for an unknown
    /// sentence.
    func sentence(_ name: String, _ values: [String: String] = [:]) -> String {
        values.sorted { $0.key < $1.key }.reduce(words.sentences[name] ?? name) { text, value in
            text.split(separator: "{\(value.key)}", omittingEmptySubsequences: false)
                .joined(separator: value.value)
        }
    }

    /// English of Britain and America.
    public static let english = builtIn("english")
    /// German, from `Languages/german.language.json`.
    public static let german = builtIn("german")

    /// The bytes of the language's file that stands beside this file.
    static func file(_ name: String) -> [UInt8] {
        CarriedFile.at("Engines/SayKit/Languages/\(name).language.json").bytes
    }

    private static func builtIn(_ name: String) -> SpokenLanguage {
        do {
            return try SpokenLanguage(json: file(name))
        } catch {
            preconditionFailure("a language of the package is wrong: \(error)")
        }
    }
}
