import Foundation
import Testing
import VoiceJSON
import VoiceTestSupport

/// Coverage and latency of sessions whose app is a program.
@Suite("voicetest with a program as the app: coverage and latency")
struct ProgramMeasureTests {
    private let program = Program()
    private let client = Program.pythonClient

    private static func bot(says last: String) -> String {
        """
        import voicetest_app as voice
        voice.declare(name="order", version="1", kinds={
            "state": {"role": "state", "fields": {"state": "text"}, "states": ["size", "done"]}})
        voice.emit("state", state="size")
        voice.emit("state", state="\(last)")
        """
    }

    @Test("coverage counts the states that a program declares, and names one that it never enters")
    func coverage() throws {
        try program.folder.write(#"{"caller": []}"#, to: "silent.scenario.json")
        for (last, status) in [("done", Int32(0)), ("size", 1)] {
            try program.folder.write(Self.bot(says: last), to: "bot.py")
            let recorded = try program.run([
                "record", "--engine", "program", "--program-command", "\(client) bot.py",
                "--scenario", "silent.scenario.json", "--output", "\(last).vsession",
            ])
            #expect(recorded.status == 0, "\(recorded.messages)")
            let outcome = try program.run([
                "replay", "\(last).vsession", "--program-command", "\(client) bot.py",
                "--coverage", "100", "--no-self-test",
            ])
            #expect(outcome.status == status, "\(outcome.output)\(outcome.messages)")
            #expect(outcome.output.contains("never entered: done") == (last == "size"))
        }
    }

    /// The parts of the first turn's latency in a session of the corpus, by owner or kind, in
    /// microseconds; the bot is that of the corpus with `new` in the place of `old`.
    private func parts(_ old: String = "", _ new: String = "") throws -> [String: Int64] {
        let folder = "\(Program.package)/Corpora/program-words"
        var bot = try String(contentsOfFile: "\(folder)/bot.py", encoding: .utf8)
        if !old.isEmpty {
            #expect(bot.contains(old))
            bot = bot.replacing(old, with: new)
        }
        try program.folder.write(bot, to: "bot.py")
        let outcome = try program.run([
            "latency", "\(folder)/orders.vsession", "--program-command", "\(client) bot.py",
            "--format", "json",
        ])
        let root = try JSONReader.value(of: Array(outcome.output.utf8)).object
        let turn = root?["sessions"]?.array?.first?.object?["turns"]?.array?.first?.object
        var parts: [String: Int64] = [:]
        for part in turn?["parts"]?.array?.compactMap(\.object) ?? [] {
            let name = part["owner"]?.string ?? part["kind"]?.string ?? ""
            parts[name, default: 0] += part["us"]?.integer ?? 0
        }
        return parts
    }

    @Test("latency divides the wait for an answer: the call by its name, and the bot's own waiting")
    func latency() throws {
        let call = "POST http://127.0.0.1:8765/understand"
        let before = try parts()
        // As the session holds it: 4,991 frames.
        #expect(before[call] == 311_937, "\(before)")
        let slow = try parts(
            "    voice.emit(\"decided\", choice=choice",
            "    await asyncio.sleep(.25)\n    voice.emit(\"decided\", choice=choice")
        #expect(slow[call] == before[call], "\(slow)")
        let total = { (parts: [String: Int64]) in parts.values.reduce(0, +) }
        #expect(total(slow) - total(before) == 250_000, "\(before) \(slow)")
    }
}
