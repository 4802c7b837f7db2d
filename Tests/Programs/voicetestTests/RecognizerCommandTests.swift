import Foundation
import Testing
import VoiceTestSupport

@testable import voicetest

/// Sessions that a program of the user's hears: the example that answers by loudness, and others.
@Suite("--recognizer-command")
struct RecognizerCommandTests {
    private let program: Program
    private static let digits = "\(Program.package)/Corpora/digits"
    private static let example =
        "/usr/bin/python3 \(Program.package)/scripts/examples/recognizers/loudness.py"

    init() { self.init(Program()) }

    private init(_ program: Program) { self.program = program }

    /// Puts a session here that the example heard.
    private func recordSeven() throws {
        try program.copyShared("recognizer session") { maker in
            let recorded = try Self(maker).record(
                "--recognizer-command", "\(Self.example) seven")
            guard recorded.status == 0 else { throw Program.Failure(messages: recorded.messages) }
        }
    }

    private func record(_ more: String...) throws -> Program.Outcome {
        try program.run(
            [
                "record", "--flow", "\(Self.digits)/voiceflow.json", "--prompts",
                "\(Self.digits)/prompts.json", "--phrases", "\(Self.digits)/phrases.txt",
                "--scenario", "\(Self.digits)/seven.scenario.json", "--output", "s.vsession",
            ] + more)
    }

    /// A program that answers with what stands in `word.txt`, and says nothing of that.
    private func writeLiar(version: String = "1") throws {
        try program.write(
            """
            import json, sys
            for line in sys.stdin:
                message = json.loads(line)
                sys.stderr.write("heard \\x1b[31m\\n::error::PLANTED\\n")
                reply = {"kind": "ready", "protocol": 1, "name": "liar", "version": "\(version)"}
                if message["kind"] != "hello":
                    text = open("word.txt").read().strip()
                    word = {"text": text, "start": 0, "end": message["samples"]}
                    reply = {"kind": "answer", "id": message["id"], "words": [word]}
                print(json.dumps(reply), flush=True)
            """, to: "liar.py")
        try program.write("seven", to: "word.txt")
    }

    private static let liar = "/usr/bin/python3 liar.py"

    @Test("a session names who heard it and no program, and replays from its words without it")
    func records() throws {
        try recordSeven()
        let manifest = try String(
            contentsOfFile: program.folder.path("s.vsession/session.json"), encoding: .utf8)
        #expect(manifest.contains(#""kind": "process""#))
        #expect(manifest.contains(#""model": "loudness 1.0""#))
        #expect(!manifest.contains("loudness.py") && !manifest.contains("python3"))
        let words = try program.run(["replay", "s.vsession", "--from", "words"])
        #expect(words.status == 0)
        for stage in [[], ["--from", "audio"], ["--from", "speech"]] {
            let refused = try program.run(["replay", "s.vsession"] + stage)
            #expect(refused.status == 69)
            #expect(refused.output.contains(#"the recognizer "loudness 1.0" is a program"#))
            #expect(refused.output.contains("--recognizer-command, or replay with --from words"))
        }
    }

    @Test("a replay with the program agrees; with another one it differs and names the recognizer")
    func replays() throws {
        try recordSeven()
        for stage in ["audio", "speech"] {
            let same = try program.run([
                "replay", "s.vsession", "--from", stage, "--recognizer-command",
                "\(Self.example) seven",
            ])
            #expect(same.status == 0, "\(same.output)\(same.messages)")
        }
        let other = try program.run([
            "replay", "s.vsession", "--recognizer-command", "\(Self.example) --version 2 two",
        ])
        #expect(other.status == 1)
        let output = other.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(output.contains("first cause: recorded with another recognizer: loudness 1.0 ("))
        #expect(output.contains(") -> loudness 2 ("))
        #expect(output.contains(#"expected "seven", found "two""#))
    }

    @Test("another program that answers alike agrees, and is named on standard error")
    func answersAlike() throws {
        try recordSeven()
        let other = try program.run([
            "replay", "s.vsession", "--recognizer-command", "\(Self.example) --version 2 seven",
        ])
        #expect(other.status == 0)
        #expect(other.messages.contains("recorded with another recognizer: loudness 1.0"))
    }

    @Test("a program that changed and does not say so is named when its answers differ first")
    func liars() throws {
        try writeLiar()
        #expect(try record("--recognizer-command", Self.liar).status == 0)
        let command = ["--recognizer-command", Self.liar]
        #expect(try program.run(["replay", "s.vsession"] + command).status == 0)
        try program.write("two", to: "word.txt")
        let changed = try program.run(["replay", "s.vsession"] + command)
        #expect(changed.status == 1)
        let output = changed.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(output.contains("the recognizer liar 1 has the identity of the recorded one"))
    }

    @Test("what a program writes to standard error is told, and steers no terminal and no log")
    func messages() throws {
        try writeLiar()
        let recorded = try record("--recognizer-command", Self.liar)
        #expect(recorded.messages.contains("voicetest: recognizer: heard \u{FFFD}[31m\n"))
        #expect(recorded.messages.contains("recognizer: ::error::PLANTED"))
        #expect(!recorded.messages.contains("\u{1B}"))
        let lines = recorded.messages.split(separator: "\n")
        #expect(!lines.contains { $0.drop { $0.isWhitespace }.hasPrefix("::") })
    }

    @Test("a certificate says whether the program answered alike")
    func certifies() throws {
        try recordSeven()
        let alike = try program.run([
            "replay", "s.vsession", "--certify", "3", "--recognizer-command",
            "\(Self.example) seven",
        ])
        #expect(alike.status == 0, "\(alike.messages)")
        #expect(alike.output.contains("loudness 1.0 answered alike in 3 of 3 replays"))
        try writeLiar()
        // Another word each time that it is started.
        try program.write(
            """
            text = open("word.txt").read()
            open("word.txt", "w").write("two" if text == "seven" else "seven")
            """ + "\n" + String(contentsOfFile: program.folder.path("liar.py"), encoding: .utf8),
            to: "liar.py")
        let unlike = try program.run([
            "replay", "s.vsession", "--certify", "4", "--format", "json",
            "--recognizer-command", Self.liar,
        ])
        #expect(unlike.status == 1)
        #expect(unlike.output.contains(#""name": "liar 1""#))
        let text = try program.run([
            "replay", "s.vsession", "--certify", "4", "--recognizer-command", Self.liar,
        ])
        #expect(text.output.contains("liar 1 answered in 2 ways (2, 2 of 4 replays)"))
    }

    @Test(
        "a program that is missing or no recognizer is 69, a command that cannot be read 64",
        arguments: [
            ("no-such-program x", 69, "no-such-program was not found here or in $PATH. Install"),
            ("./nowhere", 69, "./nowhere was not found"),
            ("/bin/true", 69, "ended before it said which recognizer it is, with exit code 0"),
            ("/bin/cat", 69, "did not begin with a message of kind \"ready\""),
            ("a 'b", 64, "without its second one"), ("", 64, "names no program"),
        ] as [(String, Int32, String)])
    func unusable(command: String, status: Int32, words: String) throws {
        let recorded = try record("--recognizer-command", command)
        #expect(recorded.status == status)
        let messages = recorded.messages.split(whereSeparator: \.isWhitespace)
            .joined(separator: " ")
        #expect(messages.contains(words), "\(messages)")
        #expect(!FileManager.default.fileExists(atPath: program.folder.path("s.vsession")))
        let listened = try program.run(["listen", "none.wav", "--recognizer-command", command])
        #expect(listened.status == status)
    }

    @Test("stands in the place of --recognizer, not beside it", arguments: ["record", "test"])
    func notBoth(verb: String) throws {
        let both = ["--recognizer", "scripted", "--recognizer-command", "x"]
        let outcome =
            try verb == "record"
            ? record(both[0], both[1], both[2], both[3])
            : program.run(["test"] + both)
        #expect(outcome.status == 64)
        #expect(outcome.messages.contains("--recognizer or --recognizer-command, not both"))
    }

    @Test("hears files: phrases that pocketsphinx cannot say are no matter, words have times")
    func listens() throws {
        try program.write("grün 12\n", to: "p.txt")
        #expect(try program.run(["speak", "seven", "a.wav"]).status == 0)
        let heard = try program.run([
            "listen", "a.wav", "--phrases", "p.txt", "--format", "json", "--words", "--phones",
            "--alternatives", "1", "--recognizer-command", "\(Self.example) 'grün 12' -90 nein",
        ])
        #expect(heard.status == 0, "\(heard.messages)")
        #expect(heard.output.contains(#""text": "grün 12""#))
        #expect(heard.output.contains(#""phone": "ü""#) && heard.output.contains(#""nein""#))
    }

    @Test("that fails on an utterance makes listen exit 65, after it printed the others")
    func listensAndFails() throws {
        try program.write(
            """
            import json, sys
            for line in sys.stdin:
                if json.loads(line)["kind"] != "hello": sys.exit(3)
                print(json.dumps({"kind": "ready", "protocol": 1, "name": "d", "version": "1"}),
                      flush=True)
            """, to: "dies.py")
        #expect(try program.run(["speak", "seven", "a.wav"]).status == 0)
        for form in ["text", "json"] {
            let heard = try program.run([
                "listen", "a.wav", "--format", form, "--recognizer-command",
                "/usr/bin/python3 dies.py",
            ])
            #expect(heard.status == 65)
            #expect(heard.output.contains("failed") && heard.messages.contains("a.wav: "))
        }
    }

    @Test("is counted by evaluate, with its name")
    func evaluates() throws {
        try program.folder.write("x", to: "in/readme")
        for (name, text) in [("a", "yes"), ("b", "no")] {
            let spoken = try program.run(["speak", text, "in/\(name).wav"])
            #expect(spoken.status == 0)
            try program.folder.write(text, to: "in/\(name).txt")
        }
        try program.write("yes\nno\n", to: "p.txt")
        let done = try program.run([
            "evaluate", "in", "--phrases", "p.txt", "--format", "json", "--jobs", "2",
            "--recognizer-command", "\(Self.example) yes",
        ])
        #expect(done.status == 0, "\(done.messages)")
        #expect(done.output.contains("loudness 1.0"))
    }

    @Test("a redacted session of such a recognizer replays from its words")
    func redacted() throws {
        try recordSeven()
        let done = try program.run([
            "redact", "s.vsession", "--all-speech", "--output", "r.vsession",
        ])
        #expect(done.status == 0, "\(done.messages)")
        let replayed = try program.run(["replay", "r.vsession"])
        #expect(replayed.status == 0, "\(replayed.output)\(replayed.messages)")
        #expect(replayed.output.contains("replayed from words"))
    }
}
