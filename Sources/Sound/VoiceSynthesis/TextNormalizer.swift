/// Turns written text into the text that is spoken.
///
/// The written text stays what reports show; only the engine sees the result.
package enum TextNormalizer {
    /// Replaces every word or phrase that `lexicon` names.
    ///
    /// A match is whole (never inside a longer word), without regard to case, the longest first;
    /// what was replaced is not looked at again. In SSML nothing between `<` and `>` changes, but
    /// for pauses that the engine does not take as they are written.
    package static func applying(
        _ lexicon: [SpokenForm], to text: String, isSSML: Bool = false
    ) -> String {
        let keys = keys(of: lexicon)
        guard !keys.isEmpty || isSSML else { return text }
        return replacing(by: keys, in: text, isSSML: isSSML, opensPhonemes: true).text
    }

    /// Returns what ``applying(_:to:isSSML:)`` gives, or with pronunciations what is put over it;
    /// and which characters of `text` every Unicode scalar of that stands for.
    static func origins(
        applying pronounced: [SpokenForm] = [], over lexicon: [SpokenForm], to text: String,
        isSSML: Bool
    ) -> (text: String, origins: [Range<Int>]) {
        let pieces = replacing(
            by: keys(of: pronounced, over: lexicon), in: text, isSSML: isSSML,
            opensPhonemes: pronounced.isEmpty)
        return (
            pieces.text,
            pieces.places.flatMap { Array(repeating: $0.written, count: $0.scalars) }
        )
    }

    /// Returns the length of the pause that SSML begins with, in milliseconds: the engine leaves it
    /// out, so that it is no part of the engine's text.
    static func leadingPause(of text: String, isSSML: Bool) -> Int64 {
        isSSML ? replacing(by: [], in: text, isSSML: true, opensPhonemes: true).leadingPause : 0
    }

    /// Text that replaces another, with the place that each piece of it comes from.
    struct Pieces {
        var text = ""
        /// The pause before the first word, in milliseconds.
        var leadingPause: Int64 = 0
        /// Whether something is spoken by now.
        var isSpeaking = false
        /// The characters that a piece was written as, and its length in Unicode scalars.
        private(set) var places: [(written: Range<Int>, scalars: Int)] = []

        mutating func add(_ piece: String, for written: Range<Int>) {
            text += piece
            places.append((written, piece.unicodeScalars.count))
        }
    }

    /// Puts pronunciations, `[[…]]` as the engine takes them, before aliases; such brackets of the
    /// text itself are kept from being read as one.
    ///
    /// Nil where no word of `pronounced` is met.
    static func applying(
        _ pronounced: [SpokenForm], over lexicon: [SpokenForm], to text: String, isSSML: Bool
    ) -> String? {
        let keys = keys(of: pronounced, over: lexicon)
        let met = replacing(by: keys, in: text, isSSML: isSSML, opensPhonemes: true).text
        guard met != applying(lexicon, to: text, isSSML: isSSML) else { return nil }
        return replacing(by: keys, in: text, isSSML: isSSML, opensPhonemes: false).text
    }

    private static func keys(of pronounced: [SpokenForm], over lexicon: [SpokenForm]) -> [Key] {
        // A word's pronunciation hides its alias; else the longest match still counts first.
        let words = Set(pronounced.map { $0.word.lowercased() })
        return keys(of: pronounced + lexicon.filter { !words.contains($0.word.lowercased()) })
    }

    private static func keys(of forms: [SpokenForm]) -> [Key] {
        forms.map { Key($0) }.filter { !$0.letters.isEmpty }
            .sorted { $0.letters.count > $1.letters.count }
    }

    private static func replacing(
        by keys: [Key], in text: String, isSSML: Bool, opensPhonemes: Bool
    ) -> Pieces {
        let letters = Array(text)
        let folded = letters.map { $0.lowercased() }
        var result = Pieces()
        var index = 0
        let markup = isSSML ? MarkupText(letters) : nil
        while index < letters.count {
            if let markup, letters[index] == "<", let end = markup.tagEnd(from: index) {
                index = addTag(index..<end, of: markup, to: &result)
            } else if let key = keys.first(where: { $0.matches(folded, letters, at: index) }) {
                result.add(key.replacement, for: index..<index + key.letters.count)
                result.isSpeaking = true
                index += key.letters.count
            } else {
                // Between two brackets that were not meant to open a pronunciation goes a blank.
                let place = index..<index + 1
                if !opensPhonemes, letters[index] == "[", result.text.last == "[" {
                    result.add(" ", for: place)
                }
                result.add(String(letters[index]), for: place)
                if !letters[index].isWhitespace { result.isSpeaking = true }
                index += 1
            }
        }
        return result
    }

    /// One word of the lexicon, ready to be compared.
    private struct Key {
        let letters: [String]
        let isWordAtStart: Bool
        let isWordAtEnd: Bool
        let replacement: String

        init(_ form: SpokenForm) {
            let word = Array(form.word)
            letters = word.map { $0.lowercased() }
            isWordAtStart = word.first.map(TextNormalizer.isWord) ?? false
            isWordAtEnd = word.last.map(TextNormalizer.isWord) ?? false
            replacement = form.replacement
        }

        func matches(_ folded: [String], _ written: [Character], at start: Int) -> Bool {
            let end = start + letters.count
            guard end <= folded.count, folded[start] == letters[0],
                folded[start..<end].elementsEqual(letters)
            else { return false }
            let runsIn = isWordAtStart && TextNormalizer.runsIn(written[..<start])
            let runsOn = isWordAtEnd && TextNormalizer.runsOn(written[end...])
            return !runsIn && !runsOn
        }
    }

    /// Whether a word that ends `text` goes on behind it: an apostrophe belongs to a word that has
    /// letters before it, and is a quotation mark elsewhere.
    private static func runsIn(_ text: ArraySlice<Character>) -> Bool {
        guard let last = text.last else { return false }
        guard isApostrophe(last) else { return isInsideWord(last) }
        return text.dropLast().last.map(isInsideWord) ?? false
    }

    /// Whether a word before `text` goes on in it. The ending of a possessive is no part of the
    /// word, as in "Qatar's"; any other is, as in "don't".
    private static func runsOn(_ text: ArraySlice<Character>) -> Bool {
        guard let first = text.first else { return false }
        guard isApostrophe(first) else { return isInsideWord(first) }
        let ending = text.dropFirst().prefix(2)
        guard let letter = ending.first, isInsideWord(letter) else { return false }
        let isPossessive = letter.lowercased() == "s" && !ending.dropFirst().contains(where: isWord)
        return !isPossessive
    }

    private static func isWord(_ character: Character) -> Bool {
        isInsideWord(character) || isApostrophe(character)
    }

    private static func isInsideWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber
    }

    private static func isApostrophe(_ character: Character) -> Bool {
        character == "'" || character == "’"
    }
}
