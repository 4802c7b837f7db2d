import Testing
import VoiceDiff
import VoiceTrace

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
                "A is gone", "B.list[x].v 1 -> an object", "B.list[y] is new", "C is new",
            ])
        #expect(try changes("[]", "{}") == ["the document a list -> an object"])
        #expect(try changes(#"{"a": 1}"#, #"{"a": 1, "_b": 2}"#) == [])
    }

    @Test("shortens what is long")
    func long() throws {
        let text = String(repeating: "word ", count: 100)
        let found = try changes(#"{"a": "b"}"#, "{\"a\": \"\(text)\"}")
        #expect(found.count == 1 && found[0].count < 80)
    }
}
