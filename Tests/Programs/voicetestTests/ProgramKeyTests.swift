import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

/// Keys that the caller of a program presses, by the program's own commands.
@Suite("Keys for a program")
struct ProgramKeyTests {
    private let program: Program
    private let client = Program.pythonClient

    /// A menu that decides by its first key.
    private static let menu = """
        import asyncio
        import voicetest_app as voice
        fields = {"state": "text"}
        voice.declare(name="menu", kinds={"decided": {"role": "decision", "fields": fields}})
        async def main():
            loop = asyncio.get_running_loop()
            pressed = loop.create_future()
            voice.on("key", lambda one: pressed.done() or pressed.set_result(one["key"]))
            await voice.say("One for sales, two for help.")
            try:
                key = await asyncio.wait_for(pressed, 5)
            except asyncio.TimeoutError:
                key = ""
            voice.emit("decided", state={"1": "sales", "2": "help"}.get(key, "operator"))
        asyncio.run(main())
        """

    /// A program that listens to three seconds of sound.
    private static let ears = """
        import asyncio
        import voicetest_app as voice
        voice.declare(name="ears", hears="audio")
        asyncio.run(asyncio.sleep(3))
        """

    init() { self.init(Program()) }

    private init(_ program: Program) { self.program = program }

    private func record(_ bot: String, _ line: String) throws -> Program.Outcome {
        try program.folder.write(bot, to: "bot.py")
        try program.folder.write(#"{"caller": [\#(line)]}"#, to: "keys.scenario.json")
        return try program.run([
            "record", "--engine", "program", "--program-command", "\(client) bot.py",
            "--scenario", "keys.scenario.json", "--output", "a.vsession",
        ])
    }

    private func replay() throws -> Program.Outcome {
        try program.run(["replay", "a.vsession", "--program-command", "\(client) bot.py"])
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: program.folder.path("a.vsession/\(name)"), encoding: .utf8)
    }

    private func heard() throws -> [Character] {
        let track = try SoundFile.readMono(
            path: program.folder.path("a.vsession/audio/mic.flac"), sampleRate: 16_000)
        return KeyDecoder.keys(in: track).map(\.key)
    }

    /// Puts the menu here, and a session in which its caller presses two.
    private func recordMenu() throws {
        try program.copyShared("keys") { maker in
            let line = #"{"after": {"kind": "said"}, "delayMs": 300, "keys": "2#"}"#
            let recorded = try Self(maker).record(Self.menu, line)
            guard recorded.status == 0 else { throw Program.Failure(messages: recorded.messages) }
        }
    }

    @Test("reach it as inputs, are in session and trace, and replay")
    func words() throws {
        try recordMenu()
        #expect(try text("inputs.jsonl").contains(#""key":"2","kind":"key""#))
        let trace = try text("trace.jsonl")
        #expect(trace.contains(#""key":"2","kind":"key""#))
        #expect(trace.contains(#""state":"help""#))
        #expect(try heard() == [])
        let replayed = try replay()
        #expect(replayed.status == 0, "\(replayed.output)")
    }

    @Test("that a changed program ignores turn the session red, with what it decided instead")
    func regression() throws {
        try recordMenu()
        let deaf = Self.menu.replacing(
            #"voice.on("key", lambda"#, with: #"voice.on("tone", lambda"#)
        try program.folder.write(deaf, to: "bot.py")
        let outcome = try replay()
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("first cause: decided at"), "\(outcome.output)")
        #expect(outcome.output.contains(#"expected "help", found "operator""#), "\(outcome.output)")
    }

    @Test("are tones in the microphone of a program that hears sound")
    func audio() throws {
        let recorded = try record(Self.ears, #"{"atMs": 500, "keys": "1234*0#D"}"#)
        #expect(recorded.status == 0, "\(recorded.messages)")
        #expect(try heard() == Array("1234*0#D"))
        #expect(try replay().status == 0)
    }

    @Test("that no telephone has are refused with their place")
    func wrongKeys() throws {
        let outcome = try record(Self.menu, #"{"atMs": 500, "keys": "12x"}"#)
        #expect(outcome.status == 65)
        #expect(
            outcome.messages.contains(
                #"keys.scenario.json:1:35: error: "x" is no key of a telephone"#),
            "\(outcome.messages)")
    }

    @Test("are not redacted: the session is refused")
    func redaction() throws {
        try recordMenu()
        let outcome = try program.run([
            "redact", "a.vsession", "--output", "copy.vsession", "--program-command",
            "\(client) bot.py",
        ])
        #expect(outcome.status == 1)
        #expect(outcome.messages.contains("pressed keys"), "\(outcome.messages)")
        #expect(!FileManager.default.fileExists(atPath: program.folder.path("copy.vsession")))
    }
}
