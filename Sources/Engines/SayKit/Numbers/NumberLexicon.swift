/// The words of one language for numbers.
///
/// Words are compared in the form of ``SpokenText``. A word is in one list only.
public struct NumberLexicon: Sendable, Equatable {
    /// Words for 0 through 9.
    public var digits: [String: Int] = [:]
    /// Words that are digits within a row of digits only, as "oh" is.
    public var rowDigits: [String: Int] = [:]
    /// Words for 10 through 19.
    public var teens: [String: Int] = [:]
    /// Words for 20, 30 … 90.
    public var tens: [String: Int] = [:]
    /// Words for one hundred.
    public var hundreds: [String] = []
    /// Words for a power of ten, by its exponent: 3, 6, 9 …
    public var scales: [String: Int] = [:]
    /// Words for twelve of something.
    public var dozens: [String] = []
    /// Ordinals: 0 through 20, the tens, 100, and powers of one thousand to 10^18.
    public var ordinals: [String: Int] = [:]
    /// Endings that an ordinal word may have beside none.
    public var ordinalEndings: [String] = []
    /// Endings that make an ordinal of figures: "st" of "1st".
    public var figureEndings: [String] = []
    /// Words between the parts of a number.
    public var connectors: [String] = []
    /// Words for one that are a number only beside another word of a number.
    public var articles: [String] = []
    /// Words for the decimal point.
    public var points: [String] = []
    /// Words for a minus.
    public var minuses: [String] = []
    /// Words that repeat the next digit, with the number of times.
    public var repeats: [String: Int] = [:]
    /// Parts of one, in thousandths, which an article or a number counts.
    public var fractions: [String: Int] = [:]
    /// Parts of one, in thousandths, which add to the number before them.
    public var addedFractions: [String: Int] = [:]
    /// Numbers of their own, in thousandths.
    public var wholeFractions: [String: Int] = [:]
    /// Words that link a fraction to what it is a part of: "a quarter of a million".
    public var fractionLinks: [String] = []
    /// Words that are not read as numbers, and make the number directly before them none.
    public var unread: [String] = []
    /// Words of the other lists that the recognizer does not listen for, as its dictionary lacks
    /// them.
    public var unheard: [String] = []
    /// Words before "one" that make it a pronoun.
    public var determiners: [String] = []
    /// Words for "one" as a pronoun.
    public var pronouns: [String] = []
    /// The first halves of years said in two parts: 10 through 20 for 1000 through 2099.
    public var yearStart = 10
    /// The last first half.
    public var yearEnd = 20
    /// Whether units are said before tens, and articles count within a number.
    public var hasUnitsFirst = false
    /// Whether the words of a number are written together.
    public var joinsWords = false
    /// Character that separates groups of three figures.
    public var groupSeparator: Character = ","
    /// Character that separates decimals in figures.
    public var decimalSeparator: Character = "."

    /// A lexicon without words.
    public init() {}
}

/// Meaning of one part of a number word.
enum NumberPart: Sendable, Equatable {
    case digit(Int)
    case rowDigit(Int)
    case teen(Int)
    case ten(Int)
    case hundred
    case scale(Int)
    case dozen
    case ordinal(Int)
    case connector
    case article
    case point
    case minus
    case times(Int)
    case fraction(Int)
    case addedFraction(Int)
    case wholeFraction(Int)
    /// A part of one in figures, as `1/2`, in thousandths.
    case figureFraction(Int)
    case fractionLink
    case unread
    /// A number in figures and how many figures it has before the separator.
    case figures(ExactNumber, count: Int)
    case figureEnding
    case other
}

/// The parts that a lexicon gives to words.
struct NumberPartTable: Sendable {
    private var parts: [String: NumberPart] = [:]
    private let lexicon: NumberLexicon
    private var longest = 0

    /// Compound words longer than this are not taken apart, in characters.
    static let compoundLimit = 200

    init(_ lexicon: NumberLexicon) {
        self.lexicon = lexicon
        func fold(_ word: String) -> String { SpokenText(word).normal }
        for (word, value) in lexicon.digits { parts[fold(word)] = .digit(value) }
        for (word, value) in lexicon.rowDigits { parts[fold(word)] = .rowDigit(value) }
        for (word, value) in lexicon.teens { parts[fold(word)] = .teen(value) }
        for (word, value) in lexicon.tens { parts[fold(word)] = .ten(value) }
        for word in lexicon.hundreds { parts[fold(word)] = .hundred }
        for (word, exponent) in lexicon.scales { parts[fold(word)] = .scale(exponent) }
        for word in lexicon.dozens { parts[fold(word)] = .dozen }
        for word in lexicon.connectors { parts[fold(word)] = .connector }
        for word in lexicon.articles { parts[fold(word)] = .article }
        for word in lexicon.points { parts[fold(word)] = .point }
        for word in lexicon.minuses { parts[fold(word)] = .minus }
        for (word, count) in lexicon.repeats { parts[fold(word)] = .times(count) }
        for (word, value) in lexicon.fractions { parts[fold(word)] = .fraction(value) }
        for (word, value) in lexicon.addedFractions { parts[fold(word)] = .addedFraction(value) }
        for (word, value) in lexicon.wholeFractions { parts[fold(word)] = .wholeFraction(value) }
        for word in lexicon.fractionLinks { parts[fold(word)] = .fractionLink }
        for word in lexicon.unread { parts[fold(word)] = .unread }
        for (word, value) in lexicon.ordinals {
            for ending in [""] + lexicon.ordinalEndings {
                parts[fold(word + ending)] = .ordinal(value)
            }
        }
        parts["-"] = .minus
        parts["."] = .point
        longest = parts.keys.map(\.utf8.count).max() ?? 0
    }

    /// The parts of one word; `[.other]` where it belongs to no number.
    func parts(of word: SpokenText.Word) -> [NumberPart] {
        if word.isFigures { return [figures(word.normal)] }
        if word.isJoined, lexicon.figureEndings.contains(word.normal) { return [.figureEnding] }
        if let part = parts[word.normal] { return [part] }
        return lexicon.joinsWords ? compound(word.normal) : [.other]
    }

    /// Takes `word` apart into the fewest parts of numbers, the longer first part on a tie.
    private func compound(_ word: String) -> [NumberPart] {
        let bytes = Array(word.utf8)
        guard bytes.count <= Self.compoundLimit else { return [.other] }
        var best: [[NumberPart]?] = Array(repeating: nil, count: bytes.count + 1)
        best[bytes.count] = []
        for start in bytes.indices.reversed() {
            for length in stride(from: min(longest, bytes.count - start), to: 0, by: -1) {
                guard let rest = best[start + length],
                    best[start].map({ rest.count + 1 < $0.count }) ?? true,
                    let part = parts[String(decoding: bytes[start..<start + length], as: UTF8.self)]
                else { continue }
                best[start] = [part] + rest
            }
        }
        return best[0] ?? [.other]
    }

    /// `1/2` as 500; nil for a fraction that is no whole number of thousandths below one.
    private func fraction(_ text: String) -> NumberPart? {
        let sides = text.split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2, let part = Int(sides[0]), let whole = Int(sides[1]),
            part > 0, part < whole, whole <= 1_000, part * 1_000 % whole == 0
        else { return nil }
        return .figureFraction(part * 1_000 / whole)
    }

    /// A number in figures, with separators of thousands where they stand right.
    private func figures(_ text: String) -> NumberPart {
        if text.contains("/") { return fraction(text) ?? .other }
        let halves = text.split(
            separator: lexicon.decimalSeparator, omittingEmptySubsequences: false)
        guard halves.count <= 2, let whole = halves.first else { return .other }
        let groups = whole.split(
            separator: lexicon.groupSeparator, omittingEmptySubsequences: false)
        guard groups.count == 1 || groups[0].count <= 3 && groups[0].first != "0",
            groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return .other }
        let digits = groups.joined()
        let decimals = halves.count == 2 ? "." + halves[1] : ""
        guard let number = ExactNumber(figures: digits + decimals) else { return .other }
        return .figures(number, count: digits.utf8.count)
    }
}
