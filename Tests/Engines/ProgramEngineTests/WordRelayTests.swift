import Testing
import VoiceEngine
import VoiceJSON
import VoiceTime

@testable import ProgramEngine

/// A call in words: the carrier hears and speaks for the server.
@Suite struct WordRelayTests {
    private static let connect =
        "<Connect action=\"/done\"><ConversationRelay"
        + " url=\"wss://bot.example/ws\""

    /// A call in words, with more attributes of its element.
    private func call(_ attributes: String = "") throws -> TelephoneCall {
        var call = try TelephoneCall(["hears": "words"])
        call.serve()
        call.answer(
            "<Response>\(Self.connect) \(attributes)><Parameter name=\"a\" value=\"b\"/>"
                + "</ConversationRelay></Connect></Response>")
        call.open(connection: 2)
        return call
    }

    private func prompt(frames: Frame, marks: [(Int, Frame)] = []) -> RealizedPrompt {
        RealizedPrompt(
            source: .textString, digest: "d", frames: frames,
            marks: marks.enumerated().map {
                WordMark(index: $0, characters: 0..<$1.0, frame: $1.1)
            })
    }

    private func types(_ call: TelephoneCall) -> [String] {
        call.messages.compactMap { $0["type"]?.string }
    }

    @Test func tellsTheSetupAndListens() throws {
        let call = try call()
        #expect(call.requests.last?.to == "GET wss://bot.example/ws")
        let setup = try #require(call.messages.first)
        #expect(setup["type"] == "setup")
        #expect(setup["customParameters"] == ["a": "b"])
        #expect(setup["sessionId"]?.string?.hasPrefix("VX") == true)
        #expect(call.deeds.contains(.listen(silenceMilliseconds: nil)))
    }

    @Test func sendsNoSound() throws {
        var call = try call()
        call.wait(milliseconds: 100)
        #expect(types(call) == ["setup"])
    }

    @Test func tellsTheCallersWordsAndListensOn() throws {
        var call = try call("language=\"de-DE\"")
        call.hear(words: "ein Bier")
        call.hear(words: "")
        #expect(
            call.messages.last == [
                "type": "prompt", "voicePrompt": "ein Bier", "lang": "de-DE", "last": true,
            ])
        #expect(types(call) == ["setup", "prompt"])
        #expect(call.deeds.count { $0 == .listen(silenceMilliseconds: nil) } == 3)
    }

    @Test func saysSentencesOneBehindTheOther() throws {
        var call = try call("welcomeGreeting=\"Hi there.\"")
        #expect(call.spoken == [.text("Hi there.")])
        call.say(["type": "text", "token": "It costs 3.50", "last": false])
        call.say(["type": "text", "token": " euros. Or", "last": false])
        #expect(call.spoken.count == 1)
        call.ended(1)
        #expect(call.spoken.last == .text("It costs 3.50 euros."))
        call.ended(2)
        #expect(call.spoken.count == 2)
        call.say(["type": "text", "token": " four?", "last": true])
        #expect(call.spoken.last == .text("Or four?"))
    }

    @Test func anInterruptionTellsWhatWasHeardByTheTimesOfTheVoice() throws {
        var call = try call()
        call.say(["type": "text", "token": "One. Two three four.", "last": true])
        call.start(1, prompt(frames: 800))
        call.wait(milliseconds: 100)
        call.ended(1)
        call.start(2, prompt(frames: 8_000, marks: [(3, 0), (9, 2_000), (15, 4_000)]))
        call.wait(milliseconds: 300)
        call.begin()
        #expect(
            call.messages.last == [
                "type": "interrupt", "utteranceUntilInterrupt": "One. Two three",
                "durationUntilInterruptMs": 400,
            ])
        #expect(call.deeds.contains(.stopSound(2, line: nil)))
    }

    @Test func withoutTimesTheShareOfTheSoundCounts() throws {
        var call = try call()
        call.say(["type": "text", "token": "one two three four", "last": true])
        call.start(1, prompt(frames: 8_000))
        call.wait(milliseconds: 500)
        call.begin()
        #expect(call.messages.last?["utteranceUntilInterrupt"] == "one two")
    }

    @Test func nothingOfAnInterruptedAnswerIsSaid() throws {
        var call = try call()
        call.say(["type": "text", "token": "One. Two. Three", "last": false])
        call.begin()
        call.say(["type": "text", "token": "Four.", "last": true])
        #expect(call.spoken == [.text("One."), .text("Four.")])
    }

    @Test func aLineThatMayNotBeInterruptedGoesOnAndTheWordsAreNotTold() throws {
        var call = try call("interruptible=\"none\"")
        call.say(["type": "text", "token": "The terms.", "last": true])
        call.begin()
        call.hear(words: "stop")
        #expect(types(call) == ["setup"])
        call.ended(1)
        call.begin()
        call.hear(words: "stop")
        #expect(types(call) == ["setup", "prompt"])
    }

    @Test(arguments: [("", []), ("dtmfDetection=\"true\"", ["dtmf"])])
    func keysAreToldWhereTheServerAsksForThem(_ attributes: String, _ told: [String]) throws {
        var call = try call(attributes)
        call.press("5")
        #expect(types(call) == ["setup"] + told)
    }

    @Test func endsAndAsksWithTheHandoff() throws {
        var call = try call()
        call.say(["type": "text", "token": "Bye.", "last": true])
        call.say(["type": "end", "handoffData": "{\"a\":1}"])
        let request = try #require(call.requests.last)
        #expect(request.to == "POST https://bot.example/done")
        let form = WebForm.fields(try #require(request.body))
        #expect(form["HandoffData"] == "{\"a\":1}")
        #expect(form["SessionStatus"] == "ended")
        #expect(call.deeds.contains(.stopSound(1, line: nil)))
        #expect(call.deeds.contains(.stopListening))
        #expect(call.told.map(\.input).contains(.close(connection: 2, code: 1_000, reason: "")))
    }

    @Test func playsAFileAndTellsDigits() throws {
        var call = try call()
        call.say(["type": "play", "source": "https://bot.example/a/hold.wav", "loop": 2])
        call.say(["type": "sendDigits", "digits": "42"])
        call.ended(1)
        #expect(call.spoken == [.file("hold.wav"), .file("hold.wav")])
        #expect(call.deeds.contains(.emit("digits", ["digits": "42"], line: TelephoneCall.line)))
    }

    @Test func anUnknownMessageIsToldToBothSides() throws {
        var call = try call()
        call.say(["type": "sing"])
        #expect(
            call.broken == [
                "bot.py:7: the app sends a message that Twilio does not take for"
                    + " <ConversationRelay>"
            ])
        #expect(types(call).last == "error")
    }

    @Test func withoutWordsItSaysWhatToWrite() throws {
        var call = try TelephoneCall()
        call.serve()
        call.answer(
            "<Response>\(Self.connect)/></Connect></Response>")
        #expect(call.objections.first?.contains("Write \"hears\": \"words\"") == true)
    }

    @Test func tooMuchTextIsRefused() throws {
        var call = try call()
        let token = String(repeating: "a", count: WordRelay.textLimit + 1)
        call.say(["type": "text", "token": .string(token), "last": false])
        #expect(call.objections.first?.contains("MiB of text") == true)
    }
}
