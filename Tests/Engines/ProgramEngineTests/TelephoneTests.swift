import Testing
import VoiceFiles
import VoiceJSON
import VoiceTime

@testable import ProgramEngine

/// The carrier of a call: what it asks, what it sends, and what it plays.
@Suite struct TelephoneTests {
    @Test func asksTheWebhookWithAValidSignature() throws {
        var call = try TelephoneCall()
        call.serve()
        let request = try #require(call.requests.first)
        #expect(request.to == "POST https://bot.example/incoming-call")
        let form = WebForm.fields(try #require(request.body))
        #expect(form["From"] == "+15550100")
        #expect(form["CallSid"]?.string?.hasPrefix("CA") == true)
        let signed = form.members.reduce("https://bot.example/incoming-call") {
            $0 + $1.key + ($1.value.string ?? "")
        }
        let digest = KeyedDigest.sha1.bytes(of: Array(signed.utf8), key: Array("voicetest".utf8))
        let header = request.headers.first { $0.name == "X-Twilio-Signature" }
        #expect(header?.value == Base64.text(of: digest))
    }

    @Test func opensTheStreamAndTellsItsBeginning() throws {
        let call = try TelephoneCall.open()
        #expect(call.requests.last?.to == "GET wss://bot.example/media-stream")
        #expect(call.requests.last?.headers.contains { $0.name == "X-Twilio-Signature" } == true)
        #expect(call.events == ["connected", "start"])
        let start = try #require(call.messages.last?["start"]?.object)
        #expect(start["customParameters"] == ["a": "b"])
        #expect(call.messages.last?["sequenceNumber"] == "1")
    }

    @Test func sendsTheCallersSoundInFramesOfTwentyMilliseconds() throws {
        var call = try TelephoneCall.open()
        call.block = (0..<160).map { Int16($0 * 100 - 8_000) }
        call.wait(milliseconds: 60)
        let media = call.messages.dropFirst(2).compactMap { $0["media"]?.object }
        #expect(media.map { $0["timestamp"] } == ["0", "20", "40"])
        #expect(media.map { $0["chunk"] } == ["1", "2", "3"])
        #expect(call.messages.map { $0["sequenceNumber"]?.string } == [nil, "1", "2", "3", "4"])
        let bytes = Base64.bytes(of: media[0]["payload"]?.string ?? "") ?? []
        #expect(bytes == SoundCoding.mulaw.bytes(of: call.block))
        #expect(bytes.count == 160)
    }

    @Test func aMarkComesBackOnceWhatIsBeforeItWasHeard() throws {
        var call = try TelephoneCall.open()
        call.speak(milliseconds: 100)
        call.mark("a")
        call.speak(milliseconds: 50)
        call.mark("b")
        call.wait(milliseconds: 200)
        #expect(call.marks.map(\.name) == ["a", "b"])
        #expect(call.marks.map(\.at) == [100, 160])
    }

    @Test func aMarkWithoutSoundBeforeItComesBackWithTheNextFrame() throws {
        var call = try TelephoneCall.open()
        call.mark("a")
        call.wait(milliseconds: 60)
        #expect(call.marks.map(\.at) == [20])
    }

    @Test func clearThrowsAwayWhatIsLeftAndReturnsItsMarksOnce() throws {
        var call = try TelephoneCall.open()
        call.speak(milliseconds: 1_000)
        call.mark("a")
        call.mark("b")
        call.wait(milliseconds: 130)
        call.clear()
        call.wait(milliseconds: 2_000)
        #expect(call.marks.map(\.name) == ["a", "b"])
        #expect(call.marks.map(\.at) == [140, 140])
        #expect(call.account("heard") == ["130"])
        #expect(call.account("thrown") == ["870"])
        #expect(call.account("sent") == ["1000"])
    }

    @Test func oneSoundGoesOnOverPartsThatFollowOneAnother() throws {
        var call = try TelephoneCall.open()
        for _ in 0..<5 {
            call.speak(milliseconds: 20)
            call.wait(milliseconds: 20)
        }
        call.wait(milliseconds: 100)
        call.speak(milliseconds: 20)
        call.wait(milliseconds: 200)
        #expect(call.account("heard") == ["100", "20"])
        let sounds = call.deeds.compactMap { deed in
            if case .play(let sound, _, _, _) = deed { sound } else { nil }
        }
        #expect(sounds == [1, 1, 1, 1, 1, 2])
    }

    @Test func keysOfTheCallerAreMessages() throws {
        var call = try TelephoneCall.open()
        call.press("5")
        #expect(call.messages.last?["dtmf"] == ["track": "inbound_track", "digit": "5"])
    }

    @Test func hangingUpStopsTheStreamAndClosesIt() throws {
        var call = try TelephoneCall.open()
        call.speak(milliseconds: 500)
        call.wait(milliseconds: 100)
        call.hangUp()
        #expect(call.events.last == "stop")
        #expect(
            call.told.last?.input == .close(connection: 2, code: 1_000, reason: ""))
        #expect(call.account("thrown") == ["400"])
        call.hangUp()
        #expect(call.hungUp == ["caller"])
        call.wait(milliseconds: 3_000)
        #expect(call.deeds.contains(.end))
        #expect(call.events.count { $0 == "media" } == 5)
    }

    @Test func theCallEndsWhereTheServerClosesTheStream() throws {
        var call = try TelephoneCall.open()
        call.close()
        #expect(call.hungUp == ["app"])
        #expect(call.broken == [])
    }

    @Test func theCallerHangsUpWhereBothSidesAreSilent() throws {
        var call = try TelephoneCall.open()
        call.wait(milliseconds: 19_000)
        call.speak(milliseconds: 20)
        call.wait(milliseconds: 19_900)
        #expect(call.hungUp == [])
        call.wait(milliseconds: 200)
        #expect(call.hungUp == ["silence"])
    }
}

/// Calls of the server to its carrier.
@Suite struct TelephoneRestTests {
    private static let to =
        "POST https://api.twilio.com/2010-04-01/Accounts/{account}/Calls/{call}.json"

    @Test func theServerHangsUpOnce() throws {
        var call = try TelephoneCall.open()
        let first = call.ask(Self.to, ["Status": "completed"])
        #expect(first?.status == 200)
        #expect(first?.body.contains("\"status\":\"completed\"") == true)
        #expect(call.hungUp == ["app"])
        let second = call.ask(Self.to, ["Status": "completed"])
        #expect(second?.status == 404)
        #expect(second?.body.contains("20404") == true)
        #expect(call.hungUp == ["app", "app"])
    }

    @Test func theServerGivesTheCallOtherInstructions() throws {
        var call = try TelephoneCall.open()
        let answer = call.ask(
            Self.to, ["Twiml": "<Response><Dial>+15550123</Dial></Response>"])
        #expect(answer?.status == 200)
        call.wait(milliseconds: 20)
        #expect(
            call.deeds.contains(.emit("transferred", ["to": "+15550123"], line: nil)))
        #expect(call.events.last == "stop")
    }

    @Test func otherCallsAreNotTheCarriers() throws {
        var call = try TelephoneCall.open()
        #expect(call.ask("POST https://model.example/ask", [:]) == nil)
    }
}
