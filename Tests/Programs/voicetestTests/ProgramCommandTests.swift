import Foundation
import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport

/// A Python program as the app under test, by the program's own commands.
@Suite("voicetest with a program as the app")
struct ProgramCommandTests {
    private let program = Program()
    private let client = Program.pythonClient

    /// Writes a bot and a caller who says nothing.
    private func write(_ bot: String) throws {
        try program.folder.write(bot, to: "bot.py")
        try program.folder.write(#"{"caller": []}"#, to: "silent.scenario.json")
    }

    private func record(_ more: [String] = []) throws -> Program.Outcome {
        try program.run(
            [
                "record", "--engine", "program", "--program-command", "\(client) bot.py",
                "--scenario", "silent.scenario.json", "--output", "a.vsession",
            ] + more)
    }

    private func replay(_ more: [String]) throws -> Program.Outcome {
        try program.run(
            ["replay", "a.vsession", "--program-command", "\(client) bot.py"] + more)
    }

    @Test("certifies a session of the corpus at both levels, whatever the steps are")
    func certificate() throws {
        for (name, session) in [("program-words", "orders"), ("program-audio", "says-nothing")] {
            let folder = "\(Program.package)/Corpora/\(name)"
            let outcome = try program.run([
                "replay", "\(folder)/\(session).vsession", "--program-command",
                "\(client) \(folder)/bot.py", "--certify", "3", "--format", "json",
            ])
            #expect(outcome.status == 0, "\(outcome.messages)")
            let facts = try JSONReader.value(of: Array(outcome.output.utf8)).object
            let digests = facts?["sessions"]?.array?.first?.object?["digests"]?.object
            #expect(digests?.members.map(\.value) == [3])
        }
    }

    @Test("says which event of which run is not the one of the first")
    func firstDifference() throws {
        try write(
            """
            import voicetest_app as voice
            with open("/dev/urandom", "rb") as source:
                voice.emit("drawn", number=int.from_bytes(source.read(4), "big"))
            """)
        #expect(try record().status == 0)
        let outcome = try replay(["--certify", "2"])
        #expect(outcome.status == 1)
        #expect(
            outcome.messages.contains(
                "run 2 of 2 (blocks of 1 frames, steps of 112 frames) differs from run 1"))
        #expect(outcome.messages.contains("number"), "\(outcome.messages)")
    }

    /// A bot whose outside call has a part that its project leaves out.
    private static func asking(_ draft: String) -> String {
        """
        import voicetest_app as voice
        @voice.external("weather")
        def weather(question):
            return "fine"
        voice.emit("told", text=weather({"town": "Ulm", "draft": "\(draft)"}))
        """
    }

    @Test("names the failure of an app that ends at its start before what it says of itself then")
    func failureFirst() throws {
        try program.folder.write(
            #"{"engine": "program", "programCommand": "\#(client) bot.py"}"#, to: "voicetest.json")
        let bot =
            "import voicetest_app as voice\nvoice.declare(name='cafe')\nvoice.say('Hello.').wait()"
        try write(bot)
        _ = try program.run(["test"])
        #expect(try program.run(["accept", ".", "--reason", "first"]).status == 0)
        try write(bot + "\nelse")
        let outcome = try program.run(["test"])
        #expect(outcome.status == 1)
        let first = outcome.output.range(of: "first cause: bot.py:4: The app failed: SyntaxError")
        #expect(first != nil, "\(outcome.output)\(outcome.messages)")
        #expect(!outcome.output.contains("declare"), "\(outcome.output)")
    }

    @Test("names the words of a changed prompt, the line that has them, and no file of a session")
    func changedPrompt() throws {
        try program.folder.write(
            #"{"engine": "program", "programCommand": "\#(client) bot.py"}"#, to: "voicetest.json")
        func bot(_ text: String, limit: Int, model: String) -> String {
            """
            import voicetest_app as voice
            voice.declare(name="cafe", settings={"limitMs": \(limit), "model": "\(model)"})
            def ask(text):
                voice.say(text).wait()
            ask("\(text)")
            """
        }
        try write(bot("Which size?", limit: 700, model: "small"))
        _ = try program.run(["test"])
        #expect(try program.run(["accept", ".", "--reason", "first"]).status == 0)
        try write(bot("What size?", limit: 700, model: "small"))
        let prompt = try program.run(["test", "--verbose"]).output
        #expect(prompt.contains("bot.py:4 ask from bot.py:5"), "\(prompt)")
        #expect(prompt.contains("says What size?"), "\(prompt)")
        try write(bot("Which size?", limit: 900, model: "large"))
        let settings = try program.run(["test", "--verbose"]).output
        #expect(!settings.contains("program.json"), "\(settings)")
    }

    @Test("compares no part of a call that the rules leave out, and keeps the rules")
    func rules() throws {
        try write(Self.asking("one"))
        try program.folder.write(
            #"{"ignore": [{"to": "weather", "member": "args[].draft"}]}"#, to: "rules.json")
        #expect(try record(["--file", "rules.json=rules.json"]).status == 0)
        try write(Self.asking("two"))
        let ignored = try replay([])
        #expect(ignored.status == 0, "\(ignored.output)\(ignored.messages)")
        try FileManager.default.removeItem(atPath: program.folder.path("a.vsession"))
        #expect(try record().status == 0)
        try write(Self.asking("three"))
        let compared = try replay([])
        #expect(compared.status == 1)
        #expect(compared.output.contains(#""two" -> "three""#), "\(compared.output)")
    }

    /// A program that sends `text` on a call that stays open.
    private static func sending(_ text: String) -> String {
        """
        import json, sys
        acts, frame = [{"kind": "call", "id": 1, "to": "GET wss://a.example/", "body": "",
                        "encoding": "text", "open": True}], 0
        for line in sys.stdin:
            message = json.loads(line)
            frame = max(frame, message.get("at", 0))
            lines = []
            if message["kind"] == "hello":
                lines = [{"kind": "ready", "protocol": 1, "hears": "words", "name": "cafe",
                          "version": "1"}]
            elif message["kind"] == "make":
                acts.append({"kind": "made", "id": 1, "status": 101, "chunks": []})
            elif message["kind"] == "answer":
                acts += [{"kind": "more", "id": 1, "body": {"text": "\(text)"}, "encoding": "json",
                          "line": "bot.py:7 ask"}, {"kind": "ended"}]
            elif message["kind"] == "go":
                lines, acts = acts + [{"kind": "idle", "t": frame, "next": None}], []
            for one in lines:
                print(json.dumps(one), flush=True)
        """
    }

    @Test("names the message on an open call that says something else, in a test and in a replay")
    func changedMessage() throws {
        let command = "/usr/bin/python3 bot.py"
        try program.folder.write(
            #"{"engine": "program", "programCommand": "\#(command)"}"#, to: "voicetest.json")
        try write(Self.sending("small"))
        _ = try program.run(["test"])
        #expect(try program.run(["accept", ".", "--reason", "first"]).status == 0)
        try write(Self.sending("large"))
        let told = #"sends something else on GET wss://a.example/: text "small" -> "large""#
        for arguments in [
            ["test"], ["replay", "silent.vsession", "--program-command", command],
        ] {
            let outcome = try program.run(arguments)
            #expect(outcome.status == 1, "\(outcome.messages)")
            let text = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(text.contains("first cause: bot.py:7: The app \(told)"), "\(text)")
        }
    }

    @Test("refuses rules that are none, with what is wrong")
    func badRules() throws {
        try write(Self.asking("one"))
        try program.folder.write(#"{"ignore": [{"to": "weather"}]}"#, to: "rules.json")
        let outcome = try record(["--file", "rules.json=rules.json"])
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("without one of member and parameter"))
    }

    @Test("agrees with an escape that the project allows, and with no other")
    func escapes() throws {
        try write(
            """
            import os
            import voicetest_app as voice
            voice.emit("started", number=os.getpid() > 0)
            """)
        let refused = try record()
        #expect(refused.status != 0)
        try program.folder.write(
            #"{"escapes": [{"what": "chance", "file": "bot.py"}]}"#, to: "rules.json")
        let recorded = try record(["--file", "rules.json=rules.json", "--force"])
        #expect(recorded.status == 0, "\(recorded.messages)")
        #expect(try replay([]).status == 0)
    }

    @Test("hides what was said in calls and answers too, and the copy replays")
    func redaction() throws {
        let folder = "\(Program.package)/Corpora/program-words"
        let command = "\(client) \(folder)/bot.py"
        let redact = [
            "redact", "\(folder)/waits-for-the-model.vsession", "--output", "copy.vsession",
            "--all-speech",
        ]
        let unnamed = try program.run(redact)
        #expect(unnamed.status == 69)
        #expect(unnamed.messages.contains("--program-command"))
        let redacted = try program.run(redact + ["--program-command", command])
        #expect(redacted.status == 0, "\(redacted.output)\(redacted.messages)")
        let calls = try String(
            contentsOfFile: program.folder.path("copy.vsession/flow/calls.jsonl"),
            encoding: .utf8)
        #expect(!calls.contains("strange"))
        let replayed = try program.run([
            "replay", "copy.vsession", "--program-command", command, "--no-self-test",
        ])
        #expect(replayed.status == 0, "\(replayed.output)")
    }

    @Test("validate names the line of a session's calls and the member that does not fit")
    func brokenCalls() throws {
        let session = program.folder.path("a.vsession")
        try FileManager.default.copyItem(
            atPath: "\(Program.package)/Corpora/program-words/orders.vsession", toPath: session)
        let path = "\(session)/flow/calls.jsonl"
        let calls = try DiskFile.read(path, limit: 1 << 20)
        let text = String(decoding: calls, as: UTF8.self).replacing(
            #""after":"#, with: #""after":-"#)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let bytes = try DiskFile.read("\(session)/session.json", limit: 1 << 20)
        var manifest = try #require(try JSONReader.value(of: bytes).object)
        var files = try #require(manifest["files"]?.object)
        files["flow/calls.jsonl"] = [
            "sha256": .string(Digest.hex(of: Array(text.utf8))),
            "size": .integer(Int64(text.utf8.count)),
        ]
        manifest["files"] = .object(files)
        try JSONWriter.text(.object(manifest)).write(
            toFile: "\(session)/session.json", atomically: true, encoding: .utf8)
        let outcome = try program.run(["validate", "a.vsession"])
        #expect(outcome.status == 1)
        let told = #"calls.jsonl:1:1: error: is no call with its answer: its "answer" is missing"#
        #expect(outcome.output.contains(told), "\(outcome.output)\(outcome.messages)")
    }
}
