import Testing
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceTime

@testable import ProgramEngine

/// What an app, a carrier's file or a session says that nobody should.
@Suite struct HostileServerTests {
    private func following(_ verbs: String) throws -> TelephoneCall {
        var call = try TelephoneCall()
        call.serve()
        call.answer("<Response>\(verbs)</Response>")
        return call
    }

    private func fault(_ project: JSONObject) -> String? {
        do throws(ProgramFault) {
            _ = try TelephoneSettings(project)
            return nil
        } catch { return error.what }
    }

    private func usual(_ change: JSONObject) throws -> JSONObject {
        let bytes = KnownCarrier.twilio.bytes
        let project: JSONObject = [
            "port": 5050, "webhook": "/",
            "carrier": try JSONReader.value(of: bytes, dialect: .lenient),
        ]
        return project.adding(change)
    }

    @Test(arguments: [Int64.min, -1, Int64.max])
    func aCutAtAnyNumberIsTold(_ end: Int64) throws {
        var call = try TelephoneCall.open()
        call.tell(
            model: ["type": "session.update", "session": ["output_audio_format": "g711_ulaw"]])
        call.model("a", milliseconds: 300)
        call.speak(milliseconds: 300)
        call.tell(
            model: [
                "type": "conversation.item.truncate", "item_id": "a", "audio_end_ms": .integer(end),
            ])
        #expect(call.cuts == ["a \(end): 0 of 300"])
    }

    @Test(arguments: [Int64.max, 0, -1])
    func aRateThatNoModelHasIsNotTaken(_ rate: Int64) throws {
        var call = try TelephoneCall.open()
        call.tell(
            model: [
                "type": "session.update",
                "session": [
                    "audio": ["output": ["format": ["type": "audio/pcm", "rate": .integer(rate)]]]
                ],
            ])
        call.model("a", milliseconds: 600)
        call.speak(milliseconds: 100)
        call.tell(
            model: ["type": "conversation.item.truncate", "item_id": "a", "audio_end_ms": 50])
        #expect(call.broken == [])
    }

    @Test func aLetterThatIsCutInTwoIsWhole() throws {
        var call = try TelephoneCall()
        call.serve()
        let bytes = Array("<Response><Say>Grüße</Say></Response>".utf8)
        let middle = try #require(bytes.firstIndex(of: 0xC3)) + 1
        call.telephone.opened(1, 200, nil, nil)
        for (part, isLast) in [(bytes[..<middle], false), (bytes[middle...], true)] {
            let text = Base64.text(of: Array(part))
            call.telephone.receive(
                1, CallBody(.string(text), .base64), isLast: isLast, nil, at: 0)
        }
        call.wait(milliseconds: 20)
        #expect(call.spoken == [.text("Grüße")])
    }

    @Test func instructionsWithoutAnEndAreRefused() throws {
        let gathers = String(repeating: "<Gather timeout=\"0\"/>", count: 1_001)
        let call = try following(gathers)
        #expect(call.objections.first?.contains("answers with more than 1000 instructions") == true)
        let plays = String(repeating: "<Play loop=\"100\">a.wav</Play>", count: 11)
        #expect(try following(plays).objections.count == 1)
    }

    @Test func aThousandQuestionsWithoutTimeEndTheCall() throws {
        let call = try following(String(repeating: "<Gather timeout=\"0\"/>", count: 1_000))
        #expect(call.hungUp == ["app"])
    }

    @Test func aRedirectOfTheSameMethodKeepsTheDigits() throws {
        var call = try following("<Gather action=\"/digits\" numDigits=\"1\"/>")
        call.press("4")
        call.answer(
            "", status: 307,
            headers: AnswerHeaders(.array([.array(["Location", "/digits/"])])))
        let request = try #require(call.requests.last)
        #expect(request.to == "POST https://bot.example/digits/")
        #expect(WebForm.fields(request.body ?? "")["Digits"] == "4")
    }

    @Test func anAddressIsPercentEncodedBeforeItIsSigned() throws {
        let call = try following("<Redirect>/при ём?x=1</Redirect>")
        #expect(
            call.requests.last?.to
                == "POST https://bot.example/%D0%BF%D1%80%D0%B8%20%D1%91%D0%BC?x=1")
    }

    @Test func otherInstructionsEndWhatTheCarrierDoes() throws {
        var call = try following("<Gather><Say>One</Say></Gather>")
        let answer = call.ask(
            "POST https://api.twilio.com/2010-04-01/Accounts/{account}/Calls/{call}.json",
            ["Twiml": "<Response><Say>Two</Say></Response>"])
        #expect(answer?.status == 200)
        #expect(call.deeds.contains(.stopSound(1, line: nil)))
        call.wait(milliseconds: 20)
        #expect(call.spoken == [.text("One"), .text("Two")])
        call.said(2)
        call.wait(milliseconds: 20)
        #expect(call.hungUp == ["app"])
    }

    @Test func aSessionSetsNoVariableButCredentials() throws {
        let carrier = try #require(try usual([:])["carrier"]?.object)
        let hostile = carrier.adding(["variables": ["LD_PRELOAD": "/tmp/a.so"]])
        #expect(
            fault(try usual(["carrier": .object(hostile)]))?.contains(
                "not the name of a credential")
                == true)
    }

    @Test func aTokenLikeARealOneIsRefused() throws {
        let token = String(repeating: "0a", count: 16)
        #expect(fault(try usual(["token": .string(token)]))?.contains("like a real one") == true)
        #expect(fault(try usual(["token": "of my own"])) == nil)
    }

    @Test(arguments: ["my bot", "a:99999", "bot.example/x", ":80"])
    func aHostIsTheNameOfAServer(_ host: String) throws {
        #expect(
            fault(try usual(["host": .string(host)]))?.contains("not the name of a server") == true)
    }

    @Test func equalSoundOfTwoItemsIsCreditedInOrder() throws {
        var call = try TelephoneCall.open()
        call.model("a", milliseconds: 20, byte: 0xFF)
        call.model("b", milliseconds: 20, byte: 0xFF)
        call.speak(milliseconds: 20, byte: 0xFF)
        call.speak(milliseconds: 20, byte: 0xFF)
        #expect(call.account("sent") == ["a 20", "b 20"])
        #expect(call.broken == [])
    }

    @Test func aCallToTheCarrierThatIsNotAnsweredIsTold() throws {
        var call = try TelephoneCall.open()
        let place = "https://api.twilio.com/2010-04-01/Accounts/{account}"
        #expect(call.ask("GET \(place)/Calls/{call}.json", [:])?.status == 501)
        #expect(call.ask("POST \(place)/Calls/{call}.json", ["Status": "busy"])?.status == 501)
        #expect(call.ask("POST https://other.example/", [:])?.status == nil)
        #expect(call.objections.count == 2)
        #expect(call.objections.allSatisfy { $0.contains("Nothing is asked for real") })
        #expect(call.telephone.carrierHosts == ["api.twilio.com"])
    }

    @Test func aWebhookWithoutAnAnswerIsTold() throws {
        var call = try TelephoneCall()
        call.serve()
        call.wait(milliseconds: 14_900)
        #expect(call.objections == [])
        call.wait(milliseconds: 200)
        #expect(
            call.objections.first?.contains(
                "POST https://bot.example/incoming-call within 15 s") == true)
    }

    @Test func aStreamThatClosesAfterAnErrorIsTold() throws {
        var call = try TelephoneCall.open()
        call.close(code: 1_011)
        #expect(call.broken.first?.contains("the code 1011") == true)
        var right = try TelephoneCall.open()
        right.close()
        #expect(right.broken == [])
    }

    @Test func aSayInALoopIsSaidAgain() throws {
        var call = try following("<Say loop=\"2\">Hello</Say>")
        call.said(1)
        call.wait(milliseconds: 20)
        #expect(call.spoken == [.text("Hello"), .text("Hello")])
    }

    /// The example of Twilio's own libraries.
    @Test func signsAsTwilioDoes() throws {
        let settings = try TelephoneCall.settings(["token": "12345", "host": "mycompany.com"])
        let telephone = Telephone(settings, rate: TelephoneCall.rate, seed: 7)
        var request = ServerRequest(to: "POST https://mycompany.com/myapp.php?foo=1&bar=2")
        telephone.sign(
            &request,
            [
                "To": "+18005551212", "Digits": "1234", "CallSid": "CA1234567890ABCDE",
                "From": "+14158675309", "Caller": "+14158675309",
            ])
        let header = request.headers.first { $0.name == "X-Twilio-Signature" }
        #expect(header?.value == "RSOYDt4T1cUTdK1PDd93/VVr8B8=")
    }
}
