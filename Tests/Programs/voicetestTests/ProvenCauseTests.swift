import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

/// Causes that replays with parts of the edits prove.
@Suite struct ProvenCauseTests {
    private let program = Program()

    private func replace(_ old: String, _ new: String, in file: String) throws {
        let path = program.folder.path(file)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(old), "\(old)")
        try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// What a test of one scenario says in one line.
    private func test(_ name: String, in project: String, _ options: [String] = []) throws -> String
    {
        let red = try program.run(
            ["test", project, "--filter", name, "--no-self-test"] + options)
        #expect(red.status == 1, "\(red.output)\(red.messages)")
        return red.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test func theEditThatMattersIsTheFirstCauseAndTheOthersChangeNothing() throws {
        try program.makeScriptedProject()
        try replace("\"Ask for the size\"", "\"Size\"", in: "pizza/flow.json")
        try replace("\"large\", \"comparator\"", "\"big\", \"comparator\"", in: "pizza/flow.json")
        try replace("Goodbye.", "Bye.", in: "pizza/prompts.json")
        try replace("I heard nothing", "I heard no word", in: "pizza/prompts.json")
        let text = try test("silent", in: "pizza")
        #expect(
            text.contains(
                "first cause: pizza/prompts.json:7: P_NotHeard.textString"
                    + #" "Sorry, I heard nothing." -> "Sorry, I heard no word.""#), "\(text)")
        // Both are heard, one behind the other.
        #expect(text.contains("The next cause: pizza/prompts.json:11: "), "\(text)")
        #expect(text.contains("The other 2 edits change nothing here."), "\(text)")
        let json = try program.run(
            ["test", "pizza", "--filter", "silent", "--no-self-test", "--format", "json"]
        ).output
        #expect(json.contains(#""proven": true"#), "\(json)")
        #expect(try !test("silent", in: "pizza", ["--proof", "off"]).contains("Proven"))
        let short = try test("silent", in: "pizza", ["--proof", "1"])
        #expect(
            short.contains("Not proven: 1 replay does not settle which of 4 edits"), "\(short)")
    }

    /// Changes what all three sessions hear first, what two hear later, and what one does.
    private func editForAll() throws {
        try program.makeScriptedProject()
        try replace("Welcome to", "Hello from", in: "pizza/prompts.json")
        try replace("I heard nothing", "I heard no word", in: "pizza/prompts.json")
        try replace("Goodbye.", "Bye.", in: "pizza/prompts.json")
        try replace("Thank you", "Thanks", in: "pizza/prompts.json")
    }

    @Test func oneSessionIsSearchedForAllWithItsFirstCause() throws {
        try editForAll()
        let text = try test("", in: "pizza")
        #expect(text.contains("3 scenarios differ first cause: pizza/prompts.json:"), "\(text)")
        #expect(text.contains("The first cause alone is confirmed in 2 others."), "\(text)")
        #expect(text.contains("In barge-in: Proven by"), "\(text)")
        #expect(text.components(separatedBy: "Proven by").count == 2, "\(text)")
        let json = try program.run(
            ["test", "pizza", "--no-self-test", "--format", "json", "--jobs", "1"]
        ).output
        let told = json.matches(of: #/"proofOf": "([^"]*)",\s*"replays": (\d+),/#)
        #expect(told.map(\.1) == Array(repeating: "pizza/barge-in.vsession", count: 2), "\(json)")
        #expect(told.map(\.2) == ["1", "1"])
        let alone = try test("silent", in: "pizza")
        #expect(alone.contains("The next cause: "), "\(alone)")
    }

    @Test func theShardsOfARunTellTheProofsOfTheWhole() throws {
        try editForAll()
        let red = ["test", "pizza", "--no-self-test"]
        #expect(try program.run(red + ["--report", "whole"]).status == 1)
        for number in 1...2 {
            let shard = ["--shard", "\(number)/2", "--report", "part-\(number)"]
            #expect(try program.run(red + shard).status == 1)
        }
        let part = try String(
            contentsOfFile: program.folder.path("part-2/result.jsonl"), encoding: .utf8)
        // Each shard has a session that is searched wholly.
        #expect(part.contains("The next cause") && !part.contains("proofOf"), "\(part)")
        #expect(try program.run(["report", "part-1", "part-2", "--output", "merged"]).status == 1)
        let same = try program.runShell("diff -r whole merged")
        #expect(same.status == 0, "\(same.output)")
        for format in Program.machineForms {
            let one = try program.run(red + ["--format", format])
            let both = try program.run(
                ["report", "part-2", "part-1", "--output", format, "--format", format])
            #expect(both.output == one.output, "\(format)")
        }
    }

    /// A program that says two words and ends, without a client: it starts in no time.
    private static let bot = """
        import hashlib, json, sys
        def greeting():
            return "Hello there."

        def farewell():
            return "Goodbye."

        own = open("bot.py", "rb").read()
        files = {"bot.py": hashlib.sha1(b"blob %d\\0" % len(own) + own).hexdigest()}
        files = files if "told" in sys.argv else {}
        acts, frame = [{"kind": "play", "id": 1, "text": greeting(), "last": True,
                        "line": "bot.py:11"}, {"kind": "ended"}], 0

        """ + Program.doesItsActs

    private func makeProgram(_ arguments: String = "") throws {
        try program.folder.write(Self.bot, to: "bot.py")
        try program.folder.write(#"{"caller": []}"#, to: "a.scenario.json")
        try program.folder.write(
            #"{"engine": "program", "programCommand": "/usr/bin/python3 bot.py\#(arguments)"}"#,
            to: "voicetest.json")
        #expect(try program.run(["test"]).status == 1)
        #expect(try program.run(["accept", ".", "--reason", "new"]).status == 0)
    }

    private func git(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/git")
        process.arguments =
            ["-C", program.folder.path, "-c", "user.name=a", "-c", "user.email=a@b"] + arguments
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/git"), "git is missing"))
    func theOldTextOfAFileIsTheOneThatTheSessionLoaded() throws {
        try makeProgram(" told")
        #expect(try program.run(["validate", "a.vsession"]).status == 0)
        try git("init", "-q")
        try git("add", "bot.py")
        try git("commit", "-q", "-m", "what the session loaded")
        // The commit that has the session has other code already.
        try replace("Hello there.", "Hello you.", in: "bot.py")
        try replace("import hashlib", "# Says two words.\nimport hashlib", in: "bot.py")
        try git("add", "bot.py", "a.vsession")
        try git("commit", "-q", "-m", "the session, and another program")
        let text = try test("a", in: ".")
        #expect(text.contains("first cause: bot.py:4: "), "\(text)")
        #expect(text.contains("The other edit changes nothing here."), "\(text)")
        try git("checkout", "-q", "HEAD~1", "--", "bot.py")
        #expect(try program.run(["test", "--no-self-test"]).status == 0)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/git"), "git is missing"))
    func aRecordedPromptIsAnEditWhereGitHasTheOldOne() throws {
        func write(_ name: String, seconds: Int) throws {
            try SoundFile.writeMono(
                MonoSound(
                    sampleRate: 16_000,
                    samples: SpeechLikeSound.syllables(frames: 16_000 * seconds)),
                path: program.folder.path("\(name).wav"), overwrite: true)
        }
        try program.makeScriptedProject(at: "pizza")
        for name in try FileManager.default.contentsOfDirectory(
            atPath: program.folder.path("pizza"))
        {
            try FileManager.default.moveItem(
                atPath: program.folder.path("pizza/\(name)"), toPath: program.folder.path(name))
        }
        try replace(
            #""textString": "Shall I order it?""#, #""audioFile": "confirm.wav""#,
            in: "prompts.json")
        try replace(
            #""textString": "Thank you. It is on its way.""#, #""audioFile": "thanks.wav""#,
            in: "prompts.json")
        for name in ["confirm", "thanks"] { try write(name, seconds: 1) }
        #expect(try program.run(["test"]).status == 1)
        #expect(try program.run(["accept", ".", "--reason", "recorded prompts"]).status == 0)
        try git("init", "-q")
        try git("add", ".")
        try git("commit", "-q", "-m", "a")
        try write("confirm", seconds: 2)
        try replace("Goodbye.", "Bye.", in: "prompts.json")
        let text = try test("happy", in: ".")
        #expect(text.contains("first cause: confirm.wav: is another recording: "), "\(text)")
        #expect(
            text.contains("Proven by 2 replays. The other edit changes nothing here."), "\(text)")
        try write("thanks", seconds: 3)
        let both = try test("happy", in: ".")
        #expect(both.contains("first cause: confirm.wav: "), "\(both)")
        #expect(both.contains("The next cause: thanks.wav: is another recording: "), "\(both)")
        // Nothing is known of a sound that Git never had.
        _ = try program.runShell("rm -rf .git")
        let bare = try test("happy", in: ".")
        #expect(bare.contains("confirm.wav: is another recording: "), "\(bare)")
        #expect(!bare.contains("Proven by"), "\(bare)")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/git"), "git is missing"))
    func anEditOfAProgramIsProvenAgainstTheCommitOfItsSession() throws {
        try makeProgram()
        try replace("Hello there.", "Hello you.", in: "bot.py")
        let untracked = try test("a", in: ".")
        #expect(!untracked.contains("Proven"), "\(untracked)")
        try replace("Hello you.", "Hello there.", in: "bot.py")
        try git("init", "-q")
        try git("add", "bot.py", "voicetest.json", "a.scenario.json", "a.vsession")
        try git("commit", "-q", "-m", "a")
        try replace("Hello there.", "Hello you.", in: "bot.py")
        try replace("import hashlib", "# Says two words.\nimport hashlib", in: "bot.py")
        try replace("Goodbye.", "Bye.", in: "bot.py")
        for commits in [false, true] {
            if commits { try git("commit", "-q", "-a", "-m", "b") }
            let text = try test("a", in: ".")
            #expect(text.contains("first cause: bot.py:4: "), "\(text)")
            #expect(text.contains("The other 2 edits change nothing here."), "\(text)")
        }
    }
}
