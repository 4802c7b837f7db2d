import Foundation
import Testing
import VoiceJSON
import VoiceSession

@testable import VoiceRedaction

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
            "to=cXVpeG90ZQ==&x=1",
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

    private static let sayings = [
        "five five five oh one two three", "triple five zero one two three", "555 0123", "5550123",
        "five fifty-five zero one twenty-three", "double five 5 nought one two three",
    ]
    private static let writings = [
        "5550123", "+15550123", "5 5 5 0 1 2 3", "555-0123", "(555) 01.23", "00 1 555 0123",
        "five five five oh one two three", "double five 5 0123", "５５５０１２３", "%35%35%350123",
        "NTU1MDEyMw==", "tel_5550123x", #"{"n":[5,5,5,0,1,2,3]}"#, "call 555 or 0123",
    ]

    @Test(
        "hides a number that was said in every writing, though the app needs a word of it",
        arguments: sayings, writings)
    func numberInEveryWriting(said: String, text: String) {
        var mask = mask(said, needed: "five")
        let hidden = mask.hide(text)
        let digits = LetterFolding.letters(hidden).filter { (0x30...0x39).contains($0) }
        let row = String(String.UnicodeScalarView(digits.compactMap(Unicode.Scalar.init)))
        for piece in ["555", "550", "501", "012", "123"] {
            #expect(!row.contains(piece), "\(hidden)")
        }
        #expect(!hidden.contains("oh one") && !hidden.contains("NTU1"))
        #expect(mask.agrees(text, hidden))
    }

    @Test("hides a number whose digits are elements of a list, as numbers or as texts")
    func numberInList() {
        var mask = mask("five five five oh one two three", needed: "five")
        let list: JSONValue = .array(
            [.integer(5), .integer(5), .integer(5), "0", "1", "2", "3"])
        let hidden = mask.hide(list)
        #expect(
            hidden == .array([.integer(0), .integer(0), .integer(0), "0", "0", "0", "0"]))
        #expect(mask.agrees(list, hidden))
        let other = JSONValue.array([.integer(7), .integer(9)])
        #expect(mask.hide(other) == other)
    }

    @Test("leaves a caller's own words that the app needs, number or not")
    func heard() {
        var mask = mask("five five five oh one two three", needed: "five")
        #expect(mask.hide("five five five oh", as: .heard).hasPrefix("five five five x"))
        #expect(!mask.hide("five five five oh").contains("five"))
    }

    @Test("makes other numbers of those that are swapped, alike in words and in digits")
    func swaps() {
        func letters(_ text: String) -> Letters { LetterFolding.letters(text) }
        var mask = WordMask(
            hiding: ["nine zero two", "forty two"], needed: [], rules: [],
            swaps: [
                letters("nine"): "six", letters("zero"): "four", letters("two"): "seven",
                letters("forty"): "eighty",
            ])
        #expect(mask.hide("nine zero two", as: .heard) == "six four seven")
        #expect(mask.hide("902") == "647")
        #expect(mask.hide("42") == "87" && mask.hide(42) == 87)
        #expect(mask.agrees("42 of 902", "87 of 647"))
        #expect(!mask.agrees("42 of 902", "88 of 647"))
    }

    @Test("agrees with what an engine writes in another case")
    func agreesInAnotherCase() {
        var mask = mask("mary jane")
        let hidden = mask.hide("mary jane")
        #expect(mask.agrees("Mary Jane", hidden.capitalized))
        #expect(!mask.agrees("Mary Jane", "Peter Paul"))
    }
}
