import Testing
import VoiceTestSupport

@testable import VoiceLanguage

@Suite("Numbers as callers say them")
struct SpokenNumberTests {
    private let reader = SpokenNumberReader()

    private func figures(_ text: String) -> String? { reader.read(text)?.figures }

    @Test(
        "what VoiceKit 0.1.3 reads rightly is read the same", .fact("voicekit-2.5.10-1"),
        arguments: [
            ("  42 ", "42"), ("seven", "7"), ("Nineteen", "19"), ("forty-two point five", "42.5"),
            ("zero", "0"), ("forty two", "42"), ("ninety", "90"), ("007", "7"), ("42.5", "42.5"),
            ("twelve point 2 5", "12.25"), ("sixty\t  one", "61"),
        ])
    func original(text: String, expected: String) { #expect(figures(text) == expected) }

    @Test(
        "hundreds, thousands and millions, with or without and", .fact("voicekit-2.5.10-2"),
        arguments: [
            ("hundred", "100"), ("a hundred", "100"), ("two hundred six", "206"),
            ("two hundred and six", "206"), ("nine hundred ninety-nine", "999"),
            ("twelve hundred", "1200"), ("twenty five hundred and one", "2501"),
            ("thousand", "1000"), ("a thousand and one", "1001"),
            ("two thousand twenty six", "2026"), ("one hundred thousand", "100000"),
            ("two hundred and fifty thousand and six", "250006"),
            ("a million", "1000000"), ("one million two hundred thousand three", "1200003"),
            ("three million and four hundred thousand and five hundred and six", "3400506"),
            ("1,234", "1234"), ("5 thousand 2 hundred", "5200"),
            ("two hundred thousand six", "200006"),
        ])
    func cardinals(text: String, expected: String) { #expect(figures(text) == expected) }

    @Test(
        "negatives", .fact("voicekit-2.5.10-3"),
        arguments: [
            ("minus five", "-5"), ("negative two hundred and six", "-206"), ("-5", "-5"),
            ("\u{2212}42.5", "-42.5"), ("minus point five", "-0.5"), ("minus zero", "0"),
            ("minus four two", "-42"),
        ])
    func negatives(text: String, expected: String) { #expect(figures(text) == expected) }

    @Test(
        "ordinals", .fact("voicekit-2.5.10-3"),
        arguments: [
            ("first", "1"), ("twelfth", "12"), ("twentieth", "20"), ("twenty first", "21"),
            ("the one hundred and sixth", "106"), ("hundredth", "100"), ("21st", "21"),
            ("two thousandth", "2000"), ("two thousand and third", "2003"), ("103rd", "103"),
        ])
    func ordinals(text: String, expected: String) {
        #expect(reader.read(text) == SpokenNumber(figures: expected, isOrdinal: true))
    }

    @Test(
        "decimals, also without a whole part and with a scale", .fact("voicekit-2.5.10-3"),
        arguments: [
            ("point five", "0.5"), ("oh point oh five", "0.05"), ("nought point two", "0.2"),
            ("three point one four one five nine", "3.14159"), ("three point fourteen", "3.14"),
            ("two point five zero", "2.50"), ("one hundred and six point seven", "106.7"),
            ("four two point five", "42.5"), ("three point five million", "3500000"),
            ("point five thousand", "500"), ("one point two three four five thousand", "1234.5"),
        ])
    func decimals(text: String, expected: String) { #expect(figures(text) == expected) }

    @Test(
        "digits one by one, in pairs and repeated", .fact("voicekit-2.5.10-4"),
        arguments: [
            ("four two", "42"), ("two oh six", "206"), ("oh seven", "07"), ("oh", "0"),
            ("double oh seven", "007"), ("triple five one", "5551"), ("one twenty three", "123"),
            ("nineteen eighty four", "1984"), ("twenty oh five", "2005"), ("twenty twenty", "2020"),
            ("4 2", "42"), ("555-1212", "5551212"), ("zero zero", "00"), ("forty two seven", "427"),
        ])
    func digitStrings(text: String, expected: String) { #expect(figures(text) == expected) }

    @Test(
        "halves, dozens, signs and other words of callers",
        arguments: [
            ("two and a half", "2.5"), ("a half", "0.5"), ("half", "0.5"),
            ("minus one and a half", "-1.5"), ("two and a half million", "2500000"),
            ("two hundred and a half", "200.5"), ("a dozen", "12"), ("two dozen", "24"),
            ("dozen", "12"), ("plus five", "5"), ("+5", "5"), ("+4.5", "4.5"),
            ("three dot five", "3.5"), ("nil", "0"), ("treble five", "555"),
            ("a trillion", "1000000000000"), ("two trillion and six", "2000000000006"),
            ("1.5 million", "1500000"), ("-0.25 thousand", "-250"), (".5", "0.5"),
        ])
    func callers(text: String, expected: String) { #expect(figures(text) == expected) }

    @Test("punctuation after words does not count")
    func punctuation() { #expect(figures("Forty, two.") == "42") }

    @Test(
        "what is no number is none",
        arguments: [
            "", "   ", "hello", "forty two apples", "point", "forty two point", "minus", "and five",
            "five and", "two hundred and", "a", "the", "twenty and five", "zero hundred",
            "thousand million", "one thousand twelve hundred", "minus third", "first second",
            "third of five", "double", "double ten", "4.2.1", "12,34", "1.5 apples",
            "five minus two", "plus", "plus third", "two half",
            "and a half", "dozen and", "a half five",
            "ten point minus one", "the five", "point five six hundred", "٤٢", ". 5 .",
        ])
    func unreadable(text: String) { #expect(reader.read(text) == nil) }

    @Test("more words or characters than a number has are refused")
    func limits() {
        #expect(figures(Array(repeating: "one", count: 64).joined(separator: " "))?.count == 64)
        #expect(figures(Array(repeating: "one", count: 65).joined(separator: " ")) == nil)
        #expect(figures(String(repeating: "1", count: 1_000))?.count == 1_000)
        #expect(figures(String(repeating: "1", count: 1_001)) == nil)
    }

    @Test("another language is a lexicon with the same order of words")
    func lexicon() {
        var lexicon = NumberLexicon.english
        lexicon.small[7] = "sept"
        lexicon.joiners = ["et"]
        let french = SpokenNumberReader(lexicon)
        #expect(french.read("two hundred et sept")?.figures == "207")
        #expect(french.read("two hundred and sept") == nil)
        #expect(SpokenNumberWriter(lexicon).cardinal(207) == "two hundred et sept")
    }

    @Test("a lexicon lists each of its words once, and each is read")
    func words() {
        let words = NumberLexicon.english.words
        #expect(Set(words).count == words.count)
        #expect(words.contains("oh"))
        #expect(words.contains("hundredth"))
    }
}

extension NumberLexicon {
    /// Every word, in a fixed order.
    var words: [String] {
        let scales = scales + furtherScales
        return small + tens + [hundred] + scales.map(\.word) + smallOrdinals + tensOrdinals
            + [hundredOrdinal] + scales.map(\.ordinal) + zeros + negatives + joiners + points
            + articles + definiteArticles + repeats.keys.sorted() + dozens + halves + positives
    }
}
