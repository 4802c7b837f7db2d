import SayKit
import Testing
import VoiceTestSupport

@Suite struct NumericalTests {
    @Test(
        "reads cardinals and ordinals of the document", .fact("saykit-4.4-4"),
        arguments: [
            ("two", "2"), ("three point one", "3.1"), ("first", "1"), ("fourth", "4"),
            ("one", "1"), ("third", "3"),
        ])
    func readsDocument(text: String, figures: String) { #expect(number(text) == figures) }

    @Test("reads a zip code said digit by digit", .fact("saykit-4.4-5"))
    func readsZipCode() {
        #expect(number("nine zero two one zero") == "90210")
        #expect(number("nine oh two one oh") == "90210")
        let reading = NumericalMatcher(language: .english).read(SpokenText("oh one two three four"))
        #expect(reading.number?.digits == "01234")
        #expect(reading.number?.value == ExactNumber(1_234))
    }

    @Test(
        "reads cardinals to trillions with and without 'and' and 'a'", .fact("saykit-4.4.1-10"),
        arguments: [
            ("a hundred", "100"), ("a hundred and five", "105"), ("nineteen hundred", "1900"),
            ("two thousand and five", "2005"), ("one million two hundred thousand", "1200000"),
            ("nine hundred ninety nine trillion", "999000000000000"),
            ("twenty-one", "21"), ("a thousand", "1000"), ("two dozen", "24"), ("zero", "0"),
            ("hundred thousand", "100000"), ("five hundred and six thousand and seven", "506007"),
        ])
    func readsCardinals(text: String, figures: String) { #expect(number(text) == figures) }

    @Test(
        "reads ordinals to any size", .fact("saykit-4.4.1-11"),
        arguments: [
            ("twenty first", "21"), ("one hundred and second", "102"), ("thousandth", "1000"),
            ("two million three hundred thousand and fifth", "2300005"),
            ("trillionth", "1000000000000"),
            ("the twelfth", "12"), ("three hundredth", "300"),
        ])
    func readsOrdinals(text: String, figures: String) { #expect(number(text) == figures) }

    @Test(
        "keeps decimals exactly", .fact("saykit-4.4.1-12"),
        arguments: [
            ("zero point one", "0.1"), ("three point one four one five nine", "3.14159"),
            ("point five", "0.5"), ("two point five million", "2500000"),
            ("three point ten", "3.1"),
            ("minus two point oh five", "-2.05"), ("two and a half", "2.5"),
            ("three quarters", "0.75"), ("two and a half million", "2500000"),
            ("three point fourteen", "3.14"),
        ])
    func keepsDecimals(text: String, figures: String) { #expect(number(text) == figures) }

    @Test(
        "reads negatives", .fact("saykit-4.4.1-13"),
        arguments: [("minus five", "-5"), ("negative twelve", "-12"), ("-7", "-7")])
    func readsNegatives(text: String, figures: String) { #expect(number(text) == figures) }

    @Test(
        "reads figures with separators of thousands", .fact("saykit-4.4.1-14"),
        arguments: [
            ("1,234,567", "1234567"), ("1,234.50", "1234.5"), ("90210", "90210"), ("3rd", "3"),
            ("5 million", "5000000"), ("2.5 million", "2500000"), ("9 0 2 1 0", "90210"),
            (".5", "0.5"),
        ])
    func readsFigures(text: String, figures: String) { #expect(number(text) == figures) }

    @Test(
        "reads years as said",
        arguments: [
            ("nineteen eighty four", "1984"), ("twenty twenty", "2020"),
            ("nineteen oh five", "1905"), ("twenty twenty one", "2021"), ("twenty ten", "2010"),
        ])
    func readsYears(text: String, figures: String) { #expect(number(text) == figures) }

    @Test(
        "reads prices as amounts",
        arguments: [
            ("five dollars and fifty cents", "5.5"), ("$19.99", "19.99"),
            ("twenty pounds fifty", "20.5"), ("ninety nine cents", "0.99"), ("five dollars", "5"),
        ])
    func readsPrices(text: String, figures: String) { #expect(number(text) == figures) }

    @Test(
        "skips the text around a number", .fact("saykit-4.4.1-15"),
        arguments: [
            ("my zip code is nine oh two one oh thank you", "90210"),
            ("I would like the second one", "2"), ("um, about forty two I think", "42"),
            ("that one has four wheels", "4"), ("double five three", "553"),
        ])
    func skipsText(text: String, figures: String) { #expect(number(text) == figures) }

    @Test(
        "takes two separate numbers for no number", .fact("saykit-4.4.1-15"),
        arguments: [
            "five or six", "three and four", "twenty thirty forty", "between ten and twenty",
            "one hundred two hundred", "a hundred and two hundred", "first and second",
            "twenty one fifteen", "ten, twelve", "five million and six million",
        ])
    func refusesSeveral(text: String) {
        #expect(rule(text) == .severalNumbers)
        #expect(number(text) == nil)
    }

    @Test(
        "reads parts of one and of a scale",
        arguments: [
            ("half a million", "500000"), ("a quarter of a million", "250000"),
            ("three quarters of a million", "750000"), ("half a dozen", "6"),
            ("a million and a half", "1500000"), ("two hundred and a half", "200.5"),
            ("three fifths", "0.6"), ("five thousandths", "0.005"),
            ("seventy five hundredths", "0.75"), ("two and three quarters", "2.75"),
            ("3/4", "0.75"), ("1 1/2", "1.5"), ("half a million dollars", "500000"),
        ])
    func readsParts(text: String, figures: String) { #expect(number(text) == figures) }

    @Test(
        "takes a number for none where a word behind it makes it another one",
        arguments: [
            "two thirds", "two and two thirds", "two hundreds", "two millions", "five sevenths",
            "about two thirds of it",
        ])
    func refusesUnread(text: String) {
        #expect(rule(text) == .unread)
        #expect(number(text) == nil)
    }

    @Test("takes figures with a slash for no row of digits")
    func refusesSlash() {
        #expect(number("2/3") == nil)
        #expect(number("2026-05-03") == nil)
        #expect(number("5/3/2026") == nil)
    }

    @Test(
        "takes no number that a negation rejects",
        arguments: ["not five", "I don't have one", "it isn't the second"])
    func refusesRejected(text: String) { #expect(rule(text) == .rejected) }

    @Test("takes the number that no negation rejects, and none of two where 'no' corrects one")
    func takesUnrejected() {
        #expect(number("not five but six") == "6")
        #expect(number("it's not five it's six") == "6")
        #expect(number("six, not five") == "6")
        #expect(rule("five no six") == .severalNumbers)
        #expect(number("no, five") == "5")
    }

    @Test("reads a number of four digits that is said in two parts with 'oh'")
    func readsOh() {
        #expect(number("twenty-one oh five") == "2105")
        #expect(rule("thirty twenty") == .severalNumbers)
    }

    @Test(
        "takes times of day for no number",
        arguments: ["half past seven", "quarter to eight", "seven o'clock", "7:30", "five pm"])
    func refusesTimes(text: String) { #expect(rule(text) == .timeOfDay) }

    @Test(
        "finds no number where none is said",
        arguments: ["", "hello", "a", "and", "oh", "point", "that one", "minus", "the one"])
    func findsNone(text: String) { #expect(number(text) == nil) }

    @Test("takes wrongly separated figures for no number")
    func refusesWrongSeparators() {
        #expect(number("1,2") == nil)
        #expect(number("3.1.4") == nil)
        #expect(number(String(repeating: "9", count: 37)) == nil)
    }

    @Test("reads 36 digits and stops there")
    func readsLongNumbers() {
        let figures = String(repeating: "9", count: 36)
        #expect(number(figures) == figures)
        let words = Array(repeating: "nine", count: 36).joined(separator: " ")
        #expect(number(words) == figures)
        #expect(number(words + " nine") == nil)
    }
}

@Suite struct ExactNumberTests {
    @Test("reads and writes figures without rounding", .fact("saykit-4.4.1-12"))
    func roundTrips() throws {
        for figures in ["0", "-12.5", "0.05", "123456789012345678901234567890.123456"] {
            #expect(ExactNumber(figures: figures)?.figures == figures)
        }
        #expect(ExactNumber(figures: "3.100")?.figures == "3.1")
        for wrong in ["", ".", "1.", "1.2.3", "a", "--1", "1-"] {
            #expect(ExactNumber(figures: wrong) == nil)
        }
    }

    @Test("adds, multiplies and compares exactly")
    func computes() throws {
        let tenth = try #require(ExactNumber(figures: "0.1"))
        let fifth = try #require(ExactNumber(figures: "0.2"))
        #expect(tenth.adding(fifth)?.figures == "0.3")
        #expect(tenth.multiplied(by: fifth)?.figures == "0.02")
        #expect(tenth < fifth)
        #expect(-fifth < -tenth)
        #expect(ExactNumber(5).integer == 5)
        #expect(tenth.integer == nil)
        #expect(tenth.double == 0.1)
        let huge = try #require(ExactNumber(figures: String(repeating: "9", count: 36)))
        #expect(huge.multiplied(by: huge) == nil)
        #expect(huge.adding(huge) == nil)
    }
}
