/// The words of numbers in one language, which says units after tens and larger parts first.
///
/// Words are lower case, without hyphens: "twenty-one" is two words.
public struct NumberLexicon: Sendable, Equatable {
    /// A word for a power of ten from a thousand up.
    public struct Scale: Sendable, Equatable {
        /// The cardinal word.
        public var word: String
        /// The ordinal word.
        package var ordinal: String
        /// Factor of the scale, as in 1,000.
        public var value: Int
    }

    /// The language, as in "en".
    public var language: String
    /// Cardinals from 0 to 19.
    public var small: [String]
    /// Ordinals from 1 to 19.
    package var smallOrdinals: [String]
    /// Cardinals 20, 30 … 90.
    package var tens: [String]
    /// Ordinals 20, 30 … 90.
    package var tensOrdinals: [String]
    /// The word for 100.
    package var hundred: String
    /// The ordinal of 100.
    package var hundredOrdinal: String
    /// Scales, smallest first.
    package var scales: [Scale]
    /// Greater scales that are read and not written, smallest first.
    package var furtherScales: [Scale] = []
    /// Words for twelve that count as scales do: "a dozen", "two dozen".
    package var dozens: [String] = []
    /// Words for the half after a number or alone: "two and a half".
    package var halves: [String] = []
    /// Words before a number that change nothing: "plus five".
    package var positives: [String] = []
    /// Further words for the digit 0; the first is said in strings of digits.
    package var zeros: [String]
    /// Words before a negative number; the first is the usual one.
    package var negatives: [String]
    /// Words between parts of a number, which have no value; the first is the usual one.
    package var joiners: [String]
    /// Words for the decimal point; the first is the usual one.
    public var points: [String]
    /// Words that stand for 1 before a hundred or a scale.
    package var articles: [String]
    /// Words that may stand before an ordinal.
    package var definiteArticles: [String]
    /// Words that repeat the next digit, with the number of times.
    public var repeats: [String: Int]
    /// Endings of ordinals in figures, as in "21st".
    package var ordinalEndings: [String]

    /// English of Britain and America.
    public static let english = NumberLexicon(
        language: "en",
        small: [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
            "eighteen", "nineteen",
        ],
        smallOrdinals: [
            "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
            "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth",
            "seventeenth", "eighteenth", "nineteenth",
        ],
        tens: ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"],
        tensOrdinals: [
            "twentieth", "thirtieth", "fortieth", "fiftieth", "sixtieth", "seventieth",
            "eightieth", "ninetieth",
        ],
        hundred: "hundred", hundredOrdinal: "hundredth",
        scales: [
            Scale(word: "thousand", ordinal: "thousandth", value: 1_000),
            Scale(word: "million", ordinal: "millionth", value: 1_000_000),
            Scale(word: "billion", ordinal: "billionth", value: 1_000_000_000),
        ],
        furtherScales: [
            Scale(word: "trillion", ordinal: "trillionth", value: 1_000_000_000_000)
        ],
        dozens: ["dozen"], halves: ["half"], positives: ["plus"],
        zeros: ["oh", "o", "nought", "naught", "nil"], negatives: ["minus", "negative"],
        joiners: ["and"], points: ["point", "dot"], articles: ["a", "an"],
        definiteArticles: ["the"], repeats: ["double": 2, "triple": 3, "treble": 3],
        ordinalEndings: ["st", "nd", "rd", "th"])
}
