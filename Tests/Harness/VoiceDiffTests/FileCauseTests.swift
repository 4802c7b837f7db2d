import Testing
import VoiceDiff

@Suite("Changes of source files")
struct FileCauseTests {
    private func changes(_ before: String, _ now: String) -> [String] {
        Cause.changes(before: Array(before.utf8), now: Array(now.utf8), file: "f")
            .map(\.description)
    }

    @Test("names file, line and key of a changed value")
    func namesLineAndKey() {
        let before = "[\n  {\"id\": \"Ask\",\n   \"goTo\": {\"DEFAULT\": \"A\"}}\n]"
        #expect(
            changes(before, before.replacing("\"A\"", with: "\"B\""))
                == [#"f:3: Ask.goTo.DEFAULT "A" -> "B""#])
    }

    @Test("names the line of an object whose key is gone")
    func namesParentOfRemovedKey() {
        let before = "[\n {\"id\": \"Ask\", \"n\": 1},\n {\"id\": \"End\", \"n\": 2}\n]"
        #expect(
            changes(before, before.replacing(", \"n\": 2", with: ""))
                == ["f:3: End.n is gone, was 2"])
    }

    @Test("says nothing of comments, white space and the order of keys")
    func ignoresWriting() {
        #expect(changes(#"{"a":1,"b":2}"#, "{ \"b\": 2, \"_x\": 0,\n \"a\": 1 }") == [])
        #expect(changes("yes\nno\n", "# answers\n yes\n\nno") == [])
    }

    @Test("compares other texts line by line, with the lines of the file as it is")
    func comparesLines() {
        #expect(changes("small\nlarge\n", "# sizes\nsmall\nlage\n") == [#"f:3: "large" -> "lage""#])
        #expect(changes("a\nb", "a\nb\nc") == [#"f:3: "c" is new"#])
        #expect(changes("a\nb", "a") == [#"f: "b" is gone"#])
    }

    @Test("tells a file that came or went")
    func tellsWholeFiles() {
        #expect(
            Cause.changes(before: nil, now: [], file: "map.json").map(\.description)
                == ["map.json: the file is new"])
        #expect(
            Cause.changes(before: [1], now: nil, file: "map.json").map(\.description)
                == ["map.json: the file is gone"])
    }

    @Test("tells the first 200 changed values of a document one by one, and counts the rest")
    func limitsValues() {
        let before = "[" + Array(repeating: "1", count: 50_000).joined(separator: ",") + "]"
        let told = changes(before, before.replacing("1", with: "2"))
        #expect(told.count == 201)
        #expect(told.last == "f: 49800 more values changed")
    }

    @Test("texts that have too little in common are another file, not a list of lines")
    func limitsLines() {
        let before = (0..<6_000).map { "a \($0)\n" }.joined()
        let now = (0..<6_000).map { "b \($0)\n" }.joined()
        #expect(changes(before, now) == ["f: the file is another one"])
        #expect(changes(before, before + "c\n") == ["f:6001: \"c\" is new"])
    }
}
