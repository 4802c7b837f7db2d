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
    /// Rule for a number or other words, which a recognizer listens for beside numbers: speech that
    /// sounds like a number is then not taken for one.
    private(set) var answer = ""

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
        let others = language.confirmation.others.filter { !words.isNumber($0) }
        // A rule that names itself at its end: one word is likelier than many.
        let other = rules.define(
            "other",
            Write.sequence(
                words.oneOf(others), Write.weighted([("1000", "<NULL>"), ("10", "<other>")])))
        guard let answer = write(numbers, other) else { return nil }
        self.answer = answer
    }

    /// Writes the rules from small to large, and returns the answer; nil without any number.
    private mutating func write(_ numbers: NumberLexicon, _ other: String?) -> String? {
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
        let digit = Write.choice(zero, unit, words.of(numbers.rowDigits))
        let (row, digits) = rows(rules.define("digit", digit), numbers)
        let low = Write.choice(teen, tens)
        let decimals = rules.define("decimals", decimals(digits, low, numbers))
        let added = rules.define("added", added(many, numbers))
        let money = Write.optional(currency)
        let tail = rules.define("tail", tail(added, below100, low))
        let negative = Write.sequence(
            words.oneOf(numbers.minuses),
            Write.choice(
                Write.sequence(cardinal, Write.optional(Write.choice(decimals, added))),
                decimals))
        let short = [
            ("1000", Write.choice(zero, unit)), ("0.1", Write.choice(teen, tens)),
            ("0.01", hundreds), ("0.01", large),
        ]
        let long = [
            ("1000", row), ("1000", words.years(numbers, low, tens, unit)),
            ("1000", rules.define("ordinal", ordinals(numbers, many, group))),
            ("1000", Write.sequence(Write.optional(cardinal), decimals)), ("1000", negative),
            ("1000", Write.sequence(cardinal, tail)),
            ("1000", rules.define("bare", bare(money, numbers))),
            ("10", Write.sequence(cardinal, decimals, currency)),
            ("10", Write.sequence(article, tail)),
            ("10", rules.define("largeOrdinal", largeOrdinals(numbers, many, group))),
        ]
        guard rules.define("number", Self.weighted(short, long)) != nil else { return nil }
        return rules.define("answerWords", Self.weighted(short, long + [("1000", other)]))
    }

    /// Gives the largest weight to what people say most often: without weights short words fall
    /// apart into rows of digits.
    private static func weighted(
        _ short: [(String, String?)], _ long: [(String, String?)]
    ) -> String? {
        Write.weighted(short + [("0.001", Write.weighted(long))])
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

    /// One digit behind the point is likelier than a row: a row would take any other word in.
    private func decimals(
        _ digits: String?, _ low: String?, _ numbers: NumberLexicon
    ) -> String? {
        let digit = digits.map { _ in "<digit>" }
        return Write.sequence(
            words.oneOf(numbers.points),
            Write.weighted([
                ("1000", digit), ("100", Write.sequence(digit, digits)), ("100", low),
            ]), Write.optional(scale))
    }

    /// "And a half", "einhalb".
    private func added(_ many: String?, _ numbers: NumberLexicon) -> String? {
        Write.choice(
            Write.sequence(
                Write.choice(
                    Write.sequence(and, many, fraction), words.of(numbers.addedFractions)),
                Write.optional(scale)))
    }

    /// Returns the rule for endings that make another number of a cardinal or an article, decimals
    /// apart.
    private func tail(_ added: String?, _ below100: String?, _ low: String?) -> String? {
        let money = Write.optional(currency)
        let coins = Write.choice(
            Write.sequence(Write.optional(and), below100, cent), low)
        return Write.choice(
            Write.sequence(added, money),
            Write.sequence(fraction, Write.optional(ofScale)), dozen,
            Write.sequence(currency, Write.optional(coins)), cent)
    }

    /// "Of a million".
    private var ofScale: String? {
        Write.sequence(
            Write.optional(words.fractionLink), Write.optional(article),
            Write.choice(scale, dozen))
    }

    /// Parts of one and of a scale: "half a million", "anderthalb".
    private func bare(_ money: String, _ numbers: NumberLexicon) -> String? {
        Write.choice(
            Write.sequence(words.of(numbers.wholeFractions), Write.optional(scale)),
            Write.sequence(fraction, ofScale, money))
    }

    /// Returns the rule for the words before the last one of a large ordinal: "two million three
    /// hundred thousand and".
    private func ordinalStart(_ group: String?) -> String {
        let before = Write.repeated(
            Write.sequence(Write.optional(Write.choice(article, group)), scale))
        return Write.optional(Write.sequence(before, Write.optional(and)))
    }

    private func ordinals(
        _ numbers: NumberLexicon, _ many: String?, _ group: String?
    ) -> String? {
        let hundreds = Write.sequence(Write.optional(many), hundred, Write.optional(and))
        return Write.sequence(
            ordinalStart(group),
            Write.choice(
                Write.sequence(
                    Write.optional(hundreds), words.lastOrdinal(numbers, article, unit, and, ten)),
                Write.sequence(Write.optional(many), words.of(numbers.ordinals, 100...100))))
    }

    /// "Two millionth".
    private func largeOrdinals(
        _ numbers: NumberLexicon, _ many: String?, _ group: String?
    ) -> String? {
        Write.sequence(
            ordinalStart(group), Write.optional(Write.choice(article, group)),
            words.of(numbers.ordinals, 101...1_000_000_000_000_000_000))
    }
}

/// The words of a language in the rules of numbers, as the recognizer takes them.
private struct NumberRuleWords {
    /// Words and spellings that the recognizer's dictionary lacks: with one of them each grammar of
    /// numbers would need a guess. They are read where they are typed.
    private let unheard: Set<String>
    private let fractionLinks: [String]
    private let table: NumberPartTable

    init(_ words: LanguageWords) {
        unheard = Set(words.numbers.unheard.map { SpokenText($0).normal })
        fractionLinks = words.numbers.fractionLinks
        table = NumberPartTable(words.numbers)
    }

    /// Whether a word of `phrase` may belong to a number.
    func isNumber(_ phrase: String) -> Bool {
        SpokenText(phrase).words.contains { table.parts(of: $0) != [.other] }
    }

    var fractionLink: String? { oneOf(fractionLinks) }

    func oneOf(_ words: [String]) -> String? {
        var spoken: [String] = []
        for word in words {
            guard !unheard.contains(SpokenText(word).normal),
                let letters = RecognizerPhrases.letters(of: word), !spoken.contains(letters)
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
