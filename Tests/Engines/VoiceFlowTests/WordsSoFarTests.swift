import Testing
import VoiceEngine
import VoiceMedia
import VoiceTestSupport

@testable import VoiceFlow

@Suite("Words that are still spoken")
struct WordsSoFarTests {
    private func rig(
        partial: Bool, rulesTakeIt: Bool = true, intents: String = "", caller: String
    ) throws -> Rig {
        let rules =
            #""userInputCollection": [{"comparator": "starts", "input": "yes", "#
            + #""enablePartialSRHypothsis": \#(rulesTakeIt), "goTo": "Hit"}]\#(intents)"#
        let body =
            #""recognizeAudioParams": {"srSessionParams": {"enablePartialResults": \#(partial)}}, "#
            + #""audioDialogParams": {"dialogMaxRetryCount": {"timeout": 0, "garbage": 0}}"#
        return try Rig(
            [
                Files.module("Ask", "audioDialog", goTo: rules, body), Files.module("Hit", "node"),
                Files.module("Go", "node"),
            ], from: "Ask", caller: caller)
    }

    @Test("are told where partial results are enabled, not by default", .fact("voiceflow-8-15"))
    func enabled() throws {
        var on = try rig(partial: true, rulesTakeIt: false, caller: ".yes_please")
        on.run()
        #expect(
            on.lines("callback").filter { $0.hasPrefix("heard") } == [
                "heard yes", "heard yes please",
            ])
        var off = try rig(partial: false, caller: ".yes_please")
        off.run()
        #expect(
            off.lines("callback").filter { $0.hasPrefix("heard") } == ["heard yes please"])
        #expect(off.way[1] == "Ask -> Hit (userInputCollection)")
    }

    @Test("decide by a rule that takes them, and the rest is not heard", .fact("voiceflow-10-8"))
    func rule() throws {
        var rig = try rig(partial: true, caller: ".yes_please")
        rig.run()
        #expect(rig.lines("callback").filter { $0.hasPrefix("heard") } == ["heard yes"])
        #expect(rig.lines("media").last == "listening Ask stopped")
        #expect(rig.way[1] == "Ask -> Hit (userInputCollection)")
    }

    @Test(
        "decide by an intent that is set for them; rejected, they decide nothing",
        .fact("voiceflow-10-8"))
    func app() throws {
        let intents = #", "userIntentCollection": [{"intent": "Go", "goTo": "Go"}]"#
        var intent = try rig(partial: true, intents: intents, caller: ".yes_please")
        intent.replies["heard yes"] = [.intent("Go")]
        intent.run()
        #expect(intent.way[1] == "Ask -> Go (userIntentCollection)")
        var rejected = try rig(partial: true, caller: ".yes_please")
        rejected.replies["heard yes"] = [.reject]
        rejected.run()
        #expect(
            rejected.lines("callback").filter { $0.hasPrefix("heard") } == [
                "heard yes", "heard yes please",
            ])
    }
}
