import Testing
import VoiceJSON

@Suite struct JSONDocumentTests {
    private func place(_ path: JSONPath, in text: String) throws -> String {
        let document = try JSONReader.document(of: Array(text.utf8), dialect: .lenient)
        return document.place(of: path).description
    }

    @Test("counts columns in Unicode scalars")
    func columns() throws {
        #expect(try place(.root.index(1), in: "[\"é😀e\u{301}\", 5]") == "line 1, column 10")
    }

    @Test("counts lines by line feeds")
    func lines() throws {
        #expect(
            try place(.root.key("b"), in: "{\r\n\"a\": 1,\n\n  \"b\": 2}") == "line 4, column 8")
    }

    @Test("gives the place of the nearest value above for one that is not there")
    func missing() throws {
        #expect(
            try place(.root.key("a").index(7).key("x"), in: "{\n \"a\": []\n}")
                == "line 2, column 7")
    }

    @Test("finds places far into a large document", arguments: [0, 1, 511, 512, 5_000, 9_999])
    func large(line: Int) throws {
        let text =
            "[\n" + (0..<10_000).map { "\"é\(1_000 + $0 % 1_000)\"" }.joined(separator: ",\n") + "]"
        #expect(try place(.root.index(line), in: text) == "line \(line + 2), column 1")
    }

    @Test("finds places in one long line", arguments: [0, 1, 1_365, 1_366, 20_000])
    func longLine(element: Int) throws {
        let text =
            "[" + repeatElement("é", count: 20_001).map { "\"\($0)\"" }.joined(separator: ",") + "]"
        #expect(try place(.root.index(element), in: text) == "line 1, column \(2 + 4 * element)")
    }
}
