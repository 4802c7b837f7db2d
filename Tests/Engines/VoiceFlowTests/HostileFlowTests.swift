import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceTestSupport

@testable import VoiceFlow

@Suite("Flows that mean harm")
struct HostileFlowTests {
    /// `count` collections, each around the next, the innermost around one text.
    private func nest(_ count: Int, members: Int = 1) -> [String] {
        (0..<count).map { level in
            let inner = level + 1 == count ? "X" : "G\(level + 1)"
            return Files.group("G\(level)", "combo", Array(repeating: inner, count: members))
        } + [Files.text("X")]
    }

    @Test("a text too long for a line of a trace is refused, with its place")
    func longText() throws {
        let text = String(repeating: "a", count: FlowText.textLimit + 1)
        for member in ["textString", "audioFile", "textFile"] {
            let prompt = #"{"id": "P", "style": "single", "\#(member)": "\#(text)"}"#
            let findings = try VoiceflowFactory().findings(
                in: [VoiceflowFactory.FileName.prompts: Files.list([prompt])], named: { $0 })
            let told = findings.first { $0.severity == .error }
            #expect(told?.path == JSONPath.root.index(0).key(member))
            #expect(told?.message.contains("has 262145 bytes") == true)
        }
    }

    @Test(
        "128 levels of prompts play, in whatever order they stand", .fact("voiceflow-7-5"),
        arguments: [false, true])
    func deepPrompts(isReversed: Bool) throws {
        let prompts = isReversed ? nest(128).reversed() : nest(128)
        var rig = try Rig([Files.play("Say", ["G0"])], from: "Say", prompts: prompts)
        rig.run()
        #expect(rig.system == "X")
    }

    @Test(
        "129 levels are refused, in whatever order they stand", .fact("voiceflow-7-5"),
        arguments: [false, true])
    func tooDeep(isReversed: Bool) {
        let prompts = isReversed ? nest(129).reversed() : nest(129)
        let error = #expect(throws: FlowError.self) {
            try Rig([Files.play("Say", ["G0"])], from: "Say", prompts: prompts)
        }
        #expect(error?.description.contains("prompts are nested deeper than 128 levels") == true)
    }

    @Test("thousands of nested prompts are refused, not followed", .fact("voiceflow-4-13"))
    func veryDeep() {
        #expect(throws: FlowError.self) {
            try Rig([Files.play("Say", ["G0"])], from: "Say", prompts: nest(3_000))
        }
    }

    @Test(
        "a few prompts that name more parts than can be counted fail to load",
        .fact("voiceflow-4-13"))
    func tooManyParts() throws {
        var rig = try Rig(
            [Files.play("Say", ["G0"])], from: "Say", prompts: nest(60, members: 2))
        rig.run()
        #expect(rig.lines("media") == ["all G0 started", "all G0 error"])
    }

    @Test("a prompt that contains itself by way of a field fails to load", .fact("voiceflow-7-5"))
    func cycleByField() throws {
        var rig = try Rig(
            [Files.play("Say", ["G"])], from: "Say",
            prompts: [Files.group("G", "combo", ["$[M]", "$[M]"])])
        rig.replies["before Say"] = [.set("M", "G")]
        rig.run()
        #expect(rig.lines("media") == ["all G started", "all G error"])
    }

    @Test(
        "a rule of blanks does no harm",
        arguments: ["equals", "starts", "contains", "containsText"])
    func blankRule(comparator: String) throws {
        let rule = #"{"input": "  ", "goTo": "VF_END", "comparator": "\#(comparator)"}"#
        var rig = try Rig(
            [Files.dialog([], goTo: #""userInputCollection": [\#(rule)]"#)], from: "Ask",
            caller: ".yes")
        rig.run()
        #expect(rig.end == "end")
    }

    @Test(
        "the largest loop, position and count are numbers like any other", .fact("voiceflow-4-13"))
    func hugeNumbers() throws {
        let most = "9223372036854775807"
        let parameters = #"{"loopPlay": true, "loopCount": \#(most), "startPosMs": \#(most)}"#
        var rig = try Rig(
            [Files.play("Say", ["P"])], from: "Say",
            prompts: [#"{"id": "P", "textString": "t", "audioPlaybackParams": \#(parameters)}"#])
        rig.run()
        #expect(rig.played.map(\.plays) == [1_000_000])
    }

    @Test("a retry count beyond every number is refused by name")
    func hugeCount() {
        #expect(throws: FlowError.self) {
            try Rig(
                [Files.dialog([], counts: #""timeout": 1e400, "garbage": 1"#)], from: "Ask")
        }
    }

    @Test("a negative position from a field counts as 0")
    func negativePosition() throws {
        let parameters = #"{"startPosMsRuntime": "$[Start]"}"#
        var rig = try Rig(
            [Files.play("Say", ["P"])], from: "Say",
            prompts: [#"{"id": "P", "textString": "t", "audioPlaybackParams": \#(parameters)}"#])
        rig.replies["before Say"] = [.set("Start", -7)]
        rig.run()
        #expect(rig.played.map(\.startMilliseconds) == [0])
    }

    @Test("events that make no sense change nothing")
    func nonsense() throws {
        var rig = try Rig(
            [Files.play("Say", ["HI"])], from: "Say", prompts: [Files.text("HI")])
        rig.bring(.speechBegan(job: 1, spoken: 0), at: 1)
        rig.bring(.heard(job: 99, .final(text: "x", confidence: 0), event: 0), at: 1)
        rig.bring(.listenEnded(job: -1, reason: .stopRequest, heardSpeech: true, why: [:]), at: 1)
        rig.run()
        #expect(rig.system == "HI")
    }
}
