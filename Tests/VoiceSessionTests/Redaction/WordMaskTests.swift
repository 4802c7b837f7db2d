import Testing
import VoiceTrace

@testable import VoiceSession

@Suite("Word mask")
struct WordMaskTests {
    private func mask(_ said: String, needed: String = "") -> WordMask {
        let needed = Set(TextPart.words(of: needed).map(\.letters))
        return WordMask(hiding: [said], needed: needed, rules: [])
    }

    @Test(
        "hides a word that was said in every form of it",
        arguments: [
            "quixote", "Quixote", "QUIXOTE", "quixote's", "quixotes", "quixotic", "quixotically",
            "Quixoté", "ｑｕｉｘｏｔｅ", "qui\u{200B}xote", "qui\u{AD}xote", "q\u{75}\u{301}ixote",
            "myQuixoteField", "quixote_name", "Don-Quixote", "unquixotic", "XMLQuixote", "quixote7",
            #"qu\u0069xote"#, "%71uixote", "qu&#105;xote", "cXVpeG90ZQ==", "x cXVpeG90ZQ x",
        ])
    func forms(text: String) {
        var mask = mask("he said Quixote twice")
        let hidden = mask.hide(text)
        #expect(mask.touches(text))
        let stem = "quixote".prefix(4)
        #expect(hidden != text && !hidden.lowercased().contains(stem), "\(hidden)")
        #expect(!mask.touches(hidden), "\(hidden)")
    }

    @Test(
        "hides what is derived from a word that was said, or says the same number",
        arguments: [
            ("run", "running"), ("run", "runner"), ("running", "run"), ("happy", "happier"),
            ("story", "stories"), ("cats", "cat"), ("box", "boxes"), ("decided", "decides"),
            ("straße", "STRASSE"), ("José", "JOSE"), ("ΑΘΉΝΑ", "αθηνα"), ("ice cream", "iceCream"),
            ("ice cream", "icecream"), ("ice cream", "ice_cream"), ("McDonald", "mcdonald"),
            ("s m i t h", "Smith"), ("太郎です", "太郎"), ("Иванова", "Иванов"),
            ("five", "5"), ("five", "fifth"), ("five", "5th"), ("5", "five"), ("fifth", "5"),
            ("twenty three", "23"), ("twenty three", "twentythree"), ("23", "twenty"),
            ("one two three", "123"), ("one hundred and five", "105"), ("5551234", "555"),
            ("nineteen eighty four", "1984"), ("two thousand six", "2006"), ("٥", "5"),
        ])
    func derived(said: String, text: String) {
        var mask = mask(said)
        #expect(mask.touches(text))
        #expect(mask.hide(text) != text)
    }

    @Test(
        "leaves alone what has nothing to do with it",
        arguments: [
            ("cat", "concatenation"), ("five", "6"), ("no", "nothing"), ("twenty three", "24"),
            ("quixote", "quit"), ("", "anything"), ("seven", "70"), ("ten", "often"),
        ])
    func others(said: String, text: String) {
        var mask = mask(said)
        #expect(!mask.touches(text))
        #expect(mask.hide(text) == text)
    }

    @Test("keeps words of the files wherever they stand, and names those that were said")
    func kept() {
        var mask = mask("yes quixote five", needed: "yes TransitionToQuixoteMode 5")
        #expect(mask.kept == ["yes"])
        #expect(mask.hide("Yes, TransitionToQuixoteMode 5") == "Yes, TransitionToQuixoteMode 5")
        #expect(mask.touches("quixote"))
        #expect(mask.count == 2)
    }

    @Test("gives a word the same mask everywhere, of its length, and another word another")
    func masks() {
        var mask = mask("one two one quixote")
        #expect(mask.hide("one two one") == "xxa xxb xxa")
        #expect(mask.hide("Quixote!") == "xxxxxxa!")
        #expect(mask.hide("two") == "xxb")
    }

    @Test("hides keys, numbers and decimals of any value; says where a masked value agrees")
    func hidesValuesOfAnyKind() {
        var mask = mask("quixote five")
        let value: JSONValue = [
            "quixote": .array([.integer(5), .integer(-5), .integer(6), .decimal("5.25")]),
            "other": .bool(true),
        ]
        let hidden = mask.hide(value)
        let text = JSONWriter.text(hidden)
        #expect(!text.contains("quixote") && !text.contains("5,") && !text.contains("-5"))
        #expect(text.contains("6") && text.contains("other"))
        #expect(mask.agrees(value, hidden) && mask.agrees(value, value))
        #expect(!mask.agrees(value, ["other": .bool(true)]))
        #expect(!mask.agrees("say quixote", "say nothing"))
    }
}
