import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceTestSupport

@testable import VoiceFlow

@Suite("Modules in their order")
struct ModuleOrderTests {
    @Test(
        "a flow goes from VF_START to VF_END: before, work, after, transition",
        .fact("voiceflow-3-1"))
    func orderOfAModule() throws {
        var rig = try Rig([Files.process("Set", [("F", "1")])], from: "Set")
        rig.run()
        #expect(
            rig.log.map(\.text) == [
                "flowStart",
                "> VF_START", "before VF_START", "< VF_START", "after VF_START",
                "VF_START -> Set (DEFAULT)",
                "> Set", "before Set", "F = 1 by Set", "< Set", "after Set",
                "Set -> VF_END (DEFAULT)",
                "> VF_END", "before VF_END", "< VF_END", "after VF_END",
                "flowEnd end",
            ])
    }

    @Test("the end reports its reason", .fact("voiceflow-3-15"))
    func endReason() throws {
        var rig = try Rig([Files.module("A", "node")], from: "A")
        rig.run()
        #expect(rig.end == "end")
    }

    @Test("a process assigns in order and keeps JSON types", .fact("voiceflow-8-2"))
    func assignments() throws {
        let values = [
            ("F", "1"), ("F", "true"), ("F", "\"text\""), ("F", "[1, {\"a\": null}]"), ("F", "0.5"),
        ]
        var rig = try Rig([Files.process("Set", values)], from: "Set")
        rig.run()
        #expect(
            rig.lines("field") == [
                "F = 1 by Set", "F = true by Set", "F = text by Set", "F = [1,{\"a\":null}] by Set",
                "F = {\"decimal\":\"0.5\"} by Set",
            ])
    }

    @Test("a module waits until the callback before it came back", .fact("voiceflow-3-2"))
    func waitsForCallback() throws {
        var rig = try Rig(
            [Files.play("Say", ["HI"])], from: "Say", prompts: [Files.text("HI")])
        rig.delays["before Say"] = 3
        rig.run()
        #expect(rig.system == "...HI")
    }

    @Test(
        "media news that arrives while a callback is under way is told afterwards",
        .fact("voiceflow-3-2"))
    func newsWaits() throws {
        var rig = try Rig(
            [Files.play("Say", ["HI", "YOU"])], from: "Say",
            prompts: [Files.text("HI"), Files.text("YOU")])
        rig.delays["part HI started"] = 5
        rig.run()
        #expect(rig.system == "HI...YOU")
    }

    @Test("a module type that does not run takes internalFailure", .fact("voiceflow-8-18"))
    func unsupported() throws {
        var rig = try Rig(
            [
                Files.module("A", "runAEC", goTo: #""internalFailure": "Sorry""#),
                Files.module("Sorry", "node"),
            ], from: "A")
        rig.run()
        #expect(rig.way[1] == "A -> Sorry (internalFailure)")
    }

    @Test(
        "10,000 transitions in no time are not yet too many", .fact("voiceflow-10-14"),
        arguments: [9_999, 10_000])
    func longChain(transitions: Int) throws {
        // From VF_START to the first, from each to the next, from the last to VF_END.
        let count = transitions - 1
        let modules = (1...count).map { number in
            Files.module("M\(number)", "node", to: number == count ? "VF_END" : "M\(number + 1)")
        }
        var rig = try Rig(modules, from: "M1")
        rig.run()
        #expect(rig.lines("transition").count == transitions)
        #expect(rig.end == "end")
    }

    @Test(
        "10,000 transitions may follow in no time, one more ends the flow", .fact("voiceflow-10-14")
    )
    func loopGuard() throws {
        var rig = try Rig([Files.module("A", "node", to: "A")], from: "A")
        rig.run()
        #expect(rig.lines("moduleStart").count == 10_001)
        #expect(
            rig.events.suffix(2) == ["ST_INTERNAL_FAILURE", "flowEnd failure ST_INTERNAL_FAILURE"])
    }

    @Test("the loop guard counts anew when time has passed", .fact("voiceflow-10-14"))
    func loopGuardAndTime() throws {
        var rig = try Rig(
            [Files.play("A", ["X"], to: "A")], from: "A", prompts: [Files.text("X")])
        rig.run(30)
        #expect(rig.end == nil)
    }

    @Test("a second run is refused and changes nothing", .fact("voiceflow-2-6"))
    func runTwice() throws {
        var rig = try Rig([Files.module("P", "pauseResume")], from: "P")
        rig.run(1)
        rig.run(1)
        #expect(rig.events.last == "ST_VOICEFLOW_ALREADY_RUNNING")
    }

    @Test("ids and fields may be any text")
    func emoji() throws {
        var rig = try Rig(
            [Files.process("😀 é", [("🎈", "\"ein \\\"Ziel\\\"\"")], to: "$[👍]")], from: "😀 é")
        rig.replies["before 😀 é"] = [.set("👍", "VF_END")]
        rig.run()
        #expect(rig.way.last == "😀 é -> VF_END (DEFAULT)")
    }
}
