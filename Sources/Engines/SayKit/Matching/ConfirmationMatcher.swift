/// The words of one language for yes and no.
///
/// Of the phrases that stand at one place, the longest counts: "no problem" is not a negation.
public struct ConfirmationLexicon: Sendable, Equatable {
    /// Affirmations that count at any place.
    public var yes: [String] = []
    /// Affirmations that count only beside filler words.
    public var yesAlone: [String] = []
    /// Negations that count at any place.
    public var no: [String] = []
    /// Negations that count only beside filler words.
    public var noAlone: [String] = []
    /// Phrases that leave the answer open.
    public var unsure: [String] = []
    /// Phrases that make a question of a sentence that begins with them.
    public var questions: [String] = []
    /// Words that say nothing beside an answer.
    public var filler: [String] = []
    /// Words that are no answer, which a recognizer listens for beside the answers: a word that
    /// sounds like one of the lexicon is then not taken for that one.
    public var others: [String] = []
    /// Answers that are read and not listened for, as too short to be told from other words.
    public var unheard: [String] = []

    /// A lexicon without words.
    public init() {}
}

/// Answer to a yes-or-no question, and the reason for the reading.
public struct ConfirmationReading: Sendable, Equatable {
    /// The rule that decided.
    public enum Rule: String, Sendable, Equatable {
        /// The sentence has no words.
        case silent
        /// The whole sentence is a phrase of the lexicon.
        case whole
        /// The sentence is a question.
        case question
        /// A phrase leaves the answer open.
        case unsure
        /// The sentence has a negation, which wins over affirmations.
        case negation
        /// The sentence has an affirmation and no negation.
        case affirmation
        /// The sentence has no phrase of the lexicon.
        case unknown
    }

    /// True for yes, false for no, nil where the sentence says neither.
    public var isConfirmed: Bool?
    /// The rule that decided.
    public var rule: Rule
    /// The phrase that decided, as it is spelled in the sentence.
    public var phrase: String?
}

/// Judges yes-or-no answers.
public struct ConfirmationMatcher: Sendable {
    private enum Meaning: Sendable { case yes, yesAlone, no, noAlone, unsure }
    private struct Hit {
        var words: Range<Int>
        var meaning: Meaning
    }

    private let phrases: PhraseTable<Meaning>
    private let questions: PhraseTable<Bool>
    private let filler: PhraseTable<Bool>

    /// Prepares to judge with the words of `lexicon`.
    public init(_ lexicon: ConfirmationLexicon) {
        let lists: [([String], Meaning)] = [
            (lexicon.unsure, .unsure), (lexicon.no, .no), (lexicon.yes, .yes),
            (lexicon.noAlone, .noAlone), (lexicon.yesAlone, .yesAlone),
        ]
        phrases = PhraseTable(lists.flatMap { list in list.0.map { ($0, list.1) } })
        questions = PhraseTable(lexicon.questions)
        filler = PhraseTable(lexicon.filler)
    }

    /// Judges one sentence.
    public func read(_ text: SpokenText) -> ConfirmationReading {
        guard !text.words.isEmpty else { return ConfirmationReading(rule: .silent) }
        guard !text.isCut else { return ConfirmationReading(rule: .unknown) }
        let (hits, isPlain) = findHits(in: text)
        if let hit = hits.first, hit.words == text.words.indices {
            let isOpen = hit.meaning == .unsure
            return reading(
                text, hit, isOpen ? .unsure : .whole,
                isOpen ? nil : hit.meaning == .yes || hit.meaning == .yesAlone)
        }
        let start = fillerEnd(text)
        if hits.first?.words.lowerBound != start,
            let question = questions.longest(in: text.words, at: start)
        {
            let phrase = text.spelling(of: start..<start + question.count)
            return ConfirmationReading(rule: .question, phrase: phrase)
        }
        if let hit = hits.first(where: { $0.meaning == .unsure }) {
            return reading(text, hit, .unsure, nil)
        }
        if let hit = hits.first(where: { $0.meaning == .no || isPlain && $0.meaning == .noAlone }) {
            return reading(text, hit, .negation, false)
        }
        if let hit = hits.first(
            where: { $0.meaning == .yes || isPlain && $0.meaning == .yesAlone })
        {
            return reading(text, hit, .affirmation, true)
        }
        return ConfirmationReading(rule: .unknown)
    }

    private func reading(
        _ text: SpokenText, _ hit: Hit, _ rule: ConfirmationReading.Rule, _ isConfirmed: Bool?
    ) -> ConfirmationReading {
        ConfirmationReading(
            isConfirmed: isConfirmed, rule: rule, phrase: text.spelling(of: hit.words))
    }

    private func fillerEnd(_ text: SpokenText) -> Int {
        var start = 0
        while start < text.words.count - 1,
            let count = filler.longest(in: text.words, at: start)?.count
        { start += count }
        return min(start, text.words.count - 1)
    }

    /// The phrases of the lexicon in the sentence, and whether all other words are filler.
    private func findHits(in text: SpokenText) -> (hits: [Hit], isPlain: Bool) {
        var hits: [Hit] = []
        var isPlain = true
        var word = 0
        while word < text.words.count {
            let quiet = filler.longest(in: text.words, at: word)?.count ?? 0
            if let found = phrases.longest(in: text.words, at: word), found.count >= quiet {
                hits.append(Hit(words: word..<word + found.count, meaning: found.value))
                word += found.count
            } else {
                isPlain = isPlain && quiet > 0
                word += max(quiet, 1)
            }
        }
        return (hits, isPlain)
    }
}
