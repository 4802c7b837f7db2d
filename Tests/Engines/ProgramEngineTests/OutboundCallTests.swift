import Testing
import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceTime

@testable import ProgramEngine

/// Calls that an app makes to a person, whom voicetest is.
@Suite struct OutboundCallTests {
    private static let twilio =
        "POST https://api.twilio.com/2010-04-01/Accounts/{account}/Calls.json"
    private static let webhook = "https://bot.example/outgoing"

    private func call(
        _ outbound: JSONValue = true, carrier: String = "twilio"
    ) throws -> TelephoneCall {
        let bytes = KnownCarrier(rawValue: carrier)?.bytes ?? []
        let settings = try TelephoneSettings([
            "port": 5050, "outbound": outbound,
            "carrier": try JSONReader.value(of: bytes, dialect: .lenient),
        ])
        let rate = SampleRate(hertz: settings.carrier.sampleRate)
        return try TelephoneCall(settings: settings, rate: rate ?? TelephoneCall.rate)
    }

    @Test func theTelephoneRingsForASecondAndIsAnswered() throws {
        var call = try call()
        call.serve()
        call.wait(milliseconds: 3_000)
        #expect(call.requests == [])
        let answer = call.ask(
            Self.twilio,
            ["To": "+15550123", "From": "+15550177", "Url": .string(Self.webhook)])
        #expect(answer?.status == 201)
        #expect(answer?.body.contains("\"status\":\"queued\"") == true)
        call.wait(milliseconds: 980)
        #expect(call.requests == [])
        call.wait(milliseconds: 20)
        let request = try #require(call.requests.first)
        #expect(request.to == "POST \(Self.webhook)")
        let form = WebForm.fields(try #require(request.body))
        #expect(form["Direction"] == "outbound-api")
        #expect(form["CallStatus"] == "in-progress")
        #expect(form["From"] == "+15550177")
        #expect(form["To"] == "+15550123")
        #expect(call.emitted("rings") == ["{}"])
        #expect(call.emitted("pickedUp") == ["{}"])
    }

    @Test func aDocumentIsFollowedWithoutAWebhook() throws {
        var call = try call()
        call.serve()
        _ = call.ask(
            Self.twilio, ["To": "+1", "From": "+2", "Twiml": .string(TelephoneCall.connect)])
        call.wait(milliseconds: 1_000)
        #expect(call.requests.map(\.to) == ["GET wss://bot.example/media-stream"])
        call.open(connection: 1)
        #expect(call.events == ["connected", "start"])
    }

    @Test func theCallWaitsForTheServer() throws {
        var call = try call()
        _ = call.ask(Self.twilio, ["To": "+1", "From": "+2", "Url": .string(Self.webhook)])
        call.wait(milliseconds: 5_000)
        #expect(call.requests == [])
        call.serve()
        call.wait(milliseconds: 20)
        #expect(call.requests.count == 1)
        var mute = try self.call()
        _ = mute.ask(Self.twilio, ["To": "+1", "From": "+2", "Url": .string(Self.webhook)])
        mute.wait(milliseconds: 31_000)
        #expect(mute.objections.first?.contains("listens at no port") == true)
    }

    @Test func anAppIsAskedToCall() throws {
        var call = try call(["post": "/start", "body": ["phone_number": "+15550123"]])
        call.serve()
        let request = try #require(call.requests.first)
        #expect(request.to == "POST https://bot.example/start")
        #expect(request.body == "{\"phone_number\":\"+15550123\"}")
        call.answer("{}")
        #expect(call.objections == [])
        var refused = try self.call(["post": "/start"])
        refused.serve()
        refused.answer("no", status: 400)
        #expect(
            refused.objections == [
                "The app answers POST https://bot.example/start with the status 400, and was to"
                    + " call (\"outbound\" in \"telephone\" of voicetest.json)."
            ])
    }

    @Test func anAppThatCallsNoNumberIsTold() throws {
        var call = try call()
        call.serve()
        call.wait(milliseconds: 29_980)
        #expect(call.objections == [])
        call.wait(milliseconds: 20)
        let objection = try #require(call.objections.first)
        #expect(objection.hasPrefix("The app calls no number within 30 s"))
        #expect(objection.contains("POST https://api.twilio.com/2010-04-01/Accounts/AC"))
        #expect(call.objections.count == 1)
    }

    @Test func anAppThatIsCalledCallsNoNumber() throws {
        var call = try TelephoneCall.open()
        let answer = call.ask(Self.twilio, ["To": "+1", "From": "+2", "Url": "/a"])
        #expect(answer?.status == 501)
        #expect(call.objections.first?.contains("Write \"outbound\": true") == true)
        var twice = try self.call()
        twice.serve()
        for _ in 0..<2 { _ = twice.ask(Self.twilio, ["To": "+1", "From": "+2", "Url": "/a"]) }
        #expect(
            twice.objections == [
                "The app calls a number. voicetest answers one call a session."
            ])
    }

    @Test func theAppHangsUpWhileItRings() throws {
        var call = try call()
        call.serve()
        _ = call.ask(Self.twilio, ["To": "+1", "From": "+2", "Url": .string(Self.webhook)])
        let to = "POST https://api.twilio.com/2010-04-01/Accounts/{account}/Calls/{call}.json"
        #expect(call.ask(to, ["Status": "completed"])?.status == 200)
        #expect(call.hungUp == ["app"])
        call.wait(milliseconds: 3_000)
        #expect(call.requests == [])
    }

    @Test func plivoTelnyxAndVonageCallByJSON() throws {
        var plivo = try call(carrier: "plivo")
        plivo.serve()
        let fired = plivo.ask(
            "POST https://api.plivo.com/v1/Account/{account}/Call/",
            json: [
                "to": "+1", "from": "+2", "answer_url": .string(Self.webhook),
                "answer_method": "GET",
            ])
        #expect(fired?.status == 201)
        #expect(fired?.body.contains("request_uuid") == true)
        plivo.wait(milliseconds: 1_000)
        #expect(plivo.requests.first?.to.hasPrefix("GET \(Self.webhook)?") == true)
        #expect(plivo.requests.first?.to.contains("Direction=outbound") == true)
        var telnyx = try call(carrier: "telnyx")
        telnyx.serve()
        let dialled = telnyx.ask(
            "POST https://api.telnyx.com/v2/calls",
            json: ["to": "+1", "from": "+2", "stream_url": "wss://bot.example/ws"])
        #expect(dialled?.body.contains("call_control_id") == true)
        telnyx.wait(milliseconds: 1_000)
        #expect(telnyx.requests.first?.to == "GET wss://bot.example/ws")
        var vonage = try call(carrier: "vonage")
        vonage.serve()
        _ = vonage.ask(
            "POST https://api.nexmo.com/v1/calls",
            json: [
                "to": .array([["type": "phone", "number": "15550123"]]),
                "from": ["type": "phone", "number": "15550177"],
                "ncco": .array([["action": "talk", "text": "Hello"]]),
            ])
        vonage.wait(milliseconds: 1_000)
        #expect(vonage.spoken == [.text("Hello")])
        #expect(vonage.telephone.values["toDigits"] == "15550123")
    }

    @Test(
        arguments: [
            (["outbound": true, "webhook": "/a"], "has a \"webhook\" beside \"outbound\""),
            (["outbound": ["post": "start"]], "that is neither true nor {\"post\""),
            (["outbound": ["post": "/a", "url": 1]], "that is neither true nor {\"post\""),
            (["outbound": "yes"], "that is neither true nor {\"post\""),
        ] as [(JSONObject, String)])
    func aSettingThatCannotBeUsedIsTold(_ project: JSONObject, _ what: String) throws {
        var settings = project
        settings["port"] = 1
        settings["carrier"] = try JSONReader.value(of: KnownCarrier.twilio.bytes, dialect: .lenient)
        let fault = #expect(throws: ProgramFault.self) { _ = try TelephoneSettings(settings) }
        #expect(fault?.what.contains(what) == true)
    }

    @Test func aCarrierWithoutSuchACallIsTold() throws {
        let fault = #expect(throws: ProgramFault.self) { _ = try call(carrier: "exotel") }
        #expect(fault?.what.contains("no call to Exotel begins one") == true)
    }
}
