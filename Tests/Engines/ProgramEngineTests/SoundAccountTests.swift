import Testing
import VoiceJSON
import VoiceTime

@testable import ProgramEngine

/// What the caller heard of each item of the model, and where the server cuts it.
@Suite struct SoundAccountTests {
    private static let mulaw: JSONObject = [
        "type": "session.update", "session": ["output_audio_format": "g711_ulaw"],
    ]

    private func call() throws -> TelephoneCall {
        var call = try TelephoneCall.open()
        call.tell(model: Self.mulaw)
        return call
    }

    /// The model gives sound of an item, and the server sends it on.
    private func speak(_ item: String, _ milliseconds: Int64, _ call: inout TelephoneCall) {
        let byte = UInt8(truncatingIfNeeded: item.utf8.last ?? 0)
        call.model(item, milliseconds: milliseconds, byte: byte)
        call.speak(milliseconds: milliseconds, byte: byte)
    }

    private func cut(_ item: String, at milliseconds: Int64) -> JSONObject {
        [
            "type": "conversation.item.truncate", "item_id": .string(item), "content_index": 0,
            "audio_end_ms": .integer(milliseconds),
        ]
    }

    @Test func accountsForEachItem() throws {
        var call = try call()
        speak("a", 300, &call)
        speak("b", 500, &call)
        call.wait(milliseconds: 400)
        call.clear()
        #expect(call.account("heard") == ["a 300", "b 100"])
        #expect(call.account("thrown") == ["b 400"])
        #expect(call.account("sent") == ["a 300", "b 500"])
    }

    @Test func aCutIsToldWithWhatWasHeardAndWithTheSound() throws {
        var call = try call()
        speak("a", 1_000, &call)
        speak("b", 500, &call)
        call.wait(milliseconds: 400)
        call.tell(model: cut("a", at: 480))
        call.tell(model: cut("b", at: 1))
        call.tell(model: cut("c", at: 2))
        #expect(call.cuts == ["a 480: 400 of 1000", "b 1: 0 of 500", "c 2: 0 of 0"])
    }

    @Test func theSoundOfAnotherFormatIsAsLong() throws {
        var call = try call()
        call.tell(model: [
            "type": "session.update",
            "session": ["audio": ["output": ["format": ["type": "audio/pcm", "rate": 24_000]]]],
        ])
        call.model("a", milliseconds: 600)
        call.tell(model: cut("a", at: 100))
        #expect(call.cuts == ["a 100: 0 of 100"])
    }

    @Test func withoutSoundOfTheModelACutCannotBeJudged() throws {
        var call = try call()
        call.speak(milliseconds: 300)
        call.tell(model: cut("a", at: 100))
        #expect(call.cuts == [])
        #expect(
            call.deeds.contains(
                .note(
                    "bot.py:7: the rule \"cut\" cannot be judged: no sound of the model was seen"
                        + " (response.output_audio.delta).")))
    }
}
