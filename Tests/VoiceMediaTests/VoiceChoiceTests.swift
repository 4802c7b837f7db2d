import Testing
import VoiceSynthesis

@testable import VoiceMedia

@Suite("Which voice speaks")
struct VoiceChoiceTests {
    private static let voices = [
        SpeechVoice(name: "English_(America)", language: "en-us", gender: "male"),
        SpeechVoice(name: "German", language: "de", gender: "male"),
    ]

    @Test(
        "by language code, then name, then the language of the request and the gender asked for",
        arguments: [
            ("", "en-US", "en-us", true), ("de", "en-US", "de", true),
            ("german", "en-US", "German", true), ("en", "de", "en", true),
            ("com.example.Samantha", "en-US", "en-us", false),
            ("com.example.Samantha+female", "en-US", "en-us+f3", false),
            ("+female", "de", "de+f3", true), ("de+male", "", "de+m3", true),
            ("en-us+f2", "de", "en-us+f2", true), ("", "", "en-us", true),
        ])
    func choice(asked: String, language: String, name: String, isAsked: Bool) {
        let choice = VoiceChoice.voice(for: asked, language: language) { Self.voices }
        #expect(choice.name == name)
        #expect(choice.isAsked == isAsked)
    }

    @Test("the engine is not asked for its voices where nothing is asked for")
    func lazy() {
        var count = 0
        _ = VoiceChoice.voice(for: "+female", language: "de") {
            count += 1
            return []
        }
        #expect(count == 0)
    }
}
