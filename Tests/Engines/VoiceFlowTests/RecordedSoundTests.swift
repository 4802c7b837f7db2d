import Testing
import VoiceEngine
import VoiceMedia
import VoiceTestSupport
import VoiceTime

@testable import VoiceFlow

@Suite("What a recording keeps")
struct RecordedSoundTests {
    private func rig(
        _ records: String, stops: [String: String] = [:], prompts: [String] = []
    ) throws -> Rig {
        try Rig(
            [Files.record("Take", records, stops: stops), Files.module("Hit", "node")],
            from: "Take", prompts: prompts)
    }

    @Test(
        "a collection that is recorded is recorded whole, as each member is played",
        .fact("voiceflow-8-12"))
    func wholeCollection() throws {
        let quiet =
            #"{"id": "Q", "style": "single", "textString": "abc", "audioPlaybackParams": "#
            + #"{"volume": 0.5, "startPosMs": 100, "loopPlay": true, "loopCount": 2}}"#
        var rig = try self.rig(
            #""recordPlayPromptParams": {"promptID": "ALL", "recordPromptNoPlay": true}, "#
                + #""saveAudioParams": {"fileName": "copy"}"#, stops: ["endOfPrompt": "Hit"],
            prompts: [
                Files.text("LONG", "abcd"), quiet, Files.group("ALL", "combo", ["LONG", "Q"]),
            ])
        rig.run()
        #expect(rig.way[1] == "Take -> Hit (stopRecordReason.endOfPrompt)")
        #expect(rig.played.map(\.isHeard) == [false, false])
        let prompt = try #require(rig.saves.first?.prompt)
        #expect(prompt.parts.map(\.start) == [0, 4 * Rig.column])
        #expect(prompt.parts.map(\.played.volume) == [1_000, 500])
        #expect(prompt.parts.map(\.played.plays) == [1, 2])
        // Four columns of the one, two and three of the other's two rounds.
        #expect(prompt.frames == 9 * Rig.column)
    }

    @Test(
        "what is kept of a recording has a length, and the recording ends there",
        .fact("voiceflow-8-9"),
        arguments: [("", Frame(0), hour), (vadTrims, hour, Frame(0))])
    func longest(more: String, audio: Frame, record: Frame) throws {
        var rig = try self.rig(#""saveAudioParams": {"fileName": "a"}\#(more)"#)
        rig.run(5)
        #expect(rig.requests.map(\.maxAudioFrames) == [audio])
        #expect(rig.requests.map(\.maxRecordFrames) == [record])
        var nameless = try self.rig("")
        nameless.run(5)
        #expect(nameless.requests.map(\.maxRecordFrames) == [0])
    }

    private static let hour: Frame = 3_600 * 16_000
    private static let vadTrims = #", "vadParams": {"enableVAD": true, "trimSilence": true}"#
}
