import Testing
import VoiceAudio
import VoiceEngine
import VoiceMedia
import VoiceSynthesis
import VoiceTestSupport
import VoiceTime

@Suite(
    "Prompts in other languages",
    .enabled(
        if: PromptStudioTests.canSpeak, "voicetest-speak is not built, or espeak-ng has no data"))
struct SpokenLanguageTests {
    private let folder = TemporaryFolder()

    private func spoken(_ language: String, warnings: inout [String]) throws -> MonoSound? {
        var folders = try MediaFolders(language: language)
        folders.setAll(to: folder.path)
        // One cache for all: it has to tell the voices apart.
        let synthesizer = SpeechSynthesizer(cacheFolder: folder.path("cache"))
        var studio = PromptStudio(folders: folders, synthesizer: synthesizer, rate: .standard)
        var request = PromptRequest(language: language)
        request.text = "seven"
        guard case .realized(let prompt) = studio.realize(request) else { return nil }
        warnings = studio.warnings
        return studio.sounds[prompt.digest]
    }

    @Test(
        "a text is spoken by the voice of its language folder", .fact("voiceflow-7-12"),
        arguments: ["de-DE", "fr-CA", "fr-FR", "ar-001", "en-GB", "bg-BG", "zh-CN", "pt-BR"])
    func languages(language: String) throws {
        var warnings: [String] = []
        let english = try #require(try spoken("en-US", warnings: &warnings))
        let other = try #require(try spoken(language, warnings: &warnings))
        #expect(other.samples != english.samples)
        #expect(other.samples.contains { abs(Int($0)) > 1_000 })
        #expect(warnings == [])
    }

    @Test("a language without a voice is spoken in English, with a warning that names both")
    func unspoken() throws {
        var warnings: [String] = []
        let english = try spoken("en-US", warnings: &warnings)
        #expect(try spoken("xx-YY", warnings: &warnings) == english)
        #expect(warnings == ["no voice speaks \"xx-YY\": en-us speaks in its place."])
    }

    @Test(
        "every language code of the list is taken as a voice", arguments: ["en-gb", "fr-fr", "zh"])
    func codes(code: String) throws {
        let synthesizer = SpeechSynthesizer(cacheFolder: nil)
        let usual = try synthesizer.render(SpeechRequest(text: "seven"))
        let sound = try synthesizer.render(SpeechRequest(text: "seven", voice: code))
        #expect(sound != usual)
        let other = try synthesizer.render(SpeechRequest(text: "seven", voice: code + "+f3"))
        #expect(other != sound)
    }
}
