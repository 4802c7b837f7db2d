import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport

@testable import SayKit

@Suite("4.6 Events of tracks, as calls bring them")
struct AudioEventTests {
    @Test("a speech, a tone, a silence and a composite event are read", .fact("saykit-4.6-1"))
    func reads() throws {
        let value: JSONValue = .object([
            "composite": .array([
                .object(["speech": "Hello."]), .object(["tone": "ding.wav"]),
                .object(["silence": 250]),
            ])
        ])
        let event = try AudioEvent(value, at: "event")
        #expect(
            event.operations == [
                .speak(SAYSpeechUtterance("Hello.")), .playTone(file: "ding.wav"),
                .wait(milliseconds: 250),
            ])
    }

    @Test("an utterance has a voice, a rate, a pitch and a volume", .fact("saykit-4.6-13"))
    func utterance() throws {
        let value: JSONValue = .object([
            "speech": .object([
                "text": "Hello.", "voice": "en-gb", "wordsPerMinute": 120, "pitch": 40,
                "volumePermille": 500,
            ])
        ])
        let operation = try #require(try AudioEvent(value, at: "event").operations.first)
        let prompt = try #require(operation.prompt(language: "en-US", wordsPerMinute: 175))
        #expect(prompt.voice == "en-gb")
        #expect(prompt.wordsPerMinute == 120)
        #expect(prompt.pitch == 40)
        #expect(prompt.speechVolume == 500)
    }

    @Test(
        "a wrong event is refused with its place and the next step",
        arguments: [
            (JSONValue.string("x"), "event is a string. Give an object."),
            (.object([:]), "event has no \"speech\". Add it."),
            (.object(["silence": -1]), "event.silence is -1. Use 0 to 3600000."),
            (.object(["tone": 3]), "event.tone is a number. Give a string."),
            (
                .object(["composite": .array([.null])]),
                "event.composite[0] is null. Give an object."
            ),
            (
                .object(["speech": .object(["text": "a", "pitch": 101])]),
                "event.speech.pitch is 101. Use 0 to 100."
            ),
        ])
    func refuses(value: JSONValue, sentence: String) {
        let error = #expect(throws: SayFormError.self) { try AudioEvent(value, at: "event") }
        #expect(error?.description == sentence)
    }

    @Test("composite events within each other are limited")
    func depth() {
        var value: JSONValue = .object(["tone": "a.wav"])
        for _ in 0..<AudioEvent.depthLimit { value = .object(["composite": .array([value])]) }
        let error = #expect(throws: SayFormError.self) { try AudioEvent(value, at: "event") }
        #expect(error?.description.contains("at most 8 levels") == true)
    }

    @Test("a text longer than the limit is refused")
    func length() {
        let text = String(repeating: "a", count: FormReader.textLimit + 1)
        let error = #expect(throws: SayFormError.self) {
            try AudioEvent(.object(["speech": .string(text)]), at: "event")
        }
        #expect(error?.description == "event.speech has a length of 10001. Shorten it to 10000.")
    }
}
