import Testing
import VoiceDiff
import VoiceJSON

@Suite("Diff of documents")
struct DocumentDiffTests {
    private func changes(_ expected: String, _ found: String) throws -> [String] {
        try DocumentDiff.changes(
            from: JSONReader.value(of: Array(expected.utf8)),
            to: JSONReader.value(of: Array(found.utf8))
        ).map(\.description)
    }

    @Test("names values by the modules they stand in, wherever those stand")
    func byName() throws {
        let found = try changes(
            #"[{"id": "A", "goTo": {"DEFAULT": "B"}, "n": [1, 2]}, {"id": "B", "_note": 1}]"#,
            #"[{"id": "B", "_note": 2}, {"id": "A", "goTo": {"DEFAULT": "C", "x": 5}, "n": [1]}]"#)
        #expect(
            found == [
                #"A.goTo.DEFAULT "B" -> "C""#, "A.goTo.x is new as 5", "A.n[1] is gone, was 2",
            ])
    }

    @Test("tells elements that come and go, and values of another kind")
    func comings() throws {
        let found = try changes(
            #"[{"id": "A"}, {"id": "B", "list": [{"id": "x", "v": 1}]}]"#,
            #"[{"id": "B", "list": [{"id": "x", "v": {}}, {"id": "y"}]}, {"id": "C"}]"#)
        #expect(
            found == [
                #"A is gone, was {"id":"A"}"#, "B.list[x].v 1 -> an object",
                #"B.list[y] is new as {"id":"y"}"#, #"C is new as {"id":"C"}"#,
            ])
        #expect(try changes("[]", "{}") == ["the document a list -> an object"])
        #expect(try changes(#"{"a": 1}"#, #"{"a": 1, "_b": 2}"#) == [])
    }

    @Test("finds the elements of a list that came and went among those that stayed")
    func elements() throws {
        let moved = try changes("[1, 2, 3, 4]", "[1, 3, 4, 5]")
        #expect(moved == ["[1] is gone, was 2", "[3] is new as 5"])
        #expect(
            try changes(#"[{"a": 1}, {"a": 2}, {"a": 3}]"#, #"[{"a": 2}, {"a": 4}]"#)
                == [#"[0] is gone, was {"a":1}"#, "[1].a 3 -> 4"])
        #expect(try changes("[1, 2]", "[2, 1]").count == 2)
        let many = (0..<1_500).map(String.init)
        #expect(
            try changes(
                "[\(many.joined(separator: ","))]", "[\(many.dropLast().joined(separator: ","))]")
                == ["[1499] is gone, was 1499"])
    }

    @Test("shortens what is long")
    func long() throws {
        let text = String(repeating: "word ", count: 100)
        let found = try changes(#"{"a": "b"}"#, "{\"a\": \"\(text)\"}")
        #expect(found.count == 1 && found[0].count < 80)
    }
}
