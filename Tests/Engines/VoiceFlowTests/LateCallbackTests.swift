import Testing
import VoiceEngine
import VoiceMedia
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

@Suite("Callbacks that come back late")
struct LateCallbackTests {
    @Test(
        "words that came meanwhile wait until the recording they belong to is written",
        .fact("voiceflow-3-4"))
    func savedBeforeWords() throws {
        let goTo = #""userInputCollection": [{"input": "yes", "goTo": "Away"}]"#
        var rig = try Rig(
            [
                Files.record(
                    "Take", #""saveAudioParams": {"fileName": "take"}"#, type: "recognizeAudio",
                    goTo: goTo), Files.module("Away", "node"),
            ], from: "Take", caller: ".yes")
        rig.delays["listening Take started"] = 8
        rig.run()
        #expect(
            rig.lines("callback").filter { $0.contains("Take") || $0.hasPrefix("heard") } == [
                "before Take", "listening Take started", "listening Take ended", "heard yes",
                "after Take",
            ])
        #expect(rig.files == ["take.wav"])
        #expect(rig.way[1] == "Take -> Away (userInputCollection)")
    }

    @Test(
        "an interruption of the session loses no stop and no interrupt that is being told",
        .fact("voiceflow-3-3"))
    func interrupted() throws {
        let params = #""audioInterruptTransitionParams": {"transitionType": "repeat"}"#
        for (call, end) in [(EngineCall.stop, "stopped"), (.interrupt("Away"), "end")] {
            let play = Files.module(
                "Say", "playAudio", #""playAudioParams": {"promptID": "HELLO"}, \#(params)"#)
            var rig = try Rig(
                [play, Files.module("Away", "node")], from: "Say", prompts: [Files.text("HELLO")])
            rig.delays["part HELLO stopped"] = 3
            rig.call(call, at: 1)
            rig.bring(.began, at: 2)
            rig.bring(.ended, at: 8)
            rig.run()
            #expect(rig.lines("media").last == "all HELLO stopped" || end == "end")
            #expect(rig.end == (end == "stopped" ? "stopped" : "interrupted"))
        }
    }

    @Test("a stop or an interrupt from outside counts when it is back", .fact("voiceflow-3-3"))
    func outside() throws {
        for (call, end) in [(EngineCall.stop, "stopped"), (.interrupt("Away"), "end")] {
            var rig = try Rig(
                [Files.play("Say", ["HELLO"]), Files.module("Away", "node")], from: "Say",
                prompts: [Files.text("HELLO")])
            rig.delays["part HELLO started"] = 3
            rig.call(call, at: 1)
            rig.run()
            #expect(rig.system == "HEL")
            #expect(rig.end == end)
        }
    }
}
