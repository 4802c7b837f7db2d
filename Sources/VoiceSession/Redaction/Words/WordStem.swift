/// What inflected and derived forms of an English word have in common, about.
///
/// It is made for hiding words: two words that are related may well come out alike that are not.
enum WordStem {
    /// A shorter stem tells nothing.
    static let fewestLetters = 3

    private static let suffixes: [Letters] = [
        "ication", "ically", "iness", "ation", "ition", "ments", "nesses", "lessly", "fully",
        "ingly", "ities", "iest", "ings", "edly", "ness", "ment", "less", "able", "ible", "ance",
        "ence", "sion", "tion", "ical", "ists", "isms", "izes", "ises", "ized", "ised", "izing",
        "ising", "ians", "esque", "like", "wise", "hood", "ship", "ful", "ier", "ies", "ied",
        "ing", "est", "ers", "ors", "ish", "ism", "ist", "ity", "ive", "ize", "ise", "ian", "ean",
        "ous", "ion", "ily", "dom", "let", "ed", "er", "or", "es", "ly", "al", "ic", "en", "s",
    ].map { LetterFolding.letters($0) }.sorted { $0.count > $1.count }
    private static let softEnds = Set(LetterFolding.letters("eiy"))

    /// The stem of a word; the word itself where nothing can be taken off.
    static func of(_ word: Letters) -> Letters {
        var stem = word
        if let suffix = suffixes.first(where: { suffix in
            word.count - suffix.count >= fewestLetters && word.suffix(suffix.count) == suffix[...]
        }) {
            stem.removeLast(suffix.count)
        }
        while stem.count > fewestLetters, let last = stem.last, softEnds.contains(last) {
            stem.removeLast()
        }
        if stem.count > fewestLetters, stem.last == stem[stem.count - 2] { stem.removeLast() }
        return stem
    }
}
