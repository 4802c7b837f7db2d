import Testing
import VoiceTestSupport
import VoiceTime

@testable import VoiceLanguage

@Suite("Numbers in words")
struct SpokenNumberWriterTests {
    private let reader = SpokenNumberReader()
    private let writer = SpokenNumberWriter()

    @Test(
        "cardinals",
        arguments: [
            (0, "zero"), (206, "two hundred and six"), (-42, "minus forty two"),
            (1_006, "one thousand and six"), (1_200_000, "one million two hundred thousand"),
            (100_000_100, "one hundred million one hundred"),
        ])
    func cardinals(value: Int, expected: String) { #expect(writer.cardinal(value) == expected) }

    @Test("cardinals without and")
    func withoutJoiners() {
        #expect(writer.cardinal(250_006, hasJoiners: false) == "two hundred fifty thousand six")
    }

    @Test(
        "ordinals",
        arguments: [
            (1, "first"), (21, "twenty first"), (90, "ninetieth"),
            (100, "one hundredth"), (2_000, "two thousandth"), (112, "one hundred and twelfth"),
        ])
    func ordinals(value: Int, expected: String) { #expect(writer.ordinal(value) == expected) }

    @Test("numbers without words give none")
    func limits() {
        #expect(writer.cardinal(writer.limit) == nil)
        #expect(writer.cardinal(-writer.limit) == nil)
        #expect(writer.cardinal(Int.min) == nil)
        #expect(writer.cardinal(writer.limit - 1) != nil)
        #expect(writer.ordinal(0) == nil)
        #expect(writer.digits("4x") == nil)
        #expect(writer.digits("") == nil)
    }

    @Test("the forms of figures, the usual one first")
    func forms() {
        #expect(
            writer.forms(of: "206") == [
                "two hundred and six", "two hundred six", "two zero six", "two oh six",
            ])
        #expect(
            writer.forms(of: "-2.05") == ["minus two point zero five", "minus two point oh five"])
        #expect(writer.forms(of: "07") == ["zero seven", "oh seven"])
    }

    @Test("what is no figure has no forms", arguments: ["", "-", "x", "1.2.3", "1.", ".5", "٤"])
    func noForms(figures: String) { #expect(writer.forms(of: figures).isEmpty) }

    @Test("10,000 random numbers come back from every form")
    func comesBack() {
        var chance = SeededChance(seed: 18).stream("spoken numbers")
        var wrong: [String] = []
        for _ in 0..<10_000 {
            let size = [10, 100, 1_000, 10_000, 1_000_000, 1_000_000_000, 1_000_000_000_000][
                chance.below(7)]
            let value = chance.below(size)
            var figures = String(value)
            if chance.below(4) == 0 { figures = "0" + figures }
            if chance.below(3) == 0 { figures += "." + String(chance.below(1_000)) }
            if chance.below(3) == 0, value > 0 { figures = "-" + figures }
            let forms = writer.forms(of: figures)
            if forms.isEmpty { wrong.append("\(figures) has no form") }
            for form in forms where reader.read(form)?.figures != figures {
                wrong.append("'\(form)' for \(figures)")
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test("10,000 random ordinals come back")
    func ordinalsComeBack() {
        var chance = SeededChance(seed: 18).stream("ordinals")
        var wrong: [String] = []
        for _ in 0..<10_000 {
            let value = 1 + chance.below([30, 1_000, 1_000_000, 1_000_000_000][chance.below(4)])
            for hasJoiners in [true, false] {
                let form = writer.ordinal(value, hasJoiners: hasJoiners) ?? ""
                let expected = SpokenNumber(figures: String(value), isOrdinal: true)
                if reader.read(form) != expected { wrong.append("'\(form)' for \(value)") }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test("100,000 random strings of number words are read in one way or refused, without a crash")
    func randomWords() {
        let words = NumberLexicon.english.words + ["4", "42", "206", "1.5", "-", "21st", "."]
        var chance = SeededChance(seed: 18).stream("words")
        var read = 0
        var wrong: [String] = []
        for _ in 0..<100_000 {
            let text = (0...chance.below(6)).map { _ in words[chance.below(words.count)] }
                .joined(separator: " ")
            guard let number = reader.read(text) else { continue }
            read += 1
            let digits = number.figures.drop { $0 == "-" }
            if digits.first?.isNumber != true || digits.last?.isNumber != true {
                wrong.append(text)
            }
        }
        #expect(wrong.isEmpty)
        #expect(read > 1_000)
    }
}
