import SayKit
import Testing
import VoiceLanguage
import VoiceTestSupport
import VoiceTime

@Suite struct NumberWriterTests {
    @Test("reads every form that the writer of spoken numbers has for 1,000 numbers")
    func readsWrittenForms() {
        let writer = SpokenNumberWriter()
        var chance = SeededChance(seed: 21).stream("forms")
        var wrong: [String] = []
        var formCount = 0
        for _ in 0..<1_000 {
            var value = 1 + chance.below(9)
            for _ in 0..<chance.below(12) { value = value * 10 + chance.below(10) }
            value = chance.below(3) == 0 ? max(1, value - value % 1_000) : value
            let sign = chance.below(4) == 0 ? "-" : ""
            let decimals = chance.below(4) == 0 ? ".\(chance.below(10))\(1 + chance.below(9))" : ""
            let figures = "\(sign)\(value)\(decimals)"
            for form in writer.forms(of: figures) {
                formCount += 1
                if number(form) != figures { wrong.append("\(form) = \(figures)") }
            }
            if let ordinal = writer.ordinal(value), number(ordinal) != String(value) {
                wrong.append("\(ordinal) = \(value)")
            }
        }
        #expect(formCount > 2_000)
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }
}
