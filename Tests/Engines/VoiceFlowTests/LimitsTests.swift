import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTime

@testable import VoiceFlow

@Suite("Limits of listening")
struct LimitsTests {
    private let enabled = #""vadParams": {"enableVAD": true}"#

    /// What a dialog with these recordAudioParams asks to hear.
    private func request(
        _ listens: String, fields: [(String, JSONValue)] = []
    ) throws -> ListenRequest {
        var rig = try Rig([Files.dialog([], listens: listens)], from: "Ask")
        rig.replies["before Ask"] = fields.map { .set($0.0, $0.1) }
        rig.run(1)
        return try #require(rig.requests.first)
    }

    private func milliseconds(_ frames: Frame) -> Int64 { SampleRate.standard.milliseconds(frames) }

    @Test(
        "what a flow leaves out, the engine's settings fill in", .fact("voiceflow-8-5"),
        arguments: [true, false])
    func defaults(isEnabled: Bool) throws {
        let request = try request(isEnabled ? enabled : "")
        #expect(milliseconds(request.minSpeechFrames) == 200)
        #expect(milliseconds(request.endSilenceFrames) == 1_000)
        #expect(milliseconds(request.preSpeechFrames) == 8_000)
        #expect(request.maxSpeechFrames == 0)
        #expect(request.maxAudioFrames == 0)
    }

    private let stops =
        #""stopRecordParams": {"maxPreSpeechSilenceLengthMs": 3000, "#
        + #""maxPostSpeechSilenceLengthMs": "700", "maxSpeechLengthMs": 4000, "#
        + #""maxAudioLengthMs": 9000}"#

    @Test("explicit values count", .fact("voiceflow-8-5"))
    func explicit() throws {
        let request = try request("\(enabled), \(stops)")
        #expect(milliseconds(request.endSilenceFrames) == 700)
        #expect(milliseconds(request.preSpeechFrames) == 3_000)
        #expect(milliseconds(request.maxSpeechFrames) == 4_000)
        #expect(milliseconds(request.maxAudioFrames) == 9_000)
    }

    @Test(
        "without enableVAD those of speech and silence are inert, the length of listening is not",
        .fact("voiceflow-8-4"))
    func inert() throws {
        let request = try request(stops)
        #expect(milliseconds(request.endSilenceFrames) == 1_000)
        #expect(milliseconds(request.preSpeechFrames) == 8_000)
        #expect(request.maxSpeechFrames == 0)
        #expect(milliseconds(request.maxAudioFrames) == 9_000)
    }

    @Test(
        "0 disables; without a silence after speech the detector's own ends the utterance",
        .fact("voiceflow-8-4"))
    func zero() throws {
        let request = try request(
            enabled
                + #", "stopRecordParams": {"maxPreSpeechSilenceLengthMs": 0, "#
                + #""maxPostSpeechSilenceLengthMs": 0}"#)
        #expect(request.preSpeechFrames == 0)
        #expect(milliseconds(request.endSilenceFrames) == 500)
    }

    private let runtime =
        #""stopRecordParams": {"maxSpeechLengthMs": 4000, "#
        + #""maxSpeechLengthMsRuntime": "$[Longest]"}"#

    @Test(
        "a Runtime sibling counts when its field holds a number", .fact("voiceflow-5-9"),
        arguments: [
            (JSONValue.integer(600), Int64(600)), ("650", 650), ("soon", 4_000), (true, 4_000),
            (.null, 4_000), (-5, 0),
        ])
    func siblings(value: JSONValue, expected: Int64) throws {
        let request = try request("\(enabled), \(runtime)", fields: [("Longest", value)])
        #expect(milliseconds(request.maxSpeechFrames) == expected)
    }

    @Test("enableVAD may come from a field", .fact("voiceflow-8-5"))
    func enabledByField() throws {
        let listens = #""vadParams": {"enableVADRuntime": "$[On]"}, \#(stops)"#
        #expect(
            milliseconds(try request(listens, fields: [("On", "yes")]).preSpeechFrames) == 3_000)
        #expect(milliseconds(try request(listens).preSpeechFrames) == 8_000)
    }

    @Test("the largest numbers do not overflow")
    func huge() throws {
        let most = "9223372036854775807"
        let request = try request(
            #""vadParams": {"enableVAD": true, "minSpeechToDetectMs": \#(most), "#
                + #""minSilenceToDetectMs": \#(most)}, "#
                + #""stopRecordParams": {"maxPreSpeechSilenceLengthMs": \#(most), "#
                + #""maxPostSpeechSilenceLengthMs": \#(most), "maxSpeechLengthMs": \#(most), "#
                + #""maxAudioLengthMs": \#(most)}"#)
        #expect(request.maxAudioFrames > 0)
        #expect(request.endSilenceFrames > 0)
    }
}
