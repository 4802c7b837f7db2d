import Testing
import VoiceEngine
import VoiceTestSupport

@testable import VoiceMedia
@testable import VoiceSynthesis

@Suite("Which voice speaks")
struct VoiceChoiceTests {
    private static let voices = [
        SpeechVoice(name: "English_(America)", language: "en-us", gender: "male"),
        SpeechVoice(name: "German", language: "de", gender: "male"),
        SpeechVoice(name: "French (France)", language: "fr-fr", gender: "male"),
        SpeechVoice(
            name: "Mandarin", language: "cmn", gender: "male", otherLanguages: ["zh-cmn", "zh"]),
    ]

    @Test(
        "by language code, then name, then the language of the request and the gender asked for",
        .fact("voiceflow-7-11"),
        .fact("voicekit-2.5.7-10"),
        arguments: [
            ("", "en-US", "en-us", true), ("de", "en-US", "de", true),
            ("german", "en-US", "German", true), ("en", "de", "en", true),
            ("com.example.Samantha", "en-US", "en-us", false),
            ("com.example.Samantha+female", "en-US", "en-us+f3", false),
            ("+female", "de", "de+f3", true), ("de+male", "", "de+m3", true),
            ("en-us+f2", "de", "en-us+f2", true), ("", "", "en-us", true),
        ])
    func choice(asked: String, language: String, name: String, isAsked: Bool) {
        let choice = VoiceChoice.voice(for: [asked], language: language) { Self.voices }
        #expect(choice.name == name)
        #expect(choice.isAsked == isAsked)
    }

    @Test(
        "a language folder is spoken by the voice of its code, then of ever less of it",
        .fact("voiceflow-7-12"),
        arguments: [
            ("de-DE", "de"), ("fr-FR", "fr-fr"), ("fr-CA", "fr"), ("zh-CN", "zh"),
            ("en-US", "en-us"),
            ("zh-Hant-TW", "zh"), ("de", "de"), ("", "en-us"),
        ])
    func language(folder: String, name: String) {
        let choice = VoiceChoice.voice(for: [""], language: folder) { Self.voices }
        #expect(choice == VoiceChoice(name: name))
    }

    @Test(
        "the first voice that is installed speaks: by identifier, by name, then by language",
        .fact("voiceflow-7-11"),
        arguments: [
            (["com.x.Anna", "German", "fr-FR"], "German", true),
            (["com.x.Anna+female", "Anna+female", "fr-FR+female"], "fr-fr+f3", true),
            (["com.x.Anna", "Anna", "de-AT"], "de", true), (["de-DE"], "de", true),
            (["com.x.Anna+male", "Anna+male"], "cmn+m3", false),
            (["cmn", "German"], "cmn", true),
        ])
    func order(asked: [String], name: String, isAsked: Bool) {
        let choice = VoiceChoice.voice(for: asked, language: "cmn") { Self.voices }
        #expect(choice.name == name)
        #expect(choice.isAsked == isAsked)
    }

    @Test(
        "a language that no voice speaks is spoken in English, and the choice says so",
        .fact("voiceflow-7-12"))
    func unspoken() {
        let choice = VoiceChoice.voice(for: [""], language: "xx-YY") { Self.voices }
        #expect(choice == VoiceChoice(name: "en-us", isSpoken: false))
        let asked = VoiceChoice.voice(for: ["nobody+female"], language: "xx-YY") { Self.voices }
        #expect(asked == VoiceChoice(name: "en-us+f3", isAsked: false, isSpoken: false))
        // A voice that was asked for and is there needs no language.
        #expect(
            VoiceChoice.voice(for: ["german"], language: "xx-YY") { Self.voices }
                == VoiceChoice(name: "German"))
    }

    @Test("the engine is not asked for its voices where its standard voice speaks")
    func lazy() {
        var count = 0
        _ = VoiceChoice.voice(for: ["+female"], language: "en-US") {
            count += 1
            return []
        }
        #expect(count == 0)
    }
}
