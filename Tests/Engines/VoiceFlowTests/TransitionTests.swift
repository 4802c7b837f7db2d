import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceTestSupport

@testable import VoiceFlow

@Suite("Where modules lead")
struct TransitionTests {
    private let ends = [Files.module("B", "node"), Files.module("Sorry", "node")]

    @Test("an unset target gives way to internalFailure", .fact("voiceflow-9-3"))
    func internalFailure() throws {
        var rig = try Rig(
            [Files.module("A", "node", to: "$[N]", goTo: #""internalFailure": "Sorry""#)] + ends,
            from: "A")
        rig.run()
        #expect(
            rig.lines("error", "transition").dropFirst().prefix(2) == [
                "ST_VFM_NOT_FOUND DEFAULT=$[N]", "A -> Sorry (internalFailure)",
            ])
    }

    @Test("when internalFailure leads nowhere DEFAULT is taken", .fact("voiceflow-9-3"))
    func lastResort() throws {
        var rig = try Rig(
            [
                Files.play(
                    "A", ["GONE"], to: "B",
                    goTo: #""loadPromptFailure": "$[X]", "internalFailure": "$[Y]""#)
            ] + ends, from: "A")
        rig.run()
        #expect(
            rig.lines("error", "transition").dropFirst().prefix(3) == [
                "ST_VFM_NOT_FOUND loadPromptFailure=$[X]", "ST_VFM_NOT_FOUND internalFailure=$[Y]",
                "A -> B (DEFAULT)",
            ])
    }

    @Test("when nothing leads anywhere the flow ends with ST_VFM_NOT_FOUND", .fact("voiceflow-9-3"))
    func nowhere() throws {
        var rig = try Rig([Files.module("A", "node", to: "$[N]")], from: "A")
        rig.replies["before A"] = [.set("N", "Nobody")]
        rig.run()
        #expect(
            rig.events.suffix(2) == [
                "ST_VFM_NOT_FOUND DEFAULT=$[N]", "flowEnd failure ST_VFM_NOT_FOUND",
            ])
    }

    @Test("an empty target is not a target", .fact("voiceflow-9-3"))
    func emptyTarget() throws {
        var rig = try Rig([Files.module("A", "node", to: "")], from: "A")
        rig.run()
        #expect(rig.events.last == "flowEnd failure ST_VFM_NOT_FOUND")
    }

    @Test("a key that is absent takes DEFAULT without an error", .fact("voiceflow-9-2"))
    func absentKey() throws {
        var rig = try Rig([Files.play("A", ["GONE"], to: "B")] + ends, from: "A")
        rig.run()
        #expect(rig.lines("error", "transition")[1] == "A -> B (DEFAULT)")
    }

    @Test(
        "a computed target leads where the field says, or nowhere", .fact("voiceflow-9-5"),
        arguments: [("Say", "end"), ("Nobody", "failure"), ("", "failure")])
    func computedStart(target: String, end: String) throws {
        var rig = try Rig(
            [
                Files.module("Choose", "process", to: "$[First]"),
                Files.play("Say", ["BYE"], to: "Done"), Files.module("Done", "process"),
            ], from: "Choose", prompts: [Files.text("BYE")])
        rig.replies["after Choose"] = [.set("First", .string(target))]
        rig.run()
        #expect(rig.end == end)
    }
}
