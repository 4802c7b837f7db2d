import Foundation
import Testing
import VoiceJSON
import VoiceTestSupport

/// Copies of sessions whose app is a program, without what was said.
@Suite("voicetest redact with a program as the app")
struct ProgramRedactionTests {
    private let program = Program()
    private let client = Program.pythonClient

    /// Redacts a session of the corpus; the bot is copied, so that it can be changed.
    private func redact(_ project: String, _ session: String) throws -> Program.Outcome {
        let folder = "\(Program.package)/Corpora/\(project)"
        try FileManager.default.copyItem(
            atPath: "\(folder)/bot.py", toPath: program.folder.path("bot.py"))
        return try program.run([
            "redact", "\(folder)/\(session).vsession", "--output", "copy.vsession",
            "--program-command", "\(client) bot.py",
        ])
    }

    private func replay(_ more: [String] = []) throws -> Program.Outcome {
        try program.run(
            [
                "replay", "copy.vsession", "--program-command", "\(client) bot.py",
                "--no-self-test",
            ] + more)
    }

    private func change(_ old: String, to new: String) throws {
        let path = program.folder.path("bot.py")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(old))
        try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// The texts of the copy's files that are no sound, in lower case.
    private func texts() throws -> String {
        let folder = program.folder.path("copy.vsession")
        let names = FileManager.default.enumerator(atPath: folder)?.allObjects ?? []
        return names.compactMap { $0 as? String }.filter { !$0.hasSuffix(".flac") }
            .compactMap { try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
            .joined(separator: "\n").lowercased()
    }

    @Test(
        "hides words that the bot repeats in its prompts; the copy runs the bot and sees a change")
    func repeatedWords() throws {
        let redacted = try redact("program-words", "orders")
        #expect(redacted.status == 0, "\(redacted.output)\(redacted.messages)")
        #expect(redacted.output.contains("1 prompts silenced"), "\(redacted.output)")
        #expect(!(try texts()).contains("large"))
        let same = try replay()
        #expect(same.status == 0, "\(same.output)\(same.messages)")
        try change("It is on its way.", to: "It comes.")
        let changed = try replay()
        #expect(changed.status == 1)
        #expect(changed.output.contains("It comes."), "\(changed.output)")
    }

    @Test("a copy of a bot that hears sound goes on with what it did, and says so")
    func sound() throws {
        let redacted = try redact("program-audio", "orders")
        #expect(redacted.status == 0, "\(redacted.output)\(redacted.messages)")
        #expect(redacted.messages.contains("hears sound itself"), "\(redacted.messages)")
        let texts = try texts()
        for word in ["large", "ada", "lovelace"] {
            let found = texts.split { !$0.isLetter }.contains { $0 == word }
            #expect(!found, "\(word)")
        }
        // Sound of the caller in the body of a call.
        #expect(texts.contains(String(repeating: "a", count: 400)))
        let same = try replay()
        #expect(same.status == 0, "\(same.output)\(same.messages)")
        #expect(same.messages.contains("what its program heard is hidden from"))
        #expect(try program.run(["validate", "copy.vsession"]).status == 0)
        let certified = try replay(["--certify", "2", "--format", "json"])
        #expect(certified.status == 0, "\(certified.output)\(certified.messages)")
        // Where it runs in the copy, a changed bot is red.
        try change("please tell me your", to: "now tell me your")
        let changed = try replay()
        #expect(changed.status == 1, "\(changed.output)")
        #expect(changed.output.contains("first cause: sounds sound 1 at 0 ms"), "\(changed.output)")
        // Acts that are none are named with their file.
        let path = program.folder.path("copy.vsession/flow/acts.jsonl")
        let acts = try String(contentsOfFile: path, encoding: .utf8)
        try acts.replacing(#""kind":"emit""#, with: #""kind":"sing""#)
            .write(toFile: path, atomically: true, encoding: .utf8)
        let damaged = try replay()
        #expect(damaged.status == 65)
        #expect(damaged.output.contains("acts.jsonl"), "\(damaged.output)")
    }

    @Test("a copy of a bot that decides by what was said goes on with what it did")
    func decidesByWords() throws {
        try program.folder.write(
            """
            import asyncio
            import voicetest_app as voice
            voice.declare(name="sums", version="1", kinds={"summed": {"role": "decision"}})
            async def main():
                await voice.say("Your name?")
                words = await voice.listen()
                voice.emit("summed", sum=sum(map(ord, words)))
                await voice.say(f"Thank you, {words}.")
            asyncio.run(main())
            """, to: "bot.py")
        try program.folder.write(
            #"{"caller": [{"atMs": 3000, "say": "ada lovelace"}]}"#, to: "names.scenario.json")
        let command = ["--program-command", "\(client) bot.py"]
        let recorded = try program.run(
            ["record", "--engine", "program", "--recognizer", "scripted"] + command + [
                "--scenario", "names.scenario.json", "--output", "names.vsession",
            ])
        #expect(recorded.status == 0, "\(recorded.messages)")
        let redacted = try program.run(
            ["redact", "names.vsession", "--output", "copy.vsession"] + command)
        #expect(redacted.status == 0, "\(redacted.output)\(redacted.messages)")
        #expect(redacted.messages.contains("decides by what was said"), "\(redacted.messages)")
        #expect(!(try texts()).contains("lovelace"))
        let same = try replay()
        #expect(same.status == 0, "\(same.output)\(same.messages)")
        // Its later acts have the numbers of those that were kept.
        try change(
            #"await voice.say("Your name?")"#,
            to: #"await voice.say("Hello."); await voice.say("Your name?")"#)
        let changed = try replay()
        #expect(changed.status == 1, "\(changed.output)\(changed.messages)")
        #expect(changed.output.contains("Hello."), "\(changed.output)")
    }
}
