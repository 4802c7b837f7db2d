import Testing
import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceTime

@testable import ProgramEngine

/// Carriers whose sound comes in binary messages.
@Suite struct BinaryCarrierTests {
    private static let connect = """
        [{"action": "talk", "text": "Hello"},
         {"action": "connect", "endpoint": [{"type": "websocket", "uri": "wss://bot.example/ws",
          "content-type": "audio/l16;rate=16000", "headers": {"a": "b"}}]}]
        """

    private func call(_ carrier: KnownCarrier, _ project: JSONObject) throws -> TelephoneCall {
        let usual: JSONObject = [
            "port": 5050, "carrier": try JSONReader.value(of: carrier.bytes, dialect: .lenient),
        ]
        let settings = try TelephoneSettings(usual.adding(project))
        let rate = SampleRate(hertz: settings.carrier.sampleRate) ?? .standard
        var call = try TelephoneCall(settings: settings, rate: rate)
        call.block = [Int16](
            repeating: 258, count: Int(rate.frames(milliseconds: 20)))
        call.serve()
        return call
    }

    private func vonage(_ more: JSONObject = [:]) throws -> TelephoneCall {
        var call = try call(.vonage, more.adding(["webhook": "/answer"]))
        call.answer(Self.connect)
        call.said(1)
        call.wait(milliseconds: 20)
        call.open(connection: 2)
        return call
    }

    /// A call of Genesys, whose stream is connection 1.
    private func genesys(_ more: [JSONObject] = [["type": "opened"]]) throws -> TelephoneCall {
        var call = try call(.genesys, ["stream": "/audiohook"])
        call.open(connection: 1)
        for (index, message) in more.enumerated() {
            say(&call, message, number: Int64(index + 1))
        }
        return call
    }

    private func say(_ call: inout TelephoneCall, _ message: JSONObject, number: Int64) {
        call.say(message.adding(["seq": .integer(number)]), connection: 1)
    }

    private func types(_ call: TelephoneCall) -> [String] {
        call.messages.compactMap { $0["type"]?.string }
    }

    @Test(arguments: [Int64.min, Int64.max])
    func aNumberOfAMessageMayBeAny(number: Int64) throws {
        var call = try genesys()
        say(&call, ["type": "pong"], number: number)
        say(&call, ["type": "pong"], number: 3)
        #expect(call.broken.count == 2)
        #expect(call.broken.first?.contains("numbers a message with \(number)") == true)
    }

    // MARK: Vonage

    @Test func vonageAsksByGetAndFollowsActions() throws {
        let call = try vonage()
        let asked = try #require(call.requests.first?.to)
        #expect(asked.hasPrefix("GET https://bot.example/answer?conversation_uuid=CON-"))
        #expect(asked.contains("&from=15550100&to=15550199&uuid="))
        #expect(call.spoken == [.text("Hello")])
        #expect(call.requests.last?.to == "GET wss://bot.example/ws")
    }

    @Test func vonageSendsSoundInBinaryMessages() throws {
        var call = try vonage()
        let opening = call.messages.last
        #expect(
            opening == [
                "event": "websocket:connected", "content-type": "audio/l16;rate=16000", "a": "b",
            ])
        call.wait(milliseconds: 40)
        #expect(call.binaries.map(\.count) == [640, 640])
        #expect(call.binaries.first?.prefix(4) == [2, 1, 2, 1])
    }

    @Test func vonageTakesANumberOfItsRates() throws {
        let rate: JSONObject = ["rate": 8_000]
        var call = try call(.vonage, rate.adding(["webhook": "/answer"]))
        call.answer(Self.connect)
        #expect(
            call.objections.first?.contains(
                "asks for sound as \"audio/l16;rate=16000\", and the telephone has"
                    + " \"audio/l16;rate=8000\"") == true)
        #expect(throws: ProgramFault.self) { try vonage(["rate": 24_000]) }
    }

    @Test func vonageHasItsUsualRateWhereTheBotNamesNone() throws {
        let action = Self.connect.replacing(#""content-type": "audio/l16;rate=16000", "#, with: "")
        #expect(action != Self.connect)
        var usual = try call(.vonage, ["webhook": "/answer"])
        usual.answer(action)
        #expect(usual.objections.isEmpty)
        var other = try call(.vonage, ["webhook": "/answer", "rate": 8_000])
        other.answer(action)
        #expect(other.objections.first?.contains("\"audio/l16;rate=8000\"") == true)
    }

    @Test func vonagePlaysAndNotifiesOnceItWasHeard() throws {
        var call = try vonage()
        for _ in 0..<2 { call.send(bytes: 640) }
        call.say(["action": "notify", "payload": ["a": 1]])
        call.wait(milliseconds: 20)
        #expect(call.messages.last?["event"] == "websocket:connected")
        call.wait(milliseconds: 40)
        #expect(call.messages.last == ["event": "websocket:notify", "payload": ["a": 1]])
        #expect(call.account("sent") == ["20", "20"])
    }

    @Test func vonageClearsWithoutNotifying() throws {
        var call = try vonage()
        for _ in 0..<10 { call.send(bytes: 640) }
        call.say(["action": "notify", "payload": ["a": 1]])
        call.wait(milliseconds: 100)
        call.say(["action": "clear"])
        call.wait(milliseconds: 200)
        #expect(call.messages.last == ["event": "websocket:cleared"])
        #expect(call.account("thrown") == ["100"])
    }

    @Test func vonageTakesWholeFramesOnly() throws {
        var call = try vonage()
        call.send(bytes: 1_000)
        #expect(
            call.broken == [
                "bot.py:7: the app sends sound in a message of 1000 bytes, and Vonage takes frames"
                    + " of 640 bytes"
            ])
    }

    @Test func vonageHangsUpByJSON() throws {
        var call = try vonage()
        let to = "PUT https://api.nexmo.com/v1/calls/{call}"
        #expect(call.ask(to, json: ["action": "hangup"])?.status == 204)
        #expect(call.hungUp == ["app"])
        #expect(call.ask(to, json: ["action": "hangup"])?.status == 404)
    }

    @Test(arguments: [
        ("{}", "answers without instructions"),
        ("[{\"action\": \"sing\"}]", "answers with the action \"sing\""),
        ("[{\"action\": \"connect\"}]", "voicetest connects it to an endpoint \"websocket\""),
    ])
    func vonageSaysWhatItCannotFollow(_ answer: String, _ what: String) throws {
        var call = try call(.vonage, ["webhook": "/answer"])
        call.answer(answer)
        #expect(call.objections.first?.contains(what) == true)
    }

    @Test func aRobotsNumberIsDialled() throws {
        var call = try call(.vonage, ["webhook": "/answer"])
        call.answer(
            "[{\"action\":\"connect\",\"endpoint\":[{\"type\":\"phone\",\"number\":\"1\"}]}]")
        #expect(call.deeds.contains(.emit("transferred", ["to": "1"], line: nil)))
    }

    // MARK: Genesys

    @Test func genesysSendsSoundOnceTheServerAgreed() throws {
        var call = try genesys([])
        call.wait(milliseconds: 60)
        #expect(types(call) == ["open"])
        #expect(call.binaries.isEmpty)
        #expect(call.messages[0]["seq"] == 1)
        #expect(call.messages[0]["serverseq"] == 0)
        #expect(
            call.requests[0].headers.contains { $0.name == "X-API-KEY" && $0.value == "voicetest" })
        say(&call, ["type": "opened"], number: 1)
        call.wait(milliseconds: 40)
        #expect(call.binaries.map(\.count) == [160, 160])
    }

    @Test func genesysWaitsFiveSecondsForTheServer() throws {
        var call = try genesys([])
        call.wait(milliseconds: 5_100)
        #expect(
            call.objections == ["The app does not agree to the stream within 5 s (\"opened\")."])
    }

    @Test func genesysPingsAndCountsBothSides() throws {
        var call = try genesys()
        call.wait(milliseconds: 5_020)
        let ping = try #require(call.messages.last)
        #expect(ping["type"] == "ping")
        #expect(ping["seq"] == 2)
        #expect(ping["serverseq"] == 1)
        #expect(ping["position"] == "PT4.980S")
        say(&call, ["type": "pong"], number: 2)
        call.wait(milliseconds: 5_000)
        #expect(call.broken == [])
        call.wait(milliseconds: 5_000)
        #expect(call.broken.contains { $0.contains("does not answer a ping") })
    }

    @Test func genesysNamesAWrongNumber() throws {
        let call = try genesys([["type": "opened"], ["type": "event"]])
        #expect(call.broken == [])
        var wrong = call
        say(&wrong, ["type": "event"], number: 7)
        #expect(wrong.broken.first?.contains("numbers a message with 7") == true)
    }

    @Test func genesysSendsNothingWhilePaused() throws {
        var call = try genesys([["type": "opened"], ["type": "pause"]])
        call.wait(milliseconds: 100)
        #expect(call.binaries.isEmpty)
        say(&call, ["type": "resume"], number: 3)
        call.wait(milliseconds: 20)
        #expect(types(call) == ["open", "paused", "resumed"])
        #expect(call.binaries.count == 1)
    }

    @Test func genesysTellsWhenSoundBeginsAndEnds() throws {
        var call = try genesys()
        call.send(bytes: 320, connection: 1)
        call.wait(milliseconds: 200)
        #expect(types(call) == ["open", "playback_started", "playback_completed"])
    }

    @Test func genesysThrowsAwayAtABargeIn() throws {
        var call = try genesys()
        call.send(bytes: 1_600, connection: 1)
        call.wait(milliseconds: 100)
        say(
            &call,
            [
                "type": "event",
                "parameters": ["entities": .array([["type": "barge_in", "data": [:]]])],
            ],
            number: 2)
        #expect(call.account("thrown") == ["100"])
        #expect(call.broken == [])
    }

    @Test func genesysClosesOnceTheServerSaysSo() throws {
        var call = try genesys()
        say(&call, ["type": "disconnect"], number: 2)
        #expect(call.hungUp == ["app"])
        #expect(types(call).last == "close")
        let close = ProgramInput.close(connection: 1, code: 1_000, reason: "")
        #expect(!call.told.map(\.input).contains(close))
        say(&call, ["type": "closed"], number: 3)
        #expect(call.told.map(\.input).contains(close))
        call.wait(milliseconds: 3_000)
        #expect(call.broken == [])
    }

    @Test func genesysNamesAServerThatDoesNotAnswerTheEnd() throws {
        var call = try genesys()
        call.hangUp()
        call.wait(milliseconds: 2_100)
        #expect(call.broken.contains { $0.contains("does not answer the end of the stream") })
    }

    @Test func soundInACopyIsSilence() throws {
        let call = try genesys()
        let carrier = call.telephone.settings.carrier
        let quiet = carrier.silenced(CallBody(.string("EBAQ"), .base64))
        #expect(quiet == CallBody(.string("////"), .base64))
    }
}
