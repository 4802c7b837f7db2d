import Testing
import VoiceJSON
import VoiceTime

@testable import ProgramEngine

/// What a server answers to the webhook, and what the carrier does then.
@Suite struct CallInstructionTests {
    private func call(_ verbs: String, _ project: JSONObject = [:]) throws -> TelephoneCall {
        var call = try TelephoneCall(project)
        call.serve()
        call.answer("<Response>\(verbs)</Response>")
        return call
    }

    @Test func saysPausesAndHangsUp() throws {
        var call = try call("<Say>Hello &amp; welcome</Say><Pause length=\"2\"/><Hangup/>")
        #expect(call.spoken == [.text("Hello & welcome")])
        call.said(1)
        call.wait(milliseconds: 1_900)
        #expect(call.hungUp == [])
        call.wait(milliseconds: 200)
        #expect(call.hungUp == ["app"])
    }

    @Test func playsTheFileOfAnAddress() throws {
        let call = try call("<Play>https://bot.example/static/tune.wav?x=1</Play>")
        #expect(call.spoken == [.file("tune.wav")])
    }

    @Test func endsWhereNoInstructionIsLeft() throws {
        #expect(try call("").hungUp == ["app"])
    }

    @Test func gathersKeysAndAsksWithThem() throws {
        var call = try call(
            "<Gather action=\"/digits\" numDigits=\"2\"><Say>Which?</Say></Gather>")
        call.press("4")
        #expect(call.deeds.contains(.stopSound(1, line: nil)))
        call.press("2")
        let request = try #require(call.requests.last)
        #expect(request.to == "POST https://bot.example/digits")
        #expect(WebForm.fields(request.body ?? "")["Digits"] == "42")
    }

    @Test func aGatherWithoutKeysGoesOnBehindItsTime() throws {
        var call = try call("<Gather timeout=\"1\"/><Say>Bye</Say>")
        call.wait(milliseconds: 900)
        #expect(call.spoken == [])
        call.wait(milliseconds: 200)
        #expect(call.spoken == [.text("Bye")])
    }

    @Test func followsARedirectToAnotherPath() throws {
        let call = try call("<Redirect method=\"GET\">menu?a=1</Redirect>")
        let to = try #require(call.requests.last?.to)
        #expect(to.hasPrefix("GET https://bot.example/menu?a=1&AccountSid="))
    }

    @Test func redirectsInACircleAreToldOnce() throws {
        var call = try TelephoneCall()
        call.serve()
        for _ in 0..<60 { call.answer("<Response><Redirect>/incoming-call</Redirect></Response>") }
        #expect(
            call.objections == [
                "The app redirects the carrier in a circle: /incoming-call is asked 51 times"
                    + " without a sound or a key between."
            ])
    }

    @Test(arguments: [
        ("<Redirect>https://other.example/a</Redirect>", "which is another host than bot.example"),
        (
            "<Connect><Stream url=\"wss://other.example/s\"/></Connect>",
            "connects the call to wss://other.example/s, which is not a WebSocket of bot.example"
        ), ("<Fax/>", "answers with <Fax>, which voicetest does not play"),
        ("<Say>a</Sy>", "closes <Say> as </Sy> (line 1)"),
        ("<Connect><Room/></Connect>", "answers with <Connect> of <Room>"),
        ("<Gather input=\"speech\"/>", "gathers \"speech\""),
    ])
    func saysWhatItCannotFollow(_ verbs: String, _ what: String) throws {
        let call = try call(verbs)
        #expect(call.objections.count == 1)
        #expect(call.objections.first?.contains(what) == true)
    }

    @Test func anAnswerInHTMLIsTold() throws {
        var call = try TelephoneCall()
        call.serve()
        call.answer("<!DOCTYPE html><html></html>")
        #expect(
            call.objections == [
                "The app answers with XML that has a document type, as HTML does (line 1), to POST"
                    + " https://bot.example/incoming-call."
            ])
    }

    @Test(arguments: [
        (403, "is that of \"token\""), (404, "Write the path of the app's webhook"),
        (500, "with the status 500."),
    ])
    func aStatusOfAnErrorIsTold(_ status: Int, _ what: String) throws {
        var call = try TelephoneCall()
        call.serve()
        call.answer("", status: status)
        #expect(call.objections.first?.contains(what) == true)
    }

    @Test func anotherStreamThanTheProjectSaysIsTold() throws {
        let call = try call(
            "<Connect><Stream url=\"wss://bot.example/other\"/></Connect>",
            ["stream": "/media-stream"])
        #expect(call.objections.first?.contains("connects the call to /other") == true)
    }

    @Test func aServerThatDoesNotListenBeforeTheCallerHangsUpIsTold() throws {
        var call = try TelephoneCall()
        call.hangUp()
        #expect(call.hungUp == [])
        #expect(call.objections.count == 1)
        #expect(call.objections.first?.hasPrefix("The app listens at no port, and") == true)
    }

    @Test func aServerThatDoesNotListenIsTold() throws {
        var call = try TelephoneCall()
        call.serve(port: 8000)
        call.wait(milliseconds: 30_020)
        #expect(
            call.objections == [
                "The app listens at port 8000, and \"telephone\" of voicetest.json says 5050."
                    + " Write the port there at which the app listens."
            ])
    }
}
