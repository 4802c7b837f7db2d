import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceTestSupport

@testable import VoiceFlow

@Suite("Numbers with a fraction of zeros")
struct WholeNumberTests {
    @Test(
        "a number is whole however it is written", .fact("voiceflow-4-9"),
        arguments: [
            ("1000.0", 1_000), ("1e3", 1_000), ("1.5E+1", 15), ("-2.0", -2), ("0.0", 0),
            ("12300e-2", 123), ("9007199254740993.0", 9_007_199_254_740_993), ("0e9", 0),
        ])
    func whole(text: String, number: Int64) {
        #expect(ScalarText.integer(.decimal(text)) == number)
        #expect(ScalarText.integer(.string(text)) == number)
    }

    @Test(
        "another is none", .fact("voiceflow-4-9"),
        arguments: [
            "0.5", "1.0001", "1e-1", "1e99", "9223372036854775808.0", "", ".", "-", "1.2.3", "1e",
            "0x10", "ten", "--1", "1 000", "1e99999999999999999999",
        ])
    func broken(text: String) {
        #expect(ScalarText.integer(.decimal(text)) == nil)
        #expect(ScalarText.integer(.string(text)) == nil)
    }

    @Test(
        "a field that holds one counts for its sibling, as every Double of an app does",
        .fact("voiceflow-4-9"))
    func field() throws {
        let prompt =
            #"{"id": "TALK", "style": "single", "textString": "words", "audioPlaybackParams": "#
            + #"{"startPosMsRuntime": "$[Start]", "startPosMs": 300}}"#
        for (value, start) in [(1_000.0, 1_000), (0.5, 300)] {
            var rig = try Rig([Files.play("Say", ["TALK"])], from: "Say", prompts: [prompt])
            let json = try #require(FieldValue.json(value))
            rig.replies["before Say"] = [.set("Start", json)]
            rig.run(30)
            #expect(rig.played.map(\.startMilliseconds) == [Int64(start)])
        }
    }

    @Test("a file may write one", .fact("voiceflow-4-9"))
    func file() throws {
        let prompt =
            #"{"id": "TALK", "style": "single", "textString": "words", "audioPlaybackParams": "#
            + #"{"startPosMs": 200.0, "loopPlay": true, "loopCount": 2.0}}"#
        var rig = try Rig([Files.play("Say", ["TALK"])], from: "Say", prompts: [prompt])
        rig.run(30)
        #expect(rig.played.map(\.startMilliseconds) == [200])
        #expect(rig.played.map(\.plays) == [2])
    }
}
