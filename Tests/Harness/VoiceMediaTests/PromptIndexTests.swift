import Testing
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceMedia
import VoiceTrace

@Suite struct PromptIndexTests {
    private static var index: PromptIndex {
        var index = PromptIndex()
        for (digest, outcome) in [
            (
                "b",
                PromptOutcome.realized(
                    .init(source: .audioFile, digest: "0123456789abcdef01", frames: 0))
            ),
            ("a", .realized(.init(source: .textFile, digest: "ff", frames: 48 * 3_600 * 48_000))),
            ("c", .realized(.init(source: .textString, digest: "", frames: 1))),
            ("d", .failed(reason: "no file")),
        ] { index[digest] = .init(request: ["text": .string(digest)], outcome: outcome) }
        return index
    }

    private func damage(_ text: String) -> TraceError? {
        #expect(throws: TraceError.self) { try PromptIndex(bytes: Array(text.utf8), path: "index") }
    }

    @Test("reads what it wrote")
    func readsWhatItWrote() throws {
        var index = PromptIndex()
        for name in Self.index.digests {
            guard let entry = Self.index[name] else { continue }
            let request = JSONWriter.text(.object(entry.request))
            index[Digest.hex(of: Array(request.utf8))] = entry
        }
        index.forgetSounds { $0 == "ff" }
        let read = try PromptIndex(bytes: index.fileBytes(), path: "index")
        #expect(read == index)
        #expect(read.unheld == ["ff"])
    }

    @Test("names an entry that is not that of its request")
    func otherRequest() {
        #expect(
            damage(String(decoding: Self.index.fileBytes(), as: UTF8.self))
                == .damaged(path: "index", what: "the entry a is not that of its request"))
    }

    @Test("lists its digests in order")
    func digests() {
        #expect(Self.index.digests == ["a", "b", "c", "d"])
    }

    @Test("names files by the beginning of their digest")
    func fileName() {
        #expect(PromptIndex.fileName("0123456789abcdef01") == "0123456789abcdef.flac")
    }

    @Test("names the place of what is no JSON")
    func noJSON() {
        #expect(
            damage("{")?.description.hasPrefix(
                "index: damaged: line 1, column 2 ($): found the end of the text") == true)
    }

    @Test("misses the list of prompts", arguments: ["{}", "[]", #"{"prompts":[]}"#])
    func noList(text: String) {
        #expect(damage(text) == .damaged(path: "index", what: "\"prompts\" is missing"))
    }

    @Test(
        "names the entry that is not a prompt",
        arguments: [
            "7", "{}", #"{"request":{}}"#, #"{"failed":"x"}"#,
            #"{"digest":"d","frames":1,"request":{},"source":"tape"}"#,
            #"{"digest":"d","request":{},"source":"textFile"}"#,
            #"{"frames":1,"request":{},"source":"textFile"}"#,
            #"{"digest":"d","frames":-1,"request":{},"source":"textFile"}"#,
            #"{"digest":"d","frames":8294400001,"request":{},"source":"textFile"}"#,
            #"{"digest":"d","frames":9223372036854775807,"request":{},"source":"textFile"}"#,
        ])
    func noPrompt(entry: String) {
        #expect(
            damage("{\"prompts\":{\"abc\":\(entry)}}")
                == .damaged(path: "index", what: "the entry abc is not a prompt"))
    }
}
