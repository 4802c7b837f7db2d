import SayKit
import Testing
import VoiceTime

@Suite struct NumberRoundTripTests {
    @Test(
        "reads 3,000 sentences of all kinds of numbers back as what they were made from",
        arguments: NumberSpeaker.Kind.allCases)
    func readsNumbersBack(kind: NumberSpeaker.Kind) {
        var speaker = NumberSpeaker(
            chance: SeededChance(seed: 19).stream(kind.rawValue), isGerman: false)
        var wrong: [String] = []
        for _ in 0..<(3_000 / NumberSpeaker.Kind.allCases.count + 1) {
            let said = speaker.say(kind)
            if number(said.text) != said.figures {
                wrong.append("\(said.text) = \(said.figures ?? "none")")
            }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    @Test("reads 1,500 German numbers back as what they were made from")
    func readsGermanNumbersBack() {
        var speaker = NumberSpeaker(
            chance: SeededChance(seed: 20).stream("numbers"), isGerman: true)
        var wrong: [String] = []
        for index in 0..<1_500 {
            let value = speaker.value()
            let (text, figures) = Self.sentence(index, value, &speaker, point: "komma")
            if number(text, .german) != figures { wrong.append("\(text) = \(figures)") }
        }
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
    }

    private static func sentence(
        _ index: Int, _ value: Int, _ speaker: inout NumberSpeaker, point: String
    ) -> (text: String, figures: String) {
        switch index % 5 {
        case 0: return (speaker.digits(String(value)), String(value))
        case 1:
            let text = "minus " + speaker.cardinal(value)
            return (text, value == 0 ? "0" : "-\(value)")
        case 2:
            let decimals = String(1 + speaker.chance.below(998))
            let number = ExactNumber(figures: "\(value).\(decimals)")
            let text = speaker.cardinal(value) + " \(point) " + speaker.digits(decimals)
            return (text, number?.figures ?? "")
        default: return (speaker.cardinal(value), String(value))
        }
    }
}
