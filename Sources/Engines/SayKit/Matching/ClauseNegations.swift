/// The negations of a sentence, and what they reject: "I don't want cash" rejects "cash".
struct ClauseNegations {
    /// Reach of a negating phrase of a language's file.
    enum Reach: Sendable {
        /// All that follows in the clause.
        case clause
        /// The next word only.
        case word
        /// Nothing: "why not".
        case nothing
    }

    /// Verdict of the clause on some of its words.
    enum Verdict: Equatable {
        case taken
        /// The words are doubtful: words with content stand between the negation and them.
        case doubtful
        case rejected
    }

    private struct Phrase {
        var words: Range<Int>
        var reach: Reach
    }

    private let text: SpokenText
    private let language: SpokenLanguage
    private var phrases: [Phrase] = []

    init(_ text: SpokenText, language: SpokenLanguage) {
        self.text = text
        self.language = language
        var word = 0
        while word < text.words.count {
            guard let found = language.selectNegations.longest(in: text.words, at: word) else {
                word += 1
                continue
            }
            phrases.append(Phrase(words: word..<word + found.count, reach: found.value))
            word += found.count
        }
    }

    /// Whether anything is negated.
    var isEmpty: Bool { phrases.allSatisfy { $0.reach == .nothing } }

    /// Whether only the word "no", or another that negates one word, stands before `words`.
    func isDirect(before words: Range<Int>) -> Bool {
        phrases.contains { $0.words.upperBound == words.lowerBound && $0.reach == .word }
    }

    /// Judges `words`; `others` are words that are judged apart, as those of other options, and
    /// `rejected` those of them that are rejected already.
    func verdict(on words: Range<Int>, beside others: Set<Int>, rejected: Set<Int>) -> Verdict {
        let before = verdict(before: words, others, rejected)
        return before == .taken && isRejectedBehind(words, others) ? .rejected : before
    }

    private func verdict(
        before words: Range<Int>, _ others: Set<Int>, _ rejected: Set<Int>
    ) -> Verdict {
        var place = words.lowerBound
        var isPlain = true
        var sawLink = false
        while place > 0, !text.words[place].isAfterPause {
            if let phrase = phrases.last(where: { $0.words.upperBound == place }) {
                let isNear = place == words.lowerBound
                switch phrase.reach {
                case .nothing: return .taken
                case .word where !isNear: break
                default: return isPlain ? .rejected : .doubtful
                }
                isPlain = false
                place = phrase.words.lowerBound
                continue
            }
            place -= 1
            let word = text.words[place].normal
            if others.contains(place) {
                return sawLink && isPlain && rejected.contains(place) ? .rejected : .taken
            }
            if language.selectClauses.contains(word) { return .taken }
            sawLink = sawLink || language.selectLinks.contains(word)
            isPlain = isPlain && language.selectFiller.contains(word)
        }
        return .taken
    }

    /// "Cash I do not want", "cash, no": a negation that ends the clause.
    private func isRejectedBehind(_ words: Range<Int>, _ others: Set<Int>) -> Bool {
        var place = words.upperBound
        var isNegated = false
        while place < text.words.count, !text.words[place].isAfterPause {
            if let phrase = phrases.first(where: { $0.words.lowerBound == place }) {
                guard phrase.reach != .nothing else { return false }
                isNegated = true
                place = phrase.words.upperBound
                continue
            }
            let word = text.words[place].normal
            guard !others.contains(place), language.selectFiller.contains(word) else {
                return false
            }
            place += 1
        }
        return isNegated
    }
}
