import Testing
import VoiceJSON

@testable import VoiceDiff

/// Edits of a file, each of which can be made without the others.
@Suite struct FileEditsTests {
    private func edits(_ before: String, _ now: String) -> FileEdits {
        FileEdits(before: Array(before.utf8), now: Array(now.utf8), file: "f")
    }

    private func text(_ edits: FileEdits, _ made: Set<Int>) -> String {
        String(decoding: edits.bytes(with: made) ?? [], as: UTF8.self)
    }

    private func value(_ edits: FileEdits, _ made: Set<Int>) throws -> JSONValue {
        try JSONReader.value(of: edits.bytes(with: made) ?? [])
    }

    @Test func allOrNoneOfTheEditsAreTheFilesThemselves() {
        let (before, now) = ("{\"a\": 1,   \"b\": 2}\n", "{ \"b\": 3, \"a\": 4 }")
        let edits = edits(before, now)
        #expect(edits.count == 2)
        #expect(text(edits, []) == before)
        #expect(text(edits, [0, 1]) == now)
    }

    @Test func aValueChangesAlone() throws {
        let before = #"[{"id": "A", "n": 1, "m": [1, 2]}, {"id": "B", "n": 1}, {"id": "C"}]"#
        let now = #"[{"id": "N"}, {"id": "A", "n": 2, "m": [1, 3]}, {"id": "C", "x": true}]"#
        let edits = edits(before, now)
        #expect(
            edits.causes.map(\.key) == ["A.m[1]", "A.n", "B", "C.x", "N"])
        #expect(
            try value(edits, [1])
                == JSONReader.value(
                    of: Array(
                        #"[{"id": "A", "n": 2, "m": [1, 2]}, {"id": "B", "n": 1}, {"id": "C"}]"#
                            .utf8)))
        #expect(
            try value(edits, [2, 4])
                == JSONReader.value(
                    of: Array(
                        #"[{"id": "N"}, {"id": "A", "n": 1, "m": [1, 2]}, {"id": "C"}]"#.utf8)))
    }

    @Test func aLineChangesAlone() {
        let edits = edits("a\nb\nc\nd\ne", "a\nB\n# new\nC\nx\ne")
        #expect(
            edits.causes.map(\.description)
                == [#"f:2: "b" -> "B""#, #"f:4: "c" -> "C""#, #"f:5: "d" -> "x""#])
        #expect(text(edits, [1]) == "a\nb\n# new\nC\nd\ne")
        #expect(text(edits, [0, 2]) == "a\nB\n# new\nc\nx\ne")
    }

    @Test func linesThatAreGoneOrNewChangeAlone() {
        let edits = edits("a\nb\nc\nd", "a\nd\ne\nf")
        #expect(
            edits.causes.map(\.description)
                == [
                    #"f: "b" is gone"#, #"f: "c" is gone"#, #"f:3: "e" is new"#,
                    #"f:4: "f" is new"#,
                ])
        #expect(text(edits, [0, 3]) == "a\nc\nd\nf")
        #expect(text(edits, [1, 2]) == "a\nb\nd\ne")
    }

    @Test func linesOfCodeThatFollowEachOtherAreOneEdit() {
        func code(_ text: String) -> [UInt8] { Array(text.utf8) }
        let edits = FileEdits(
            codeBefore: code("def a():\n    x = 1\n    y = 2\n\nb()\n"),
            now: code("def a():\n    x = 2\n    y = 3\n    z = 4\n\nb()\n# end\n"), file: "bot.py")
        #expect(
            edits.causes.map(\.description) == [
                #"bot.py:2: "x = 1 / y = 2" -> "x = 2 / y = 3" and 1 more line"#,
                ##"bot.py:7: "# end" is new"##,
            ])
        #expect(
            text(edits, [1]) == "def a():\n    x = 1\n    y = 2\n\nb()\n# end\n")
    }

    @Test func codeOfAnyCodingChangesByItsBytes() {
        // An "é" that becomes an "è", in Latin-1.
        let before: [UInt8] = [0x61, 0x0A, 0x78, 0x0A]
        let now: [UInt8] = [0x62, 0x0A, 0x78, 0x0A]
        let edits = FileEdits(codeBefore: before + [0xE9], now: now + [0xE8], file: "f")
        #expect(edits.count == 2)
        #expect(edits.bytes(with: [0]) == now + [0xE9])
        #expect(edits.bytes(with: [1]) == before + [0xE8])
    }

    @Test func aFileThatIsNewOrGoneOrOfBytesIsOneEdit() {
        #expect(FileEdits(before: nil, now: [1], file: "f").count == 1)
        #expect(FileEdits(before: nil, now: [1], file: "f").bytes(with: []) == nil)
        #expect(FileEdits(before: [1], now: nil, file: "f").bytes(with: []) == [1])
        let many = edits(
            (0..<300).map { "a\($0)\n" }.joined(), (0..<300).map { "b\($0)\n" }.joined())
        #expect(many.count == 1)
    }
}
