import Testing
import VoiceActivity
import VoiceEngine
import VoiceMedia

@Suite struct MediaSettingsTests {
    @Test(
        "takes its own settings to the ends of their ranges",
        arguments: [
            ("endpoint.offsetMs", -10_000), ("endpoint.offsetMs", 10_000),
            ("recognizer.edgeMs", 0), ("recognizer.edgeMs", 2_000), ("speech.endSilenceMs", 700),
        ])
    func set(name: String, value: Int) throws {
        var settings = MediaSettings()
        try settings.set(name, to: value)
        #expect(settings.named.first { $0.name == name }?.value == value)
    }

    @Test(
        "refuses values outside the range",
        arguments: [
            ("endpoint.offsetMs", -10_001, -10_000...10_000),
            ("endpoint.offsetMs", Int.max, -10_000...10_000),
            ("recognizer.edgeMs", -1, 0...2_000), ("recognizer.edgeMs", 2_001, 0...2_000),
        ])
    func refused(name: String, value: Int, range: ClosedRange<Int>) {
        var settings = MediaSettings()
        #expect(throws: MediaError.setting(name: name, value: value, range: range)) {
            try settings.set(name, to: value)
        }
        #expect(settings == MediaSettings())
    }

    @Test("leaves the detector's settings and unknown names to the detector")
    func detector() {
        var settings = MediaSettings()
        #expect(throws: ActivityError.self) { try settings.set("speech.endSilenceMs", to: 0) }
        #expect(throws: ActivityError.self) { try settings.set("nonsense", to: 0) }
    }

    @Test("takes back every value that it names")
    func named() throws {
        var settings = MediaSettings()
        for (name, value) in settings.named { try settings.set(name, to: value) }
        #expect(settings == MediaSettings())
    }
}
