import Testing
import VoiceJSON
import VoiceTime

@testable import ProgramEngine

/// What the caller heard of each item of the model, and the rules that go by it.
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

    @Test func aCutWhereItWasHeardIsRight() throws {
        var call = try call()
        speak("a", 1_000, &call)
        call.wait(milliseconds: 400)
        call.tell(model: cut("a", at: 480))
        call.clear()
        call.hangUp()
        #expect(call.broken == [])
    }

    @Test func aCutThatIsLongerThanTheSoundIsTold() throws {
        var call = try call()
        speak("a", 300, &call)
        call.wait(milliseconds: 2_000)
        call.tell(model: cut("a", at: 1_960))
        #expect(
            call.broken == [
                "bot.py:7: the app cuts the item a at 1960 ms, and its sound has 300 ms"
                    + " [cut, at 2000 ms]"
            ])
    }

    @Test func aCutAwayFromWhatWasHeardIsTold() throws {
        var call = try call()
        speak("a", 2_000, &call)
        call.wait(milliseconds: 400)
        call.tell(model: cut("a", at: 520))
        #expect(
            call.broken == [
                "bot.py:7: the app cuts the item a at 520 ms, and the caller heard 400 ms of it"
                    + " [cut, at 400 ms]"
            ])
    }

    @Test func aCutOfAnItemWithoutSoundIsTold() throws {
        var call = try call()
        speak("a", 300, &call)
        call.tell(model: cut("b", at: 100))
        #expect(
            call.broken == [
                "bot.py:7: the app cuts the item b, of which no sound came [cut, at 0 ms]"
            ])
    }

    @Test func withoutSoundOfTheModelACutCannotBeJudged() throws {
        var call = try call()
        call.speak(milliseconds: 300)
        call.tell(model: cut("a", at: 100))
        #expect(call.broken == [])
        #expect(
            call.deeds.contains(
                .note(
                    "bot.py:7: the rule \"cut\" cannot be judged: no sound of the model was seen"
                        + " (response.output_audio.delta).")))
    }

    @Test func whatIsHeardBehindACutIsTold() throws {
        var call = try call()
        speak("a", 1_000, &call)
        call.wait(milliseconds: 400)
        call.tell(model: cut("a", at: 400))
        call.wait(milliseconds: 1_000)
        call.hangUp()
        #expect(
            call.broken == [
                "bot.py:7: the caller hears 600 ms of the item a behind the cut of it"
                    + " [stopped, at 1400 ms]"
            ])
    }

    @Test func anOlderItemBehindANewerOneIsTold() throws {
        var call = try call()
        call.model("a", milliseconds: 40, byte: 1)
        call.model("a", milliseconds: 40, byte: 2)
        call.model("b", milliseconds: 40, byte: 3)
        for byte: UInt8 in [1, 3, 2] { call.speak(milliseconds: 40, byte: byte) }
        #expect(call.broken.count == 1)
        #expect(call.broken.first?.contains("item a behind sound of the newer item b") == true)
    }

    @Test func aTurnThatIsNotAnsweredIsTold() throws {
        var call = try call()
        call.telephone.hear(speech: true, spoken: 0, at: 0)
        call.wait(milliseconds: 1_000)
        call.telephone.hear(speech: false, spoken: call.frame, at: call.frame)
        call.wait(milliseconds: 4_900)
        #expect(call.broken == [])
        call.wait(milliseconds: 5_000)
        #expect(
            call.broken == [
                "the app says nothing within 5000 ms behind the caller's turn that ends at 1000 ms"
                    + " [answer, at 6000 ms]"
            ])
    }

    @Test func anAnsweredTurnIsRight() throws {
        var call = try call()
        call.telephone.hear(speech: true, spoken: 0, at: 0)
        call.telephone.hear(speech: false, spoken: 100, at: 100)
        call.wait(milliseconds: 3_000)
        call.speak(milliseconds: 8_000)
        call.wait(milliseconds: 15_000)
        #expect(call.broken == [])
    }
}
