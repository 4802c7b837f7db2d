import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@testable import SayKit

/// What is said to a dialogue as such, beside what its requests ask for.
@Suite("4.8 Repeat, back, cancel and help")
struct DialogueGlobalTests {
    private func run(_ texts: [String], _ dialogue: String) throws -> SayWorld {
        var world = try SayWorld(texts.map { .says($0) }, dialogue: dialogue)
        world.run()
        return world
    }

    private func spoken(_ world: SayWorld) -> [String] {
        world.sounds.filter { !$0.hasSuffix(".wav") }
    }

    @Test(
        "\"repeat\" and \"back\" are no entries of a node that counts them", .fact("saykit-4.8-3"))
    func countsNoRepeats() throws {
        let text = """
            { "start": "name",
              "nodes": {
                "name": {"ask": {"kind": "string", "prompt": "Your name?"}, "otherwise": "count",
                         "atMost": 2, "afterwards": "out"},
                "count": {"ask": {"kind": "numerical", "prompt": "How many?"}, "atMost": 2,
                          "on": [{"above": 9, "next": "count"}],
                          "otherwise": "done", "afterwards": "out"},
                "done": {"say": "Done.", "end": true}, "out": {"say": "Out.", "end": true} } }
            """
        let said = [
            "anna", "repeat", "repeat", "repeat", "go back", "anna", "go back", "anna", "11", "two",
        ]
        // "count" is entered by the answers "anna" alone, of which there are three.
        #expect(spoken(try run(said, text)).last == "Out.")
        let fewer = ["anna", "repeat", "repeat", "repeat", "go back", "repeat", "anna", "two"]
        #expect(spoken(try run(fewer, text)).last == "Done.")
    }

    @Test(
        "words for no answer a confirmation, and the plain \"cancel\" cancels",
        .fact("saykit-4.8-3"), arguments: ["stop", "cancel that", "never mind", "forget it"])
    func noInConfirmations(no: String) throws {
        let text = """
            { "start": "sure",
              "nodes": {
                "sure": {"ask": {"kind": "confirmation", "prompt": "Sure?"},
                         "on": [{"equals": false, "next": "no"}], "otherwise": "yes",
                         "onCancel": "cancelled"},
                "no": {"say": "No.", "end": true}, "yes": {"say": "Yes.", "end": true},
                "cancelled": {"say": "Cancelled.", "end": true} } }
            """
        #expect(spoken(try run([no], text)) == ["Sure?", "No."])
        #expect(spoken(try run(["cancel"], text)) == ["Sure?", "Cancelled."])
    }

    @Test("a command that a node asks for counts before what a dialogue takes everywhere")
    func commands() throws {
        let text = """
            { "start": "what",
              "nodes": {
                "what": {"ask": {"kind": "command", "prompt": "What now?",
                                 "commands": ["back", "help"]},
                         "on": [{"equals": "back", "next": "back"},
                                {"equals": "help", "next": "help"}], "onCancel": "bye"},
                "back": {"say": "Going back.", "next": "what"},
                "help": {"say": "Helping.", "next": "what"},
                "bye": {"say": "Goodbye.", "end": true} } }
            """
        let world = try run(["back", "help", "repeat", "cancel"], text)
        #expect(
            spoken(world) == [
                "What now?", "Going back.", "What now?", "Helping.", "What now?", "What now?",
                "Goodbye.",
            ])
    }

    @Test(
        "an option or a template that is said counts, and other words of it do not",
        arguments: [
            (#""kind": "select", "options": ["Back", "Front"]"#, "go back", "Back"),
            (#""kind": "select", "options": ["Back door", "Front door"]"#, "back", "back"),
            (
                #""kind": "select", "options": ["Help"], "globals": {"help": ["i need help"]}"#,
                "i need help", "help"
            ),
            (#""kind": "pattern", "templates": ["help me", "@all"]"#, "help me", ""),
            (#""kind": "pattern", "templates": ["@all"]"#, "help me", "help"),
            (#""kind": "string""#, "help", "help"),
            (#""kind": "numerical""#, "once more", "repeat"),
        ])
    func ownBeforeGlobal(form: String, said: String, answer: String) throws {
        let text = """
            { "start": "what",
              "nodes": {"what": {"ask": {\(form), "prompt": "What?"}, "save": "it"}} }
            """
        let world = try run([said], text)
        let value = world.events("interpreted").first?["value"]?.object
        #expect((value?["global"] ?? value?["label"])?.string ?? "" == answer)
    }

    @Test("a node leaves out what a dialogue takes everywhere")
    func without() throws {
        let text = """
            { "start": "title",
              "nodes": {
                "title": {"ask": {"kind": "string", "prompt": "Which song?"}, "save": "title",
                          "without": ["help", "back"], "otherwise": "done"},
                "done": {"say": "{title}.", "end": true} } }
            """
        #expect(spoken(try run(["repeat", "help"], text)).suffix(2) == ["Which song?", "help."])
        let files = [SayKitFactory.dialogueFile: Array(text.utf8)]
        let graph = try SayKitFactory().graph(of: files, name: "song", named: { $0 })
        #expect(graph?.edges.map(\.key) == ["otherwise", "repeat"])
    }
}
