import Testing
import VoiceJSON

@testable import SayKit

@Suite("What is said to the user comes from the language's file")
struct LanguageSentenceTests {
    private static let codes: [RequestFailure] = [
        .noContent, .responseTimeout, .unauthorized, .serverFailure, .invalidInput,
        .invalidRequest,
    ]

    @Test("each failure of the engine has a sentence in each language", arguments: codes)
    func failures(failure: RequestFailure) {
        let sentences = [SpokenLanguage.english, .german].map { failure.message(in: $0) }
        #expect(Set(sentences + [failure.rawValue]).count == 3)
    }

    @Test("a language without the sentence of a failure says it in English")
    func fallback() {
        let language = SpokenLanguage(LanguageWords())
        #expect(
            RequestFailure.unauthorized.message(in: language) == "I am not allowed to listen.")
    }

    @Test("a German request apologises and fails in German")
    func german() throws {
        var world = try SayWorld([.mumbles, .mumbles], language: "de-DE")
        let call = world.present("confirmation", ["prompt": "Sicher?"])
        world.run()
        #expect(world.sounds.contains("Das habe ich leider nicht verstanden. Sicher?"))
        let error = world.value(of: call)?["error"]?.object
        #expect(error?["message"] == "Ich habe nichts gehört.")
    }

    @Test("a German dialogue helps in German, with the choices and without")
    func help() throws {
        for (ask, help) in [
            (
                #"{"kind": "select", "options": ["Tee", "Kaffee"], "prompt": "Was?"}"#,
                "Sie können sagen: Tee, Kaffee. Oder sagen Sie: wiederholen, zurück oder abbrechen."
            ),
            (
                #"{"kind": "numerical", "prompt": "Wie viele?"}"#,
                "Beantworten Sie die Frage, oder sagen Sie: wiederholen, zurück oder abbrechen."
            ),
        ] {
            let dialogue = #"{"start": "a", "nodes": {"a": {"ask": \#(ask)}}}"#
            var world = try SayWorld([.says("Hilfe")], dialogue: dialogue, language: "de-DE")
            world.run()
            #expect(world.sounds.contains(help))
        }
    }
}
