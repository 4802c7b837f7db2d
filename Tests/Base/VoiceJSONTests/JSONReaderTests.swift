import Testing
import VoiceJSON
import VoiceTestSupport

@Suite struct JSONReaderTests {
    private func read(
        _ text: String, _ dialect: JSONReader.Dialect = .strict
    ) throws(JSONError) -> JSONValue {
        try JSONReader.value(of: Array(text.utf8), dialect: dialect)
    }

    private func fault(_ text: String, _ dialect: JSONReader.Dialect = .strict) -> JSONError? {
        #expect(throws: JSONError.self) { try read(text, dialect) }
    }

    @Test("reads every kind of value")
    func kinds() throws {
        let text = #" { "a" : [ null , true , false , -12 , 1.50 , "x" ] , "b" : { } } "#
        let list: [JSONValue] = [.null, true, false, -12, .decimal("1.50"), "x"]
        #expect(try read(text) == ["a": .array(list), "b": .object([:])])
    }

    @Test("takes one trailing comma in the lenient dialect", arguments: ["[1,]", "[1 , ]"])
    func trailingCommaInArray(text: String) throws {
        #expect(try read(text, .lenient) == .array([1]))
    }

    @Test("takes one trailing comma in an object of the lenient dialect")
    func trailingCommaInObject() throws {
        #expect(try read(#"{"a":1,}"#, .lenient) == ["a": 1])
    }

    @Test("names a trailing comma in strict JSON", arguments: ["[1, ]", #"{"a":1,}"#])
    func strictTrailingComma(text: String) {
        #expect(fault(text)?.found == "a trailing comma")
    }

    @Test(
        "refuses commas without a value in both dialects", .fact("voiceflow-4-6"),
        arguments: ["[,]", "[1,,]", "[1,,2]", "[,1]", "{,}", #"{"a":1,,}"#],
        [JSONReader.Dialect.strict, .lenient])
    func loneComma(text: String, dialect: JSONReader.Dialect) {
        #expect(fault(text, dialect)?.found.hasPrefix("','") == true)
    }

    @Test("skips a byte-order mark and does not count it")
    func byteOrderMark() throws {
        let document = try JSONReader.document(of: Array("\u{FEFF}[7]".utf8), dialect: .lenient)
        #expect(document.root == .array([7]))
        #expect(document.place(of: .root.index(0)).description == "line 1, column 2")
    }

    @Test(
        "lets the last of equal keys win and notes it once for each repetition",
        .fact("voiceflow-4-7"))
    func repeatedKeys() throws {
        let text = #"{"b":{"z":1,"y":2,"z":3},"a":1}"#
        let document = try JSONReader.document(of: Array(text.utf8), dialect: .lenient)
        #expect(document.root == ["a": 1, "b": ["y": 2, "z": 3]])
        #expect(document.repeatedKeys == [JSONPath.root.key("b").key("z")])
    }

    @Test("keeps keys apart that only look alike")
    func similarKeys() throws {
        let value = try read("{\"e\u{301}\":1,\"\u{E9}\":2}")
        #expect(value.object?.members.map(\.value) == [1, 2])
        #expect(JSONWriter.text(value) == "{\"e\u{301}\":1,\"\u{E9}\":2}")
    }

    @Test("takes 128 levels and refuses the next", arguments: ["", "1"])
    func depth(inner: String) throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + inner + String(repeating: "]", count: levels)
        }
        #expect(throws: Never.self) { try read(nested(128)) }
        #expect(fault(nested(129))?.found == "nesting deeper than 128 levels")
    }

    @Test("survives a text of nothing but brackets", arguments: ["[", "{\"a\":"])
    func bottomless(opening: String) {
        let text = String(repeating: opening, count: 100_000)
        #expect(fault(text)?.found == "nesting deeper than 128 levels")
    }

    @Test("reads a member for every key of a large object that comes in reverse order")
    func reversedKeys() throws {
        let text =
            "{"
            + (0..<30_000).reversed().map { "\"\($0 + 100_000)\":0" }
            .joined(separator: ",") + "}"
        #expect(try read(text).object?.members.count == 30_000)
    }

    @Test(
        "keeps numbers that are no 64-bit integer as they were written",
        arguments: [
            "9223372036854775808", "-9223372036854775809", "1.0", "1e5", "-0.10E-07",
            "123456789012345678901234567890",
        ])
    func decimals(text: String) throws {
        #expect(try read(text) == .decimal(text))
    }

    @Test("reads 64-bit integers to their ends", arguments: [.min, -1, 0, .max] as [Int64])
    func integers(number: Int64) throws {
        #expect(try read("\(number)") == .integer(number))
    }

    @Test(
        "refuses what only looks like a number",
        arguments: ["-", "01", "-01", "1.", "1.e5", "1e", "1e+", "-x", "00"])
    func malformedNumbers(text: String) {
        #expect(fault(text)?.found == "a malformed number")
    }

    @Test(
        "refuses spellings other languages have", arguments: [".5", "+1", "NaN", "'a'", "\u{A0}1"])
    func otherSpellings(text: String) {
        #expect(fault(text)?.found.hasSuffix("where a value should stand") == true)
    }

    @Test("refuses half a word", arguments: ["tru", "nul", "falsy", "t"])
    func words(text: String) {
        #expect(fault(text)?.found == "an unknown word")
    }

    @Test("reads every escape")
    func escapes() throws {
        #expect(
            try read(#""\"\\\/\b\f\n\r\t\u0041\u00e9\uD83D\uDE00""#)
                == "\"\\/\u{8}\u{C}\n\r\tA\u{E9}\u{1F600}")
    }

    @Test(
        "refuses half a surrogate pair",
        arguments: [
            #""\ud800""#, #""\udc00""#, #""\ud800x""#, #""\ud800\ud800""#, #""\ud800\u0041""#,
            #""\ud800\ndc00""#, #""\udc00\ud800""#,
        ])
    func loneSurrogates(text: String) {
        #expect(fault(text)?.found == "half a surrogate pair")
    }

    @Test(
        "wants four hexadecimal digits",
        arguments: [#""\u12""#, #""\u12g4""#, #""\u+123""#, #""\u-000""#, #""\u 123""#])
    func hexadecimal(text: String) {
        #expect(fault(text)?.found == "a \\u escape without four hexadecimal digits")
    }

    @Test("refuses unknown escapes", arguments: [#""\x41""#, #""\0""#, #""\U0041""#])
    func unknownEscapes(text: String) {
        #expect(fault(text)?.found == "an unknown escape")
    }

    @Test("refuses control characters inside strings", arguments: 0..<UInt8(0x20))
    func controls(byte: UInt8) {
        let text = String(decoding: [0x22, 0x61, byte, 0x22], as: UTF8.self)
        #expect(fault(text)?.found == "a control character inside a string: write it as an escape")
    }

    @Test(
        "refuses bytes that are not UTF-8",
        arguments: [[0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]])
    func invalidUTF8(bytes: [UInt8]) {
        let error = #expect(throws: JSONError.self) {
            try JSONReader.value(of: [0x22] + bytes + [0x22])
        }
        #expect(error?.found == "text that is not UTF-8")
    }

    @Test("refuses text after the document", arguments: ["1 2", "{} x", "[]]", "null,"])
    func trailingText(text: String) {
        #expect(fault(text, .lenient)?.found == "text after the end of the document")
    }

    @Test(
        "says what stands where something else should",
        arguments: [
            ("", "line 1, column 1 ($): found the end of the text where a value should stand"),
            ("[1 2]", "line 1, column 4 ($): found '2' where ',' or ']' should stand"),
            ("{1:2}", "line 1, column 2 ($): found '1' where a quoted key or '}' should stand"),
            (#"{"a" 2}"#, "line 1, column 6 ($): found '2' where ':' should stand"),
            ("[\n \"é\", ?]", "line 2, column 7 ($[1]): found '?' where a value should stand"),
            (#"{"a":["x"#, "line 1, column 7 ($.a[0]): found a string that never ends"),
            (
                #"{"a b":[\u{1}]}"#,
                #"line 1, column 9 ($["a b"][0]): "#
                    + #"found '\' where a value should stand"#
            ),
        ])
    func sentences(text: String, sentence: String) {
        #expect(fault(text)?.description == sentence)
    }
}
