internal import VoiceEngine
internal import VoiceLanguage

/// Numbers as callers say them, in figures.
enum SpokenFigures {
    private static let reader = SpokenNumberReader()

    /// Returns the figures of a text that is a number, as in "forty two" → "42"; nil where it is
    /// none.
    static func figures(of text: String) -> String? { reader.read(text)?.figures }

    /// The words that numbers are made of.
    static var words: EngineWords {
        let lexicon = NumberLexicon.english
        func numbers(_ words: [String], _ value: (Int) -> Int) -> [String: Int] {
            Dictionary(words.enumerated().map { ($1, value($0)) }) { first, _ in first }
        }
        let zeros = lexicon.zeros.reduce(into: [:]) { $0[$1] = 0 }
        return EngineWords(
            texts: lexicon.joiners + lexicon.points + lexicon.negatives + lexicon.positives
                + lexicon.articles + lexicon.definiteArticles + lexicon.dozens + lexicon.halves
                + lexicon.repeats.keys.sorted(),
            numbers: [
                numbers(lexicon.small) { $0 }.merging(zeros) { first, _ in first },
                numbers(lexicon.tens) { 20 + 10 * $0 },
                numbers(lexicon.smallOrdinals) { $0 + 1 },
                numbers(lexicon.tensOrdinals) { 20 + 10 * $0 },
            ])
    }
}
