import Foundation
import Testing
import VoiceTestSupport

@Suite("Text files that begin with a byte order mark")
struct ByteOrderMarkTests {
    private let program = Program()

    /// Writes a text twice: `marked.ENDING` begins with the mark.
    private func write(_ text: String, ending: String) throws {
        try program.write(text, to: "plain.\(ending)")
        try program.write("\u{FEFF}" + text, to: "marked.\(ending)")
    }

    private func outcome(_ arguments: [String]) throws -> String {
        let outcome = try program.run(arguments)
        return "\(outcome.status)\n\(outcome.output)\n\(outcome.messages)"
    }

    @Test(
        "what is listened for is the same",
        arguments: [
            ("phrases", "txt", "one\ntwo\n"),
            ("grammar", "jsgf", "#JSGF V1.0;\ngrammar g;\npublic <d> = one | two;\n"),
            ("graph", "json", #"{"phrases": ["one", "two"]}"#),
        ])
    func listens(option: String, ending: String, text: String) throws {
        #expect(try program.run(["speak", "two", "a.wav"]).status == 0)
        try write(text, ending: ending)
        let plain = try outcome(["listen", "a.wav", "--\(option)", "plain.\(ending)"])
        #expect(plain.contains("  two  ("), "\(plain)")
        #expect(try outcome(["listen", "a.wav", "--\(option)", "marked.\(ending)"]) == plain)
    }

    @Test("what is spoken otherwise is the same", arguments: ["aliases", "phonemes"])
    func speaks(option: String) throws {
        try write(
            "# words\nXavier: \(option == "aliases" ? "zay vee er" : "zeɪvjɚ")\n", ending: "txt")
        try program.write(
            "\u{FEFF}Xavier: \(option == "aliases" ? "zay vee er" : "zeɪvjɚ")\n", to: "first.txt")
        var bytes: [Data?] = []
        for name in ["plain", "marked", "first"] {
            let spoken = try program.run(
                ["speak", "Xavier", "\(name).wav", "--\(option)", "\(name).txt"])
            #expect(spoken.status == 0 && spoken.messages.isEmpty, "\(spoken.messages)")
            bytes.append(FileManager.default.contents(atPath: program.folder.path("\(name).wav")))
        }
        #expect(bytes[0] != nil && bytes.allSatisfy { $0 == bytes[0] })
    }

    @Test("transcripts and words are the same")
    func evaluates() throws {
        #expect(try program.run(["speak", "two", "clips/a.wav"]).status == 0)
        try program.write("one\ntwo\n", to: "digits.txt")
        let evaluate = ["evaluate", "clips", "--phrases", "digits.txt", "--list"]
        var seen: Set<String> = []
        for mark in ["", "\u{FEFF}"] {
            try program.write("\(mark)two\n", to: "clips/a.txt")
            seen.insert(try outcome(evaluate))
        }
        for mark in ["", "\u{FEFF}"] {
            try program.write("\(mark)a.wav\ttwo\n", to: "clips/transcripts.tsv")
            seen.insert(try outcome(evaluate))
        }
        #expect(seen.count == 1 && seen.first?.hasPrefix("0\n") == true, "\(seen)")
        try write(
            #"{"sampleRate":16000,"utterances":[{"words":[{"start":0,"end":8000}]}]}"#,
            ending: "json")
        for name in ["plain", "marked"] {
            let trimmed = try program.run(
                ["trim", "clips/a.wav", "\(name).wav", "--words", "\(name).json"])
            #expect(trimmed.status == 0, "\(trimmed.messages)")
        }
    }
}
