import Testing
import VoiceTime
import VoiceTrace

@Suite struct JSONWriterTests {
    @Test("sorts keys by their bytes, whatever order they were set in")
    func sorted() {
        let object: JSONObject = [
            "b": 1, "é": 2, "": 3, "a": 4, "Z": 5, "ab": 6, "😀": 7, "\u{FFFD}": 8,
        ]
        #expect(object.members.map(\.key) == ["", "Z", "a", "ab", "b", "é", "\u{FFFD}", "😀"])
    }

    @Test("spells every value in one way, without spaces")
    func spelling() {
        let list: [JSONValue] = [
            .null, true, false, -7, .decimal("1.50"), .array([]), .object([:]),
        ]
        #expect(
            JSONWriter.text(["b": .array(list), "a": "x"])
                == #"{"a":"x","b":[null,true,false,-7,1.50,[],{}]}"#)
    }

    @Test(
        "escapes quotes, backslashes and control characters, nothing else",
        arguments: [
            ("\"", #""\"""#), ("\\", #""\\""#), ("\n\r\t", #""\n\r\t""#),
            ("\u{0}\u{8}\u{C}\u{1F}", #""\u0000\u0008\u000c\u001f""#),
            ("/é😀\u{7F}", "\"/é😀\u{7F}\""),
        ])
    func escapes(text: String, spelled: String) {
        #expect(JSONWriter.text(.string(text)) == spelled)
    }

    @Test("lays a text out for people")
    func pretty() {
        let value: JSONValue = ["a": .array([1, ["b": 2]]), "c": .array([]), "d": .object([:])]
        let text = """
            {
              "a": [
                1,
                {
                  "b": 2
                }
              ],
              "c": [],
              "d": {}
            }

            """
        #expect(String(decoding: JSONWriter.prettyBytes(value), as: UTF8.self) == text)
    }

    @Test("is read back as it was, compact and laid out", arguments: 0..<UInt64(300))
    func roundTrip(seed: UInt64) throws {
        var values = RandomValues(seed: seed)
        let value = values.next(depth: 4)
        #expect(try JSONReader.value(of: Array(JSONWriter.text(value).utf8)) == value)
        #expect(try JSONReader.value(of: JSONWriter.prettyBytes(value)) == value)
    }

    @Test("gives the same bytes when what it wrote is read and written", arguments: 0..<UInt64(100))
    func canonical(seed: UInt64) throws {
        var values = RandomValues(seed: seed)
        let text = JSONWriter.text(values.next(depth: 4))
        #expect(JSONWriter.text(try JSONReader.value(of: Array(text.utf8))) == text)
    }
}

/// Values drawn by a seed: the same on every machine.
struct RandomValues {
    private var chance: ChanceStream
    private static let letters: [Unicode.Scalar] = [
        "a", "B", "_", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "é", "e", "\u{301}", "\u{FEFF}",
        "\u{2028}", "\u{FFFF}", "😀", "\u{10FFFF}",
    ]

    init(seed: UInt64) { chance = SeededChance(seed: seed).stream("values") }

    mutating func next(depth: Int) -> JSONValue {
        switch chance.below(depth > 0 ? 8 : 6) {
        case 0: return .null
        case 1: return .bool(chance.below(2) == 0)
        case 2: return .integer(Int64(bitPattern: chance.next()))
        case 3: return .integer(Int64(chance.below(100)) - 50)
        case 4: return .decimal("\(chance.below(1_000)).\(chance.below(1_000))e-\(chance.below(9))")
        case 5: return .string(text())
        case 6: return .array((0..<chance.below(5)).map { _ in next(depth: depth - 1) })
        default:
            var object = JSONObject()
            for _ in 0..<chance.below(6) { object[text()] = next(depth: depth - 1) }
            return .object(object)
        }
    }

    mutating func text() -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<chance.below(8) { text.append(Self.letters[chance.below(Self.letters.count)]) }
        return String(text)
    }
}
