import Testing
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceProject

@testable import ProgramEngine

/// Carriers that differ from one another by their files alone.
@Suite struct CarrierTests {
    /// A call by a carrier without a webhook of its own, whose stream is open.
    private func exotel() throws -> TelephoneCall {
        let bytes = KnownCarrier.exotel.bytes
        let settings = try TelephoneSettings([
            "port": 5050, "stream": "/media",
            "carrier": try JSONReader.value(of: bytes, dialect: .lenient),
        ])
        var call = try TelephoneCall()
        call.telephone = Telephone(settings, rate: TelephoneCall.rate, seed: 7)
        call.serve()
        call.open(connection: 1)
        return call
    }

    @Test(arguments: KnownCarrier.allCases)
    func everyFileIsACarrier(_ known: KnownCarrier) throws {
        let object = try #require(try JSONReader.value(of: known.bytes, dialect: .lenient).object)
        #expect(try Carrier(object).name.lowercased() == known.rawValue)
    }

    @Test func exotelOpensTheStreamAtOnceAndSendsPCM() throws {
        var call = try exotel()
        #expect(call.requests.map(\.to) == ["GET wss://bot.example/media"])
        call.block = [Int16](repeating: 258, count: 800)
        call.wait(milliseconds: 200)
        #expect(call.events == ["connected", "start", "media", "media"])
        let media = try #require(call.messages.last?["media"]?.object)
        #expect(media["timestamp"] == "100")
        #expect(media["payload"]?.string.flatMap(Base64.samples) == call.block)
    }

    @Test func plivoAnswersACheckpointAndAClear() throws {
        var call = try TelephoneCall(carrier: "plivo")
        call.serve()
        let form = WebForm.fields(try #require(call.requests.first?.body))
        #expect(form["Event"] == "StartApp")
        call.answer(
            "<Response><Stream bidirectional=\"true\">wss://bot.example/ws</Stream></Response>")
        #expect(call.requests.last?.to == "GET wss://bot.example/ws")
        call.open(connection: 2)
        let sound = Base64.text(of: [UInt8](repeating: 0x10, count: 800))
        let play: JSONObject = ["event": "playAudio", "media": ["payload": .string(sound)]]
        call.say(play)
        call.say(["event": "checkpoint", "name": "one"])
        call.wait(milliseconds: 120)
        call.say(play)
        call.say(["event": "checkpoint", "name": "two"])
        call.say(["event": "clearAudio"])
        call.wait(milliseconds: 40)
        let events = call.events.filter { $0 != "media" }
        #expect(events == ["start", "playedStream", "clearedAudio"])
        #expect(call.messages[1]["sequenceNumber"] == 2)
        #expect(call.messages.contains { $0["name"] == "one" })
    }

    @Test func telnyxHangsUpOnce() throws {
        var call = try TelephoneCall.open(carrier: "telnyx")
        #expect(call.events == ["connected", "start"])
        let to = "POST https://api.telnyx.com/v2/calls/{call}/actions/hangup"
        #expect(call.ask(to, [:])?.status == 200)
        #expect(call.ask(to, [:])?.status == 422)
        #expect(call.hungUp == ["app", "app"])
    }

    @Test func aCallByAnotherCarrierIsNotAnswered() throws {
        var call = try TelephoneCall.open(carrier: "telnyx")
        call.say(["event": "playAudio"])
        #expect(
            call.broken == [
                "bot.py:7: the app sends a message that Telnyx does not take on this stream"
                    + " (\"playAudio\")"
            ])
    }

    @Test(
        arguments: [
            ("sampleRate", .string("fast"), "sampleRate is not a number from 8000 to 48000"),
            ("encoding", "opus", "encoding is \"opus\", none of mulaw"),
            ("verbs", ["Say": "sing"], "verbs.Say is \"sing\", none of say, play"),
            ("takes", .array([]), "takes is not an object"),
            ("frameMs", 25, "frameMs is not a multiple of 10"),
            ("otherRates", .array(["fast"]), "otherRates is not a list of numbers"),
            ("otherRates", 8_000, "otherRates is not a list of numbers"),
            (
                "calls",
                .array([["to": "POST https://a/", "does": "stream", "answer": ["status": 200]]]),
                "\"stream\" needs \"begins\""
            ),
        ] as [(String, JSONValue, String)])
    func aFileThatIsNoCarrierIsTold(_ key: String, _ value: JSONValue, _ what: String) throws {
        let bytes = KnownCarrier.twilio.bytes
        var carrier = try #require(try JSONReader.value(of: bytes, dialect: .lenient).object)
        carrier[key] = value
        let fault = #expect(throws: ProgramFault.self) {
            _ = try TelephoneSettings(["port": 1, "webhook": "/a", "carrier": .object(carrier)])
        }
        #expect(fault?.what.contains(what) == true)
    }

    @Test(
        arguments: [
            (["port": 0], "port is not a number from 1 to 65535"),
            (["webhook": "a"], "has a \"webhook\" that is not a path"),
            (["prot": 1], "is wrong. Unknown key \"prot\". Did you mean \"port\"?"),
        ] as [(JSONObject, String)])
    func aTelephoneThatCannotBeUsedIsTold(_ project: JSONObject, _ what: String) throws {
        let fault = #expect(throws: ProgramFault.self) {
            _ = try TelephoneCall.settings(project)
        }
        #expect(fault?.what.contains(what) == true)
    }
}
