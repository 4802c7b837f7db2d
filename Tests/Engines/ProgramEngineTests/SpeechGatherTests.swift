import Testing
import VoiceJSON
import VoiceTime

@testable import ProgramEngine

/// A server that gathers words of the caller.
@Suite struct SpeechGatherTests {
    private func call(
        _ verbs: String, _ project: JSONObject = ["hears": "words"]
    ) throws -> TelephoneCall {
        var call = try TelephoneCall(project)
        call.serve()
        call.answer("<Response>\(verbs)</Response>")
        return call
    }

    @Test func asksWithTheWordsAndTheirConfidence() throws {
        var call = try call(
            "<Gather input=\"speech\" action=\"/said\" speechTimeout=\"2\"><Say>Which?</Say>"
                + "</Gather>"
        )
        #expect(call.deeds.contains(.listen(silenceMilliseconds: 2_000)))
        call.begin()
        #expect(call.deeds.contains(.stopSound(1, line: nil)))
        call.wait(milliseconds: 10_000)
        call.hear(words: "a large one", confidence: 85)
        let request = try #require(call.requests.last)
        #expect(request.to == "POST https://bot.example/said")
        let form = WebForm.fields(request.body ?? "")
        #expect(form["SpeechResult"] == "a large one")
        #expect(form["Confidence"] == "0.085")
        #expect(form["Digits"] == nil)
    }

    @Test func withoutSpeechItGoesOn() throws {
        var call = try call("<Gather input=\"speech\" timeout=\"1\"/><Say>Bye</Say>")
        call.wait(milliseconds: 1_100)
        #expect(call.deeds.contains(.stopListening))
        #expect(call.spoken == [.text("Bye")])
        #expect(call.requests.count == 1)
    }

    @Test func wordsThatAreNotUnderstoodGoOn() throws {
        var call = try call("<Gather input=\"speech\" action=\"/said\"/><Say>Bye</Say>")
        call.begin()
        call.hear(words: "")
        call.wait(milliseconds: 20)
        #expect(call.spoken == [.text("Bye")])
        #expect(call.requests.count == 1)
    }

    @Test func aKeyComesBeforeWordsWhereBothAreGathered() throws {
        var call = try call(
            "<Gather input=\"dtmf speech\" action=\"/said\" numDigits=\"1\"/>")
        call.press("4")
        #expect(WebForm.fields(call.requests.last?.body ?? "")["Digits"] == "4")
        #expect(call.deeds.contains(.stopListening))
        call.hear(words: "four")
        #expect(call.requests.count == 2)
    }

    @Test func keysAreNotHeardWhereWordsAloneAreGathered() throws {
        var call = try call("<Gather input=\"speech\" action=\"/said\"/>")
        call.press("4")
        #expect(call.requests.count == 1)
    }

    @Test func withoutWordsItSaysWhatToWrite() throws {
        let call = try call("<Gather input=\"speech\"/>", [:])
        #expect(call.objections.first?.contains("Write \"hears\": \"words\"") == true)
    }

    @Test func aCarrierThatGathersNoWordsSaysSo() throws {
        var call = try TelephoneCall(["hears": "words"], carrier: "plivo")
        call.serve()
        call.answer("<Response><GetDigits input=\"speech\"/></Response>")
        #expect(call.objections.first?.contains("gathers \"speech\"") == true)
    }
}
