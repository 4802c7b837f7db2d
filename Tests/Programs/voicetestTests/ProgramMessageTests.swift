import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

/// What a caller does beside speaking: messages of his app, keys that are told, hanging up.
@Suite("A caller who is a participant")
struct ProgramMessageTests {
    private let program = Program()
    private let client = Program.pythonClient

    /// An app that hears sound, is told keys, and answers each message.
    private static let app = """
        import asyncio
        import voicetest_app as voice
        fields = {"what": "text"}
        voice.declare(name="app", hears="audio", keys=True,
                      kinds={"sent": {"role": "decision", "fields": fields}})
        async def main():
            over = asyncio.Event()
            voice.on("send", lambda one: voice.emit("sent", what=one["content"]["mood"]))
            voice.on("key", lambda one: voice.emit("sent", what="key " + one["key"]))
            voice.on("hangUp", lambda one: voice.emit("sent", what="gone"))
            voice.on("field", lambda one: over.set())
            await over.wait()
        asyncio.run(main())
        """

    private func record(_ bot: String, _ scenario: String) throws -> Program.Outcome {
        try program.folder.write(bot, to: "bot.py")
        try program.folder.write(scenario, to: "a.scenario.json")
        return try program.run([
            "record", "--engine", "program", "--program-command", "\(client) bot.py",
            "--scenario", "a.scenario.json", "--output", "a.vsession",
        ])
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: program.folder.path("a.vsession/\(name)"), encoding: .utf8)
    }

    private func told() throws -> [String] {
        try text("trace.jsonl").split(separator: "\n").compactMap {
            $0.firstMatch(of: #/"kind":"sent".*"what":"([^"]*)"/#).map { String($0.1) }
        }
    }

    private static let scenario = """
        {"caller": [
            {"atMs": 100, "send": {"mood": "glad"}}, {"atMs": 200, "keys": "5#"},
            {"after": {"kind": "sent", "what": "key #"}, "delayMs": 100, "hangUp": true},
            {"after": {"kind": "sent", "what": "gone"}, "delayMs": 300, "send": {"mood": "sad"}}],
         "app": [{"atMs": 2000, "setField": {"name": "a", "value": 1}}],
         "expect": [{"kind": "received", "content": "{\\"mood\\":\\"glad\\"}"},
                    {"kind": "sent", "what": "sad"}]}
        """

    @Test("sends messages, is told as keys, hangs up between other lines, and replays")
    func reaches() throws {
        let recorded = try record(Self.app, Self.scenario)
        #expect(recorded.status == 0, "\(recorded.messages)")
        #expect(try told() == ["glad", "key 5", "key #", "gone", "sad"])
        #expect(try text("trace.jsonl").contains(#""content":"{\"mood\":\"glad\"}""#))
        #expect(try text("inputs.jsonl").contains(#""name":"send""#))
        let track = try SoundFile.readMono(
            path: program.folder.path("a.vsession/audio/mic.flac"), sampleRate: 16_000)
        #expect(KeyDecoder.keys(in: track).isEmpty)
        let replayed = try program.run([
            "replay", "a.vsession", "--program-command", "\(client) bot.py",
        ])
        #expect(replayed.status == 0, "\(replayed.output)")
    }

    @Test("the scenario of a session sends and hangs up as its caller did")
    func scenarioOfSession() throws {
        let scenario = """
            {"caller": [
                {"atMs": 100, "send": {"mood": "glad"}}, {"atMs": 700, "say": "hello there"},
                {"atMs": 2500, "hangUp": true}, {"atMs": 2600, "send": {"mood": "sad"}}],
             "app": [{"atMs": 3000, "setField": {"name": "a", "value": 1}}]}
            """
        #expect(try record(Self.app, scenario).status == 0)
        let heard = try told()
        #expect(heard == ["glad", "gone", "sad"])
        try program.folder.write(
            #"{"engine": "program", "programCommand": "\#(client) bot.py"}"#, to: "voicetest.json")
        let made = try program.run(["scenario", "a.vsession", "--output", "b.scenario.json"])
        #expect(made.status == 0, "\(made.messages)")
        #expect(made.output.contains("4 lines of the caller"), "\(made.output)")
        let again = try program.run([
            "record", "--engine", "program", "--program-command", "\(client) bot.py",
            "--scenario", "b.scenario.json", "--output", "a.vsession", "--force",
        ])
        #expect(again.status == 0, "\(again.messages)")
        #expect(try told() == heard)
        let other = try program.run(
            ["scenario", "a.vsession", "--output", "c.scenario.json", "--for", "."])
        #expect(other.status == 0, "\(other.messages)")
        for key in ["send", "hangUp"] {
            let note = "the scenario leaves out lines with \"\(key)\""
            #expect(other.messages.contains(note), "\(other.messages)")
        }
    }

    @Test("a message that a changed app ignores turns the session red")
    func regression() throws {
        #expect(try record(Self.app, Self.scenario).status == 0)
        let deaf = Self.app.replacing(#"voice.on("send""#, with: #"voice.on("unknown""#)
        try program.folder.write(deaf, to: "bot.py")
        let replayed = try program.run([
            "replay", "a.vsession", "--program-command", "\(client) bot.py",
        ])
        #expect(replayed.status == 1)
        let cause = "first cause: sent at 100 ms"
        #expect(replayed.output.contains(cause), "\(replayed.output)")
    }

    @Test("an app that knows no messages goes on as before")
    func ignores() throws {
        let plain = """
            import asyncio
            import voicetest_app as voice
            voice.declare(name="app", hears="audio")
            asyncio.run(asyncio.sleep(1))
            """
        let recorded = try record(plain, #"{"caller": [{"atMs": 100, "send": {"a": 1}}]}"#)
        #expect(recorded.status == 0, "\(recorded.messages)")
        #expect(try text("trace.jsonl").contains(#""reason":"ended""#))
    }

    @Test(
        "a line that sends something else than an object is refused with its place",
        arguments: [
            (#"{"atMs": 1, "send": "a"}"#, "found no object with members"),
            (#"{"atMs": 1, "send": {}}"#, "found no object with members"),
            (#"{"atMs": 1, "send": {"a": 1}, "say": "b"}"#, "\"say\" is there too"),
            (#"{"atMs": 1, "send": {"a": 1}, "gainDB": 3}"#, "a message is not heard. Remove it"),
        ])
    func refused(line: String, fault: String) throws {
        let outcome = try record(Self.app, #"{"caller": [\#(line)]}"#)
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains(fault), "\(outcome.messages)")
    }

    @Test("the caller of a flow sends no messages")
    func otherEngines() throws {
        let scenario = #"{"caller": [{"atMs": 1, "send": {"a": 1}}]}"#
        try program.folder.write(scenario, to: "a.scenario.json")
        let outcome = try program.run(["validate", "a.scenario.json"])
        #expect(outcome.status == 1)
        #expect(
            outcome.output.contains("an app of the engine voiceflow takes no messages"),
            "\(outcome.output)")
    }
}
