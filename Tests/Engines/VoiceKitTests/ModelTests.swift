import Foundation
import Testing
import VoiceKit
import VoiceTestSupport

@Suite("Models and their defaults")
struct ModelTests {
    @Test("the version is that of the guide", .fact("voicekit-2.1-1"))
    func version() { #expect(VoiceKitInfo.version == "0.1.3") }

    @Test("the build's time is a constant in ISO 8601", .fact("voicekit-2.2-11"))
    func buildTime() throws {
        let first = VoiceKitInfo.buildTimestampISO8601
        #expect(first == VoiceKitInfo.buildTimestampISO8601)
        #expect(ISO8601DateFormatter().date(from: first) != nil)
    }

    @Test("a result has a transcript and perhaps a recording", .fact("voicekit-2.4-1"))
    func result() {
        let url = URL(fileURLWithPath: "/tmp/a.wav")
        let result = VoiceResult(transcript: "42", recordingURL: url)
        #expect(result.transcript == "42")
        #expect(result.recordingURL == url)
        #expect(result.spokenText == "42")
        #expect(result.words.isEmpty && result.alternatives.isEmpty && result.endReason == nil)
    }

    @Test("a profile has rate 0.5, pitch 1 and volume 1 unless given", .fact("voicekit-2.4-3"))
    func profile() {
        let profile = TTSVoiceProfile(id: "en-us")
        #expect(profile.rate == 0.5 && profile.pitch == 1 && profile.volume == 1)
    }

    @Test("tuning varies nothing and has full volume unless given", .fact("voicekit-2.4-4"))
    func tuning() {
        let tuning = Tuning()
        #expect(tuning.rateVariation == 0 && tuning.pitchVariation == 0 && tuning.volume == 1)
    }

    @Test(
        "the volume of speech is that of the profile times the master volume, within 0 to 1",
        .fact("voicekit-2.2-5"),
        arguments: [(0.5, 0.5, 0.25), (1, 2, 1), (1, -1, 0), (.nan, 1, 1)]
            as [(Float, Float, Float)])
    func volume(profile: Float, master: Float, expected: Float) {
        let tuning = Tuning(volume: master)
        #expect(tuning.finalVolume(of: TTSVoiceProfile(id: "a", volume: profile)) == expected)
    }

    @Test(
        "profiles, tuning and voices keep their keys in JSON",
        .fact("voicekit-2.4-2", "voicekit-2.4-9"))
    func coding() throws {
        let profile = TTSVoiceProfile(id: "a", rate: 0.25, pitch: 2, volume: 0.5)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(
            String(decoding: try encoder.encode(profile), as: UTF8.self)
                == #"{"id":"a","pitch":2,"rate":0.25,"volume":0.5}"#)
        #expect(
            String(decoding: try encoder.encode(Tuning()), as: UTF8.self)
                == #"{"pitchVariation":0,"rateVariation":0,"volume":1}"#)
        let voice = TTSVoiceInfo(id: "a", name: "A", language: "en")
        let again = try JSONDecoder().decode(TTSVoiceInfo.self, from: encoder.encode(voice))
        #expect(again == voice)
    }

    @Test(
        "a context is freeform unless given; only a number context expects a number",
        .fact("voicekit-2.4-5"))
    func context() {
        #expect(RecognitionContext().expectation == .freeform)
        #expect(RecognitionContext(expectation: .number).expectNumber)
        #expect(!RecognitionContext(expectation: .name(allowed: ["Zoe"])).expectNumber)
    }

    @Test(
        "a number context suggests 0 to 20, tens to 100, and their words", .fact("voicekit-2.4-6"))
    func contextualStrings() {
        let strings = RecognitionContext.numericContextualStrings
        #expect(strings.count == 21 + 8 + 21 + 8)
        #expect(Array(strings[18...30]).contains("100"))
        #expect(strings.contains("0") && strings.contains("20") && !strings.contains("21"))
        #expect(strings.contains("zero") && strings.contains("ninety"))
        #expect(strings.last == "hundred")
    }

    @Test("a simple error says its message", .fact("voicekit-2.4-7"))
    func simpleError() {
        #expect(SimpleError("No sound.").errorDescription == "No sound.")
        #expect((SimpleError("No sound.") as any Error).localizedDescription == "No sound.")
    }

    @Test(
        "settings have the defaults of VoiceKit 0.1.3", .fact("voicekit-2.1-1", "voicekit-2.4.1-1"))
    func config() {
        let config = VoiceIOConfig()
        #expect(config.trimPrePad == 0.05 && config.trimPostPad == 0.2)
        #expect(config.clipWaitTimeoutSeconds == 2 && config.ttsSuppressAfterFinish == 0.25)
        #expect(!config.usesCompatibleTracker)
    }

    @Test(
        "settings that are negative or no number become 0, more than an hour becomes an hour",
        .fact("voicekit-2.4.1-3"),
        arguments: [(-1, 0), (.nan, 0), (.infinity, 3_600), (-.infinity, 0), (1.5, 1.5)]
            as [(Double, Double)])
    func configLimits(given: Double, kept: Double) {
        var config = VoiceIOConfig(
            trimPrePad: given, trimPostPad: given, clipWaitTimeoutSeconds: given,
            ttsSuppressAfterFinish: given)
        let expected = VoiceIOConfig(
            trimPrePad: kept, trimPostPad: kept, clipWaitTimeoutSeconds: kept,
            ttsSuppressAfterFinish: kept)
        #expect(config == expected)
        config.trimPrePad = given
        config.trimPostPad = given
        config.clipWaitTimeoutSeconds = given
        config.ttsSuppressAfterFinish = given
        #expect(config == expected)
    }
}
