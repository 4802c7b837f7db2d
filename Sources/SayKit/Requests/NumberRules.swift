/// Rules of a grammar that takes spoken numbers: cardinals below a thousand millions, ordinals,
/// decimals, negatives and rows of digits. The public rule of numbers is `<number>`.
struct NumberRules {
    /// The rules in JSGF, a line each.
    let text: String

    /// Words and spellings of numbers that the recognizer's dictionary lacks: with one of them each
    /// grammar of numbers would need a guess. They are read where they are typed.
    private static let unpronounced: Set<String> = ["fourty", "nought", "zeroth"]

    /// What people say most often weighs most: without weights short words fall apart into rows of
    /// digits.
    private static let weighted =
        "/1000/ ( <zero> | <unit> ) | /0.1/ ( <teen> | <ten> [ <unit> ] )"
        + " | /0.01/ ( <hundreds> | <thousands> | <millions> ) | /0.001/ <row>"
        + " | /0.001/ <decimal> | /0.001/ ( <minus> ( <cardinal> | <decimal> ) )"
        + " | /0.001/ <ordinal>"

    private static func letters(of word: String) -> String? {
        unpronounced.contains(word) ? nil : SpokenWords.letters(of: word)
    }

    /// The rules of a language that says tens before units, each number word apart; nil for every
    /// other language.
    init?(_ lexicon: NumberLexicon) {
        guard !lexicon.hasUnitsFirst, !lexicon.joinsWords else { return nil }
        func words(_ values: [String: Int], _ range: ClosedRange<Int>) -> String {
            let fitting = values.filter { range.contains($0.value) }
                .sorted { ($0.value, $0.key) < ($1.value, $1.key) }
                .compactMap { Self.letters(of: $0.key) }
            return fitting.isEmpty ? "<VOID>" : fitting.joined(separator: " | ")
        }
        func oneOf(_ words: [String]) -> String {
            let spoken = words.sorted().compactMap { Self.letters(of: $0) }
            return spoken.isEmpty ? "<VOID>" : spoken.joined(separator: " | ")
        }
        let and = oneOf(lexicon.connectors)
        let one = oneOf(lexicon.articles)
        let ordinals = lexicon.ordinals
        let rules = [
            ("unit", words(lexicon.digits, 1...9)), ("zero", words(lexicon.digits, 0...0)),
            ("teen", words(lexicon.teens, 10...19)), ("ten", words(lexicon.tens, 20...90)),
            ("hundred", oneOf(lexicon.hundreds)), ("thousand", words(lexicon.scales, 3...3)),
            ("million", words(lexicon.scales, 6...6)), ("and", and), ("article", one),
            ("digit", "<zero> | <unit> | \(words(lexicon.rowDigits, 0...9))"),
            ("below100", "<unit> | <teen> | <ten> [ <unit> ]"),
            ("hundreds", "( <article> | <unit> ) <hundred> [ [ <and> ] <below100> ]"),
            ("below1000", "<below100> | <hundreds>"),
            (
                "thousands",
                "( <article> | <below1000> ) <thousand> [ [ <and> ] <below100> | <hundreds> ]"
            ),
            (
                "millions",
                "( <article> | <below1000> ) <million>"
                    + " [ [ <and> ] <below100> | <hundreds> | <thousands> ]"
            ),
            ("cardinal", "<zero> | <below1000> | <thousands> | <millions>"),
            ("row", "<digit> <digit>+"),
            ("decimal", "[ <cardinal> ] ( \(oneOf(lexicon.points)) ) <digit>+"),
            (
                "ordinal",
                "\(words(ordinals, 0...20)) | \(words(ordinals, 30...100))"
                    + " | <ten> ( \(words(ordinals, 1...9)) )"
                    + " | [ <unit> | <article> ] <hundred> [ <and> ] ( \(words(ordinals, 1...20)) )"
            ),
            ("minus", oneOf(lexicon.minuses)),
            ("number", Self.weighted),
        ]
        text = rules.map { "<\($0.0)> = \($0.1) ;\n" }.joined()
    }
}
