/// Rules of a grammar that takes numbers as ``NumberReader`` reads them, and amounts of money. The
/// public rule of numbers is `<number>`.
///
/// Cardinals and ordinals of every scale, tens of hundreds, decimals, parts of one, dozens,
/// negatives, rows of digits with "double", years, and money. Where words of numbers are written
/// together they are listened for apart: "ein und zwanzig".
struct NumberRules {
    private typealias Write = RuleWriter

    /// The rules in JSGF, a line each.
    var text: String { rules.text }

    private var rules = RuleWriter()
    private let words: NumberRuleWords
    private let and: String?
    private let article: String?
    private let scale: String?
    private let hundred: String?
    private let dozen: String?
    private let fraction: String?
    private let unit: String?
    private let ten: String?
    private let currency: String?
    private let cent: String?

    /// The rules for the words of a language; nil where it has no numbers.
    init?(_ language: LanguageWords) {
        words = NumberRuleWords(language)
        let numbers = language.numbers
        and = rules.define("and", words.oneOf(numbers.connectors))
        article = rules.define("article", words.oneOf(numbers.articles))
        scale = rules.define("scale", words.of(numbers.scales))
        hundred = rules.define("hundred", words.oneOf(numbers.hundreds))
        dozen = rules.define("dozen", words.oneOf(numbers.dozens))
        fraction = rules.define("fraction", words.of(numbers.fractions))
        unit = rules.define("unit", words.of(numbers.digits, 1...9))
        ten = rules.define("ten", words.of(numbers.tens))
        currency = rules.define("currency", words.oneOf(language.money.currencies.keys.sorted()))
        cent = rules.define("cent", words.oneOf(language.money.hundredths))
        guard write(numbers) != nil else { return nil }
    }

    /// Writes the rules from small to large; nil without any number.
    ///
    /// What people say most often weighs most: without weights short words fall apart into rows of
    /// digits.
    private mutating func write(_ numbers: NumberLexicon) -> String? {
        let zero = rules.define("zero", words.of(numbers.digits, 0...0))
        let teen = rules.define("teen", words.of(numbers.teens))
        let tens = rules.define(
            "tens",
            numbers.hasUnitsFirst
                ? Write.choice(ten, Write.sequence(Write.choice(article, unit), and, ten))
                : Write.sequence(ten, Write.optional(unit)))
        let below100 = rules.define("belowHundred", Write.choice(unit, teen, tens))
        let many = Write.choice(article, below100)
        let more = Write.optional(Write.sequence(Write.optional(and), below100))
        let hundreds = rules.define(
            "hundreds", Write.sequence(Write.optional(many), hundred, more))
        let group = rules.define("group", Write.choice(below100, hundreds))
        // A rule that names itself at its end: scales follow one another.
        let rest = Write.choice(Write.sequence(Write.optional(and), group), "<large>")
        let large = rules.define(
            "large",
            Write.sequence(
                Write.optional(Write.choice(article, group)), scale, Write.optional(rest)))
        let cardinal = rules.define("cardinal", Write.choice(zero, group, large))
        let digit = rules.define(
            "digit", Write.choice(zero, unit, words.of(numbers.rowDigits)))
        let (row, digits) = rows(digit, numbers)
        let low = Write.choice(teen, tens)
        let decimals = rules.define(
            "decimals",
            Write.sequence(
                words.oneOf(numbers.points), Write.choice(digits, low), Write.optional(scale)))
        let added = rules.define("added", added(many, numbers))
        let tail = rules.define("tail", tail(decimals, added, below100, low))
        let bare = rules.define("bare", bare(decimals, numbers))
        let negative = Write.sequence(
            words.oneOf(numbers.minuses),
            Write.choice(
                Write.sequence(cardinal, Write.optional(Write.choice(decimals, added))),
                decimals))
        return rules.define(
            "number",
            Write.weighted([
                ("1000", Write.choice(zero, unit)), ("0.1", Write.choice(teen, tens)),
                ("0.01", hundreds), ("0.01", large), ("0.001", row),
                ("0.001", words.years(numbers, low, tens, unit)),
                ("0.001", rules.define("ordinal", ordinals(numbers, many, group))),
                ("0.001", Write.sequence(Write.choice(cardinal, article), tail)),
                ("0.001", bare), ("0.001", negative),
            ]))
    }

    /// Rows of two digits and more, and the rule of any row.
    private mutating func rows(
        _ digit: String?, _ numbers: NumberLexicon
    ) -> (row: String?, digits: String?) {
        let times = words.of(numbers.repeats)
        let digits = rules.define(
            "digits", Write.repeated(Write.sequence(Write.optional(times), digit)))
        return (
            Write.choice(
                Write.sequence(digit, digits),
                Write.sequence(times, digit, Write.optional(digits))), digits
        )
    }

    /// "And a half", "einhalb".
    private func added(_ many: String?, _ numbers: NumberLexicon) -> String? {
        Write.choice(
            Write.sequence(
                Write.choice(
                    Write.sequence(and, many, fraction), words.of(numbers.addedFractions)),
                Write.optional(scale)))
    }

    /// What makes another number of a cardinal or an article.
    private func tail(
        _ decimals: String?, _ added: String?, _ below100: String?, _ low: String?
    ) -> String? {
        let money = Write.optional(currency)
        let coins = Write.choice(
            Write.sequence(Write.optional(and), below100, cent), low)
        return Write.choice(
            Write.sequence(decimals, money), Write.sequence(added, money),
            Write.sequence(fraction, Write.optional(ofScale)), dozen,
            Write.sequence(currency, Write.optional(coins)), cent)
    }

    /// "Of a million".
    private var ofScale: String? {
        Write.sequence(
            Write.optional(words.fractionLink), Write.optional(article),
            Write.choice(scale, dozen))
    }

    /// Numbers without a whole part: "point five", "half a million", "anderthalb".
    private func bare(_ decimals: String?, _ numbers: NumberLexicon) -> String? {
        Write.choice(
            decimals,
            Write.sequence(words.of(numbers.wholeFractions), Write.optional(scale)),
            Write.sequence(fraction, ofScale, Write.optional(currency)))
    }

    private func ordinals(
        _ numbers: NumberLexicon, _ many: String?, _ group: String?
    ) -> String? {
        let before = Write.repeated(
            Write.sequence(Write.optional(Write.choice(article, group)), scale))
        let hundreds = Write.sequence(Write.optional(many), hundred, Write.optional(and))
        let large = words.of(numbers.ordinals, 101...1_000_000_000_000_000_000)
        return Write.sequence(
            Write.optional(Write.sequence(before, Write.optional(and))),
            Write.choice(
                Write.sequence(
                    Write.optional(hundreds), words.lastOrdinal(numbers, article, unit, and, ten)),
                Write.sequence(Write.optional(many), words.of(numbers.ordinals, 100...100)),
                Write.sequence(Write.optional(Write.choice(article, group)), large)))
    }
}

/// The words of a language in the rules of numbers, as the recognizer takes them.
private struct NumberRuleWords {
    /// Words and spellings that the recognizer's dictionary lacks: with one of them each grammar of
    /// numbers would need a guess. They are read where they are typed.
    private let unheard: Set<String>
    private let fractionLinks: [String]

    init(_ words: LanguageWords) {
        unheard = Set(words.numbers.unheard.map { SpokenText($0).normal })
        fractionLinks = words.numbers.fractionLinks
    }

    var fractionLink: String? { oneOf(fractionLinks) }

    func oneOf(_ words: [String]) -> String? {
        var spoken: [String] = []
        for word in words {
            guard !unheard.contains(SpokenText(word).normal),
                let letters = SpokenWords.letters(of: word), !spoken.contains(letters)
            else { continue }
            spoken.append(letters)
        }
        return RuleWriter.choice(spoken)
    }

    func of(_ values: [String: Int], _ range: ClosedRange<Int> = 0...Int.max) -> String? {
        oneOf(
            values.filter { range.contains($0.value) }
                .sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key))
    }

    /// Ordinals below 100.
    func lastOrdinal(
        _ numbers: NumberLexicon, _ article: String?, _ unit: String?, _ and: String?,
        _ ten: String?
    ) -> String? {
        typealias Write = RuleWriter
        let tens = of(numbers.ordinals, 20...90)
        let combined =
            numbers.hasUnitsFirst
            ? Write.sequence(Write.choice(article, unit), and, tens)
            : Write.sequence(ten, of(numbers.ordinals, 1...9))
        return Write.choice(of(numbers.ordinals, 0...19), tens, combined)
    }

    /// Years in two parts, and other numbers of four digits with "oh".
    func years(
        _ numbers: NumberLexicon, _ low: String?, _ tens: String?, _ unit: String?
    ) -> String? {
        guard numbers.yearStart <= numbers.yearEnd else { return nil }
        typealias Write = RuleWriter
        let oh = Write.sequence(of(numbers.rowDigits), unit)
        let first = Write.choice(
            of(numbers.teens, numbers.yearStart...max(numbers.yearStart, 19)),
            of(numbers.tens, 20...max(20, numbers.yearEnd)))
        return Write.choice(
            Write.sequence(first, Write.choice(low, oh)), Write.sequence(tens, oh))
    }
}
