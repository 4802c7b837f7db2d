internal import VoiceSession
internal import VoiceTime

/// Plan for hiding the words of a session: which stay, and which numbers become others.
///
/// At first no word stays but those of the app's files, and every other becomes one without a
/// meaning. Where the engine then does something else, what was said last before that is to blame:
/// words of it that engine or app expect stay; its numbers become other numbers, some of which the
/// engine may treat alike; at last they stay. Other words never do.
struct WordPlan {
    /// Words that stay, though they were said.
    private(set) var kept: Set<Letters> = []
    /// Numbers that become others, by their words.
    private(set) var swaps: [Letters: String] = [:]

    /// Number of other numbers that are tried for what was said in one text; half of them are as
    /// long.
    private static let draws = 12
    /// Next step for a text: 0 leaves expected words, the last leaves its numbers.
    private var steps: [String: Int] = [:]
    private let expected: Set<Letters>
    private let numbers: NumberWords
    private let said: Set<Letters>
    private var chance: ChanceStream

    /// A plan that may leave words that are `expected`, of what was `said`.
    ///
    /// `secret` comes of what is not in the copy: who has the copy cannot draw the numbers again.
    init(
        expected: Set<Letters>, numbers: NumberWords, said: Set<Letters> = [], secret: UInt64
    ) {
        self.expected = expected
        self.said = said
        self.numbers = numbers
        chance = SeededChance(seed: secret).stream("redact.numbers")
    }

    /// Hides less of the first of `texts` that allows it; false where none does.
    mutating func hideLess(of texts: some Sequence<String>) -> Bool {
        for text in texts {
            let words = Set(SaidWords.words(text)).subtracting(kept)
                .sorted { $0.lexicographicallyPrecedes($1) }
            for step in steps[text, default: 0]..<Self.draws + 2 {
                steps[text] = step + 1
                if apply(step, for: words) { return true }
            }
        }
        return false
    }

    /// Hides a word that was kept; a number becomes another one where it `isDrawn`.
    mutating func hide(_ word: Letters, isDrawn: Bool) {
        kept.remove(word)
        if isDrawn { _ = draw([word], keepsLength: false) }
    }

    private mutating func apply(_ step: Int, for words: [Letters]) -> Bool {
        let numerals = words.filter(numbers.isNumber)
        switch step {
        case 0: return keep(words.filter(expected.contains))
        case 1...Self.draws: return draw(numerals, keepsLength: step * 2 <= Self.draws)
        default: return keep(numerals)
        }
    }

    private mutating func keep(_ words: [Letters]) -> Bool {
        kept.formUnion(words)
        for word in words { swaps[word] = nil }
        return !words.isEmpty
    }

    private mutating func draw(_ words: [Letters], keepsLength: Bool) -> Bool {
        let before = swaps
        for word in words {
            swaps[word] = numbers.other(
                than: word, keepsLength: keepsLength, said: said, chance: &chance)
        }
        return swaps != before
    }
}
