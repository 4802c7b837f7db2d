import Testing
import VoiceEngine
import VoiceMedia
import VoiceTestSupport

@testable import VoiceFlow

extension DialogTests {
    @Test("a dialog without prompts listens at once", arguments: [[String](), ["x"]])
    func noPrompts(says: [String]) throws {
        let groups = says.map { _ in Files.says("garbage", "EH") }
        var rig = try rig(groups, caller: ".yes")
        rig.run()
        #expect(rig.way[1] == "Ask -> Yes (userInputCollection)")
    }

    @Test("a prompt that fails while listening closes listening with an event")
    func failureWhileListening() throws {
        var rig = try Rig(
            [
                Files.dialog(
                    [Files.says("initial", "GONE", more: barge)],
                    goTo: #""loadPromptFailure": "Sorry""#)
            ] + others, from: "Ask")
        rig.run()
        #expect(
            rig.lines("media") == [
                "listening Ask started", "all GONE started", "all GONE error",
                "listening Ask stopped",
            ])
        #expect(rig.way[1] == "Ask -> Sorry (loadPromptFailure)")
    }

    @Test("listening that ran out of length silences the prompt and is a timeout")
    func maxAudioWhilePlaying() throws {
        var rig = try rig(
            [Files.says("initial", "HELLO", more: barge)],
            listens: #""stopRecordParams": {"maxAudioLengthMs": 200}"#)
        rig.run()
        #expect(rig.system == "HE")
        #expect(rig.way[1] == "Ask -> Sorry (maxTimeoutCount)")
    }

    @Test("the listening job is called as recordAudioParams says", .fact("voiceflow-8-6"))
    func listeningName() throws {
        var rig = try rig([], listens: #""id": "Mic""#, caller: ".yes")
        rig.run()
        #expect(rig.lines("media") == ["listening Mic started", "listening Mic ended"])
    }
}
