import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

@Suite("Runtime fields")
struct FieldTests {
    @Test("a target is read after PreModuleEnd", .fact("voiceflow-3-1", "voiceflow-5-3"))
    func targetTime() throws {
        var rig = try Rig(
            [Files.module("A", "node", to: "$[Next]"), Files.module("B", "node")], from: "A")
        rig.replies["before A"] = [.set("Next", "A")]
        rig.replies["after A"] = [.set("Next", "B")]
        rig.run()
        #expect(rig.way[1] == "A -> B (DEFAULT)")
    }

    @Test("a prompt's name is read after PreModuleStart", .fact("voiceflow-3-1", "voiceflow-5-3"))
    func parameterTime() throws {
        var rig = try Rig(
            [Files.play("Say", ["$[P]"])], from: "Say",
            prompts: [Files.text("OLD"), Files.text("NEW")])
        rig.replies["before VF_START"] = [.set("P", "OLD")]
        rig.replies["before Say"] = [.set("P", "NEW")]
        rig.run()
        #expect(rig.system == "NEW")
    }

    @Test("a prompt's content is read when its segment starts", .fact("voiceflow-5-3"))
    func contentTime() throws {
        var rig = try Rig(
            [Files.play("Say", ["A", "B"])], from: "Say",
            prompts: [Files.text("A", "$[T]"), Files.text("B", "$[T]")])
        rig.replies["before Say"] = [.set("T", "one")]
        rig.replies["part A ended"] = [.set("T", "two")]
        rig.run()
        #expect(rig.played.map(\.text) == ["one", "two"])
    }

    @Test("a member's name is read when its prompt starts", .fact("voiceflow-5-3"))
    func memberTime() throws {
        var rig = try Rig(
            [Files.play("Say", ["ALL"])], from: "Say",
            prompts: [Files.group("ALL", "combo", ["$[M]"]), Files.text("YES")])
        rig.replies["all ALL started"] = [.set("M", "YES")]
        rig.run()
        #expect(rig.system == "YES")
    }

    @Test(
        "a number or a boolean stands for its spelling", .fact("voiceflow-5-4"),
        arguments: [(JSONValue.integer(5), "5"), (true, "true"), (.decimal("0.5"), "0.5")])
    func spelling(value: JSONValue, text: String) throws {
        var rig = try Rig(
            [Files.play("Say", ["P"])], from: "Say", prompts: [Files.text("P", "$[T]")])
        rig.replies["before Say"] = [.set("T", value)]
        rig.run()
        #expect(rig.played.first?.text == text)
    }

    @Test(
        "a field of another type is as good as unset", .fact("voiceflow-5-4"),
        arguments: [JSONValue.null, .array([])])
    func wrongType(value: JSONValue) throws {
        var rig = try Rig([Files.module("A", "node", to: "$[Next]")], from: "A")
        rig.replies["before A"] = [.set("Next", value)]
        rig.run()
        #expect(rig.end == "failure")
    }

    @Test("text that merely contains $[F] is itself", .fact("voiceflow-5-1"))
    func noInterpolation() throws {
        var rig = try Rig(
            [Files.play("Say", ["P"])], from: "Say", prompts: [Files.text("P", "hello $[F]")])
        rig.replies["before Say"] = [.set("F", "x")]
        rig.run()
        #expect(rig.played.first?.text == "hello $[F]")
    }

    @Test(
        "only a whole $[Name] is a field", .fact("voiceflow-5-1"),
        arguments: ["$[]", "$[a", "$a]", "[a]", "$[a]b]", " $[a]", "$[\u{301}a]", "$[a]\u{301}"])
    func literals(text: String) {
        #expect(FlowText(text) == .literal(text))
    }

    @Test("names are case-sensitive", .fact("voiceflow-5-1"))
    func caseSensitive() throws {
        var rig = try Rig([Files.module("A", "node", to: "$[next]")], from: "A")
        rig.replies["before A"] = [.set("Next", "VF_END")]
        rig.run()
        #expect(rig.end == "failure")
    }

    @Test("a name that cannot be one is refused", .fact("voiceflow-5-10"), arguments: ["", "a]b"])
    func badName(name: String) throws {
        var rig = try Rig([Files.module("A", "node")], from: "A")
        rig.replies["before A"] = [.set(name, 1)]
        rig.run()
        #expect(rig.lines("error", "field") == ["ST_INVALID_PARAMETER"])
    }

    @Test("a field that was reset is unset again", .fact("voiceflow-5-10"))
    func reset() throws {
        var rig = try Rig([Files.module("A", "node", to: "$[N]")], from: "A")
        rig.replies["before A"] = [.set("N", "VF_END")]
        rig.replies["after A"] = [
            .init(facade: "voiceflow", name: "resetField", arguments: ["name": "N"])
        ]
        rig.run()
        #expect(rig.lines("field") == ["N = VF_END by app", "N = null by app"])
        #expect(rig.end == "failure")
    }

    @Test("resetting what is not set is refused", .fact("voiceflow-5-10"))
    func resetUnset() throws {
        var rig = try Rig([Files.module("A", "node")], from: "A")
        rig.replies["before A"] = [
            .init(facade: "voiceflow", name: "resetField", arguments: ["name": "N"])
        ]
        rig.run()
        #expect(rig.lines("error") == ["ST_INVALID_PARAMETER"])
    }

    @Test("the field intent is the user intent", .fact("voiceflow-5-11"))
    func intentField() throws {
        var rig = try Rig(
            [
                Files.process("A", [("intent", "\"B\"")], to: "$[intent]"),
                Files.module("B", "node"),
            ], from: "A")
        rig.run()
        #expect(rig.lines("intent") == ["intent B by A"])
        #expect(rig.way[1] == "A -> B (DEFAULT)")
    }

    @Test("an intent that is not text is refused", .fact("voiceflow-5-11"))
    func intentType() throws {
        var rig = try Rig([Files.process("A", [("intent", "[]")])], from: "A")
        rig.run()
        #expect(rig.lines("error", "intent") == ["ST_INVALID_PARAMETER"])
    }

    @Test("a call the engine does not know is refused")
    func unknownCall() throws {
        var rig = try Rig([Files.module("A", "node")], from: "A")
        rig.replies["before A"] = [.plain("dance")]
        rig.run()
        #expect(rig.lines("error") == ["ST_INVALID_PARAMETER"])
    }
}
