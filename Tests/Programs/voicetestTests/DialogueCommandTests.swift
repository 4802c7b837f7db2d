import Testing
import VoiceTestSupport
import VoiceTrace

@testable import voicetest

/// A dialogue of SayKit from its file to its session, with a scripted recognizer.
@Suite("Dialogues of SayKit on the command line")
struct DialogueCommandTests {
    private let program = Program()

    private static let dialogue = """
        {
            "start": "size",
            "nodes": {
                "size": {
                    "ask": { "kind": "select", "prompt": "Size?", "options": ["Small", "Large"] },
                    "save": "size", "otherwise": "done", "onCancel": "bye"
                },
                "done": { "say": "{size}.", "end": true },
                "bye": { "say": "Bye.", "end": true }
            }
        }
        """

    private static let scenario = """
        {
            "caller": [
                { "after": { "kind": "listening", "listen": "1" }, "say": "large" }
            ],
            "expect": [ { "kind": "edge", "from": "size", "to": "done" } ]
        }
        """

    /// Writes a project with the dialogue, and records its session.
    private func record() throws {
        try program.write(Self.dialogue, to: "size.dialogue.json")
        try program.write(Self.scenario, to: "large.scenario.json")
        let project = """
            {
                "engine": "saykit", "files": { "dialogue.json": "size.dialogue.json" },
                "recognizer": "scripted"
            }
            """
        try program.write(project, to: "voicetest.json")
        let outcome = try program.run([
            "record", "--dialogue", "size.dialogue.json", "--scenario", "large.scenario.json",
            "--recognizer", "scripted", "--output", "large.vsession",
        ])
        #expect(outcome.status == 0, "\(outcome.messages)")
    }

    @Test("record takes a dialogue by --dialogue, and replay, validate and test take its session")
    func records() throws {
        try record()
        let session = SessionFolder(path: program.folder.path("large.vsession"))
        #expect(try session.manifest().engine.kind == "saykit")
        #expect(try program.run(["replay", "large.vsession"]).status == 0)
        #expect(try program.run(["validate", "large.vsession", "."]).status == 0)
        let tested = try program.run(["test", ".", "--coverage", "20"])
        #expect(tested.status == 0)
        #expect(tested.output.contains("2 of 3 modules"), "\(tested.output)")
    }

    @Test("test sees a dialogue that leads elsewhere, and coverage counts nodes and edges")
    func seesChange() throws {
        try record()
        let changed = Self.dialogue.replacing(
            "\"otherwise\": \"done\"", with: "\"otherwise\": \"bye\"")
        try program.write(changed, to: "size.dialogue.json")
        let tested = try program.run(["test", ".", "--format", "json"])
        #expect(tested.status == 1)
        #expect(tested.output.contains("bye"))
        let enough = try program.run(["test", ".", "--coverage", "100"])
        #expect(enough.output.contains("size"))
        #expect(enough.status == 1)
    }

    @Test("flow draws a dialogue that is known by its name or its content")
    func draws() throws {
        try program.write(Self.dialogue, to: "size.dialogue.json")
        try program.write(Self.dialogue, to: "other.json")
        for name in ["size.dialogue.json", "other.json"] {
            let outcome = try program.run(["flow", name])
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("size (select)\n    otherwise -> done"))
        }
        let picture = try program.run(["flow", "size.dialogue.json", "--format", "svg"])
        #expect(picture.output.contains("<svg"))
    }

    @Test("validate finds faults of a dialogue with their place, also beside a scenario")
    func validates() throws {
        let wrong = Self.dialogue.replacing("\"onCancel\": \"bye\"", with: "\"onCancel\": \"by\"")
        try program.write(wrong, to: "size.dialogue.json")
        try program.write(Self.scenario, to: "large.scenario.json")
        let outcome = try program.run(["validate", "size.dialogue.json", "large.scenario.json"])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("size.dialogue.json:6:"))
        #expect(outcome.output.contains("unknown node \"by\". Use one of: bye, done, size"))
        let named = try program.run(["validate", "--dialogue", "size.dialogue.json"])
        #expect(named.status == 1)
    }

    @Test("a dialogue beside another engine is wrong usage")
    func refusesOtherEngine() throws {
        let outcome = try program.run([
            "record", "--engine", "voicekit", "--dialogue", "a", "--scenario", "b", "--output",
            "c.vsession",
        ])
        #expect(outcome.status == 64)
        let message = "--dialogue is for the engine saykit. Leave out --engine voicekit."
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
    }

    @Test("the project of init has a dialogue and scenarios without a finding")
    func template() throws {
        for file in try ProjectTemplate.of("saykit").files where !file.path.hasPrefix("media/") {
            try program.write(String(decoding: file.bytes, as: UTF8.self), to: file.path)
        }
        let outcome = try program.run(["validate", "."])
        #expect(outcome.status == 0)
        #expect(outcome.output == "0 errors, 0 warnings\n", "\(outcome.output)")
    }
}
