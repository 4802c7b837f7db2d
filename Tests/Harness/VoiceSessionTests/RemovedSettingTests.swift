import Testing
import VoiceFlow
import VoiceJSON

@testable import VoiceSession

@Suite("Settings of the detector of before")
struct RemovedSettingTests {
    private let engine = VoiceflowFactory().declaration

    @Test("are left out of sessions that were recorded with them")
    func recorded() throws {
        let recorded: JSONObject = [
            "speech.thresholdMilliDB": 9_000, "speech.headMs": 250, "speech.endSilenceMs": 700,
        ]
        let settings = try SessionSettings(engine: engine, recorded: recorded)
        #expect(settings.value(of: "speech.endSilenceMs") == 700)
        #expect(settings.value(of: "speech.thresholdMilliDB") == nil)
        #expect(!settings.names.contains("speech.headMs"))
    }

    @Test("cannot be set, which says what took their place")
    func set() throws {
        var settings = SessionSettings(engine: engine)
        let error = #expect(throws: SessionError.self) {
            try settings.set("speech.thresholdMilliDB", to: 9_000)
        }
        #expect(error?.description.contains("Set speech.thresholdPermille") == true)
    }

    @Test("stand in a trace no more, the network's weights do as a number")
    func inForce() {
        let object = SessionSettings(engine: engine).inForce
        #expect((object["detector.weightsDigest"]?.integer ?? 0) > 0)
        #expect(object["detector.floorBlocks"] == 30)
        #expect(object["speech.thresholdMilliDB"] == nil)
    }
}
