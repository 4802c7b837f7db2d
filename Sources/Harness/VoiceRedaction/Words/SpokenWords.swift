internal import VoiceSession

/// The words that were said and are to be hidden, and those too like them to be shown.
///
/// A word is like one that was said when both have their stem in common, or more than half of the
/// letters they begin with, when one holds the other, when it is made of nothing but words that
/// were said, or when it says the same number. Too much is hidden rather than too little.
struct SpokenWords {
    /// Longer words are looked for by their beginnings.
    private static let longest = 48
    /// Number of letters in common that tell something; of a script without blanks, fewer.
    private static let fewest = 4
    private static let fewestUnspaced = 2

    /// Words that stay wherever they stand.
    let needed: Set<Letters>
    private let numberWords: NumberWords
    private(set) var words: Set<Letters> = []
    /// Said, and not hidden, since the app needs them; as they were said.
    private(set) var kept: [String] = []
    private var stems: Set<Letters> = []
    private var beginnings: [Letters: [Letters]] = [:]
    private var insides: Set<Letters> = []
    /// The first two letters of all words and stems, as one number.
    private var openings: Set<UInt64> = []
    private var numbers: Set<Letters> = []
    private var values: Set<Int> = []
    /// Pieces of the numbers that were said, of as many digits as tell something.
    private var digitPieces: Set<Letters> = []

    /// The words of `texts`, but for those in `needed`.
    init(_ texts: [String], needed: Set<Letters>, numbers numberWords: NumberWords) {
        self.needed = needed
        self.numberWords = numberWords
        var seen: Set<Letters> = []
        for text in Set(texts).sorted() {
            let said = TextPart.words(of: text)
            for word in said where seen.insert(word.letters).inserted {
                if needed.contains(word.letters) {
                    kept.append(word.text.lowercased())
                } else {
                    add(word)
                }
            }
            numbers.formUnion(
                numberWords.numbers(in: said.map(\.letters)) { !needed.contains($0) })
            for run in NumberRun.all(in: text, numberWords) {
                for row in numberWords.readings(of: run.words[...]) { add(row) }
            }
        }
        kept.sort()
    }

    /// Numbers are hidden in every grouping, whatever of their words the app needs.
    private mutating func add(_ row: DigitRow) {
        for window in row.windows { digitPieces.insert(Letters(row.digits[window])) }
        if row.digits.count > 1, !needed.contains(row.digits) { numbers.insert(row.digits) }
    }

    /// The words of `run`, by their places in it, that say a part of a number that was said.
    func said(of run: NumberRun) -> Set<Int> {
        guard !digitPieces.isEmpty else { return [] }
        var said: Set<Int> = []
        for row in numberWords.readings(of: run.words[...]) {
            for window in row.windows where digitPieces.contains(Letters(row.digits[window])) {
                for origin in row.origins[window] { said.formUnion(origin) }
            }
        }
        return said
    }

    private mutating func add(_ word: WordPiece) {
        words.insert(word.letters)
        insertOpening(of: word.letters)
        insert(word.letters)
        let pieces = WordPiece.all(in: Array(word.text))
        if pieces.count > 1 { for piece in pieces { insert(piece.letters) } }
        // The part before an apostrophe is a word, too: quixote's.
        let base = LetterFolding.letters(word.text.prefix { $0 != "'" && $0 != "’" })
        if base.count >= WordStem.fewestLetters, base.count < word.letters.count { insert(base) }
    }

    private mutating func insert(_ word: Letters) {
        guard !needed.contains(word), !word.isEmpty else { return }
        words.insert(word)
        // A stem begins as its word does.
        insertOpening(of: word)
        if NumberWords.isDigits(word) {
            numbers.insert(word)
            values.formUnion(NumberWords.values(in: word))
            return
        }
        if let value = numberWords.value(of: word) { values.insert(value) }
        stems.insert(WordStem.of(word))
        let least = Self.least(word)
        guard word.count >= least else { return }
        beginnings[Array(word.prefix(least)), default: []].append(word)
        let bounded = word.prefix(Self.longest)
        for start in bounded.indices where bounded.count - start >= least {
            for end in (start + least)...bounded.count {
                insides.insert(Array(bounded[start..<end]))
            }
        }
    }

    private mutating func insertOpening(of word: Letters) {
        if word.count > 1 { openings.insert(Self.opening(word[0], word[1])) }
    }

    private static func opening(_ first: UInt32, _ second: UInt32) -> UInt64 {
        UInt64(first) << 32 | UInt64(second)
    }

    private static func least(_ word: Letters) -> Int {
        let isUnspaced = word.contains { (0xE00..<0x1000).contains($0) || $0 >= 0x2E80 }
        return isUnspaced ? fewestUnspaced : fewest
    }

    /// Whether a word may not be shown.
    func hides(_ word: Letters) -> Bool {
        guard !words.isEmpty, !word.isEmpty, !needed.contains(word) else { return false }
        if words.contains(word) { return true }
        if NumberWords.isDigits(word) { return hidesNumber(word) }
        if let value = numberWords.value(of: word),
            values.contains(value) || numbers.contains(LetterFolding.letters(String(value)))
        {
            return true
        }
        let stem = WordStem.of(word)
        if stem.count >= WordStem.fewestLetters, stems.contains(stem) { return true }
        return beginsAlike(word) || holds(word) || isMade(word)
    }

    private func hidesNumber(_ digits: Letters) -> Bool {
        guard !numbers.isEmpty else { return false }
        if isMade(digits, of: numbers) { return true }
        let plain = Letters(digits.drop { $0 == 0x30 })
        if plain.count < digits.count, !plain.isEmpty, numbers.contains(plain) { return true }
        let length = DigitRow.tellingCount
        guard digits.count >= length else { return false }
        return (0...digits.count - length).contains {
            digitPieces.contains(Letters(digits[$0..<$0 + length]))
        }
    }

    private func beginsAlike(_ word: Letters) -> Bool {
        let least = Self.least(word)
        guard word.count >= least else { return false }
        return (beginnings[Array(word.prefix(least))] ?? []).contains { said in
            let common = zip(word, said).prefix { $0 == $1 }.count
            return common * 10 >= min(word.count, said.count) * 6
        }
    }

    /// Whether the word holds one that was said, or one that was said holds it.
    private func holds(_ word: Letters) -> Bool {
        let least = Self.least(word)
        guard word.count >= least else { return false }
        if insides.contains(word) { return true }
        // A part of a word is worth a search only where it begins as a word that was said.
        for start in word.indices
        where word.count - start >= least
            && openings.contains(Self.opening(word[start], word[start + 1]))
        {
            for end in (start + least)...min(word.count, start + Self.longest) {
                let part = Array(word[start..<end])
                if words.contains(part) || part.count > least && stems.contains(part) {
                    return true
                }
            }
        }
        return false
    }

    private func isMade(_ word: Letters) -> Bool { isMade(word, of: words) }

    /// Whether a word is several of `parts` and nothing else.
    private func isMade(_ word: Letters, of parts: Set<Letters>) -> Bool {
        var reached = [true] + [Bool](repeating: false, count: word.count)
        for end in 1...word.count {
            for start in max(0, end - Self.longest)..<end where reached[start] {
                if parts.contains(Array(word[start..<end])) {
                    reached[end] = true
                    break
                }
            }
        }
        return reached[word.count]
    }
}

/// Common part of the inflected and derived forms of an English word, about.
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
