import Testing
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import SayKit

@Suite("4.8 Faults of dialogue files")
struct DialogueFindingTests {
    private func findings(_ text: String) throws -> [String] {
        let files = [SayKitFactory.dialogueFile: Array(text.utf8)]
        return try SayKitFactory().findings(
            in: files, named: { $0 }, surroundings: EngineSurroundings()
        ).map(\.message)
    }

    @Test("a right dialogue has none", .fact("saykit-4.8-6"))
    func right() throws {
        #expect(try findings(TestDialogue.order).isEmpty)
    }

    @Test(
        "what does not resolve, is missing or contradicts itself is found", .fact("saykit-4.8-6"),
        arguments: [
            (#"{"start": "a", "nodes": {}}"#, "there are no nodes"),
            (
                #"{"start": "x", "nodes": {"a": {"say": "A.", "end": true}}}"#,
                "unknown node \"x\". Use one of: a"
            ),
            (
                #"{"start": "a", "nodes": {"a": {"say": "A.", "next": "b"}}}"#,
                "unknown node \"b\". Use one of: a"
            ),
            (
                #"{"start": "a", "nodes": {"a": {"end": true}, "b": {"end": true}}}"#,
                "nothing leads to \"b\""
            ),
            (#"{"start": "a", "nodes": {"a": {"ask": {"kind": "poem"}}}}"#, "ask.kind is \"poem\""),
            (
                #"{"start": "a", "nodes": {"a": {"ask": {"kind": "select"}}}}"#,
                "The request has no options"
            ),
            (#"{"start": "a", "nodes": {"a": {"next": "a"}}}"#, "neither says nor asks"),
            (#"{"start": "a", "nodes": {"a": {"sya": "A.", "end": true}}}"#, "\"sya\" is unknown"),
            (
                #"{"start": "a", "nodes": {"a": {"on": [{"next": "a"}], "end": true}}}"#,
                "there is no \"equals\""
            ),
        ])
    func finds(text: String, message: String) throws {
        let found = try findings(text)
        #expect(found.contains { $0.contains(message) }, "\(found)")
    }

    private static func node(_ text: String, _ more: String = "") -> String {
        #"{"start": "a", "nodes": {"a": {\#(text)}\#(more)}}"#
    }

    private static let select =
        #""ask": {"kind": "select", "options": ["Small", {"label": "Large", "aliases": ["big"]}]}"#
    private static let pattern =
        #""ask": {"kind": "pattern", "templates": ["go @where:(left|right) @far:Number"]}"#

    @Test(
        "keys that are misspelled are found, with the one that is meant", .fact("saykit-4.8-6"),
        arguments: [
            (
                #""ask": {"kind": "string", "promt": "Who?"}"#, "$.nodes.a.ask.promt",
                "Write \"prompt\", or remove it."
            ),
            (
                #""ask": {"kind": "string", "retires": 2}"#, "$.nodes.a.ask.retires",
                "Write \"retries\", or remove it."
            ),
            (
                #""ask": {"kind": "string", "prompt": {"display": "Who?", "spokn": "Who?"}}"#,
                "$.nodes.a.ask.prompt.spokn", "Write \"spoken\", or remove it."
            ),
            (
                #""ask": {"kind": "select", "options": [{"label": "Red", "alias": ["R"]}]}"#,
                "$.nodes.a.ask.options[0].alias", "Write \"aliases\", or remove it."
            ),
            (
                #""ask": {"kind": "command", "commands": ["back", {"type": "x", "xyz": 1,"#
                    + #" "templates": ["x"]}]}"#,
                "$.nodes.a.ask.commands[1].xyz", "Use one of: type, templates."
            ),
        ])
    func misspelled(node: String, path: String, step: String) throws {
        let found = try all(Self.node(node)).filter { $0.path.description == path }
        #expect(found.count == 1 && found[0].message.hasSuffix(step), "\(found)")
    }

    @Test(
        "conditions that no answer meets are found at their key", .fact("saykit-4.8-6"),
        arguments: [
            (
                select, #""equals": "Big""#, "equals",
                "no answer is \"Big\". Use one of: Small, Large."
            ),
            (select, #""above": 3"#, "above", "is not a number"),
            (select, #""equals": "x", "entity": "y""#, "entity", "have no entities"),
            (
                #""ask": {"kind": "confirmation"}"#, #""equals": "sure""#, "equals",
                "Use one of: yes, no."
            ),
            (
                #""ask": {"kind": "numerical"}"#, #""equals": "three""#, "equals",
                "not a number in digits"
            ),
            (pattern, #""below": 3"#, "below", "Name an \"entity\": far, where."),
            (pattern, #""equals": "up", "entity": "where""#, "equals", "Use one of: left, right."),
            (pattern, #""above": 1, "entity": "where""#, "above", "Write @where:Number"),
            (pattern, #""above": 1, "entity": "fra""#, "entity", "Use one of: far, where."),
            (
                #""ask": {"kind": "command", "commands": ["back", "help"]}"#, #""equals": "next""#,
                "equals", "Use one of: back, help."
            ),
        ])
    func conditions(ask: String, condition: String, key: String, message: String) throws {
        let text = Self.node(#"\#(ask), "on": [{\#(condition), "next": "a"}]"#)
        let found = try all(text).filter { $0.severity == .error }
        #expect(found.map(\.path.description) == ["$.nodes.a.on[0].\(key)"], "\(found)")
        #expect(found.first?.message.contains(message) == true, "\(found)")
    }

    @Test(
        "conditions that an answer can meet are right",
        arguments: [
            (select, #""equals": "LARGE!""#), (pattern, #""above": 1, "entity": "far""#),
            (pattern, #""equals": "Left", "entity": "where""#),
            (#""ask": {"kind": "numerical"}"#, #""equals": 2.5"#),
            (#""ask": {"kind": "confirmation"}"#, #""equals": false"#),
            (#""ask": {"kind": "string"}"#, #""equals": "anything""#),
            (#""ask": {"kind": "command"}"#, #""equals": "tea", "entity": "query""#),
        ])
    func metConditions(ask: String, condition: String) throws {
        let text = Self.node(#"\#(ask), "on": [{\#(condition), "next": "a"}]"#)
        #expect(try all(text).filter { $0.severity == .error } == [])
    }

    @Test(
        "places of answers that nothing keeps are found in every text", .fact("saykit-4.8-6"),
        arguments: [
            (#""say": "{size}?", "end": true"#, "$.nodes.a.say", "Use one of: c."),
            (#""say": {"text": "{size}?"}, "end": true"#, "$.nodes.a.say.text", "Use one of: c."),
            (
                #""ask": {"kind": "string", "prompt": "{c.entity}"}"#, "$.nodes.a.ask.prompt",
                "has no entity \"entity\". Use one of: far, where."
            ),
            (
                #""ask": {"kind": "string", "prompt": {"display": "{x}"}}"#,
                "$.nodes.a.ask.prompt.display", "Use one of: c."
            ),
            (
                #""ask": {"kind": "string", "followupPrompt": "{x}"}"#,
                "$.nodes.a.ask.followupPrompt", "Use one of: c."
            ),
            (
                #""ask": {"kind": "string"}, "help": "{x}"}"#.replacing("}\"}", with: "}\""),
                "$.nodes.a.help", "Use one of: c."
            ),
        ])
    func places(node: String, path: String, step: String) throws {
        let keeps = #", "k": {\#(Self.pattern), "save": "c", "otherwise": "a"}"#
        let text = Self.node(node, keeps).replacing(#""start": "a""#, with: #""start": "k""#)
        let found = try all(text).filter { $0.severity == .error }
        #expect(found.map(\.path.description) == [path], "\(found)")
        #expect(found.first?.message.hasSuffix(step) == true, "\(found)")
    }

    @Test(
        "what a node says against itself is found", .fact("saykit-4.8-6"),
        arguments: [
            (#""say": "A.", "end": true, "next": "a""#, "a node that ends has no \"next\""),
            (#""ask": {"kind": "string"}, "end": true"#, "a node that ends has no \"ask\""),
            (#""say": "A.", "otherwise": "a""#, "has \"next\" instead"),
            (#""say": "A.", "next": "a", "save": "x""#, "has no \"save\""),
            (#""say": "A.", "next": "a", "afterwards": "a""#, "never taken without \"atMost\""),
            (#""ask": {"kind": "string"}, "without": ["stop"]"#, "\"stop\" is unknown"),
            (#""ask": {"kind": "string"}, "without": true"#, "expected an array"),
        ])
    func contradictions(node: String, message: String) throws {
        let found = try all(Self.node(node)).map(\.message)
        #expect(found.contains { $0.contains(message) }, "\(found)")
    }

    @Test(
        "nodes that only lead to each other, or to themselves, are not reached",
        .fact("saykit-4.8-6"))
    func reach() throws {
        let more =
            #", "b": {"say": "B.", "next": "c"}, "c": {"say": "C.", "next": "b"},"#
            + #" "d": {"say": "D.", "next": "d"}"#
        let found = try all(Self.node(#""say": "A.", "end": true"#, more))
        #expect(found.map(\.path.description) == ["$.nodes.b", "$.nodes.c", "$.nodes.d"])
        #expect(found.allSatisfy { $0.message.contains("from the start") })
    }

    @Test(
        "a request that an app would have to decide about is refused", .fact("saykit-4.8-6"),
        arguments: ["interpreter", "responder", "recognizer"])
    func app(key: String) throws {
        let found = try all(Self.node(#""ask": {"kind": "string", "\#(key)": "app"}"#))
        #expect(found.contains { $0.severity == .error && $0.path.description.hasSuffix(key) })
    }

    @Test("a wrong value of a request is found where it stands, with line and column")
    func place() throws {
        let text = """
            {"start": "a", "nodes": {"a": {"ask": {
              "kind": "select",
              "options": ["Red", {"label": 3}]}}}}
            """
        let found = try #require(try all(text).first { $0.severity == .error })
        #expect(found.path.description == "$.nodes.a.ask.options[1].label")
        #expect(found.place.description == "line 3, column 32")
    }

    private func all(_ text: String) throws -> [Finding] {
        let files = [SayKitFactory.dialogueFile: Array(text.utf8)]
        return try SayKitFactory().findings(
            in: files, named: { $0 }, surroundings: EngineSurroundings())
    }

    @Test("the sample with every key of the schema has none")
    func everyKey() throws {
        let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let bytes = try DiskFile.read("/\(folder)/Schemas/every-key.dialogue.json", limit: 1 << 20)
        #expect(try findings(String(decoding: bytes, as: UTF8.self)).isEmpty)
    }

    @Test("an engine is not made of a file that is refused, or is no JSON")
    func refuses() throws {
        #expect(throws: EngineFileError.self) { try SayWorld(dialogue: "{") }
        let error = #expect(throws: EngineFileError.self) {
            try SayWorld(dialogue: #"{"start": "x", "nodes": {}}"#)
        }
        #expect(error?.description.contains("there are no nodes") == true)
    }
}
