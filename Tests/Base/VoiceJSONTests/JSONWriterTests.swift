import Testing
import VoiceJSON
import VoiceTestSupport

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

    @Test("spreads the values of named keys over a level more")
    func spread() {
        let value: JSONValue = [
            "a": ["b": 1, "c": 2], "kinds": .array([["d": .array([3])], ["e": 4]]),
        ]
        let text = """
            {
              "a": {"b":1,"c":2},
              "kinds": [
                {"d":[3]},
                {"e":4}
              ]
            }

            """
        let bytes = JSONWriter.prettyBytes(value, levels: 1, spread: ["kinds"])
        #expect(String(decoding: bytes, as: UTF8.self) == text)
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
    func isReadBackAsItWas(seed: UInt64) throws {
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
