/// Reads numbers in sentences of one language.
///
/// Cardinals to 999 × 10^18 with connectors and articles, ordinals, negatives, decimals (also
/// before a scale: "two point five million"), halves and quarters, dozens, rows of digits, years
/// said in two parts, and figures with separators of thousands.
///
/// `SpokenNumberReader` of VoiceLanguage has words and rules of its own: it takes a whole text
/// for one number, and pairs of digits for one row of digits. Here a number stands within a
/// sentence, and two numbers side by side stay two.
public struct NumberReader: Sendable {
    let lexicon: NumberLexicon
    private let table: NumberPartTable
    private let determiners: Set<String>
    private let pronouns: Set<String>

    /// Prepares to read with the words of `lexicon`.
    public init(_ lexicon: NumberLexicon) {
        self.lexicon = lexicon
        table = NumberPartTable(lexicon)
        determiners = Set(lexicon.determiners)
        pronouns = Set(lexicon.pronouns)
    }

    /// The parts of the sentence, to be read from any of its words.
    func scan(_ text: SpokenText) -> NumberScan {
        NumberScan(text: text, table: table, lexicon: lexicon)
    }

    /// Every number that begins at word `start`, at most one for each end, the shortest first.
    public func readings(in text: SpokenText, from start: Int) -> [NumberReading] {
        scan(text).readings(from: start)
    }

    /// The separate numbers of the sentence in order, each as long as it can be.
    ///
    /// A lone "one" as in "that one" or "the second one" is not a number.
    public func numbers(in text: SpokenText) -> [NumberReading] { numbers(in: text, scan(text)) }

    func numbers(in text: SpokenText, _ scan: NumberScan) -> [NumberReading] {
        var found: [NumberReading] = []
        var word = 0
        while word < text.words.count {
            guard let longest = scan.readings(from: word).last,
                !isPronoun(longest, in: text, after: found.last)
            else {
                word += 1
                continue
            }
            found.append(longest)
            word = longest.words.upperBound
        }
        return found
    }

    func isPronoun(
        _ reading: NumberReading, in text: SpokenText, after last: NumberReading?
    ) -> Bool {
        let start = reading.words.lowerBound
        guard reading.words.count == 1, pronouns.contains(text.words[start].normal), start > 0
        else { return false }
        return determiners.contains(text.words[start - 1].normal)
            || last.map { $0.kind == .ordinal && $0.words.upperBound == start } == true
    }
}
