import Foundation
import Testing
import VoiceTestSupport

/// Callers who call one program at once.
@Suite("Several callers")
struct CallersTests {
    private let program = Program()

    /// A program that asks each caller for a name, which `place` keeps.
    private func bot(_ place: String) -> String {
        """
        import asyncio
        import voicetest_app as voice
        shared = {}
        async def call():
            own = {}
            await voice.say("Your name?")
            \(place)["name"] = await asyncio.wait_for(voice.listen(), 20)
            await asyncio.sleep(3)
            await voice.say("Bye, " + \(place)["name"])
        asyncio.run(voice.in_each_call(call))
        """
    }

    private func make(_ bot: String, telephone: String = "") throws {
        try program.folder.write(bot, to: "p/bot.py")
        try program.folder.write(
            #"{"engine": "program", "recognizer": "scripted","#
                + #" "programCommand": "\#(Program.pythonClient) bot.py"\#(telephone)}"#,
            to: "p/voicetest.json")
    }

    private func callers(_ first: String, _ second: String) throws {
        try program.folder.write(
            #"{"callers": [{"caller": [\#(first)]}, {"caller": [\#(second)]}]}"#,
            to: "p/two.scenario.json")
    }

    private static func says(_ name: String, after milliseconds: Int) -> String {
        #"{"after": {"kind": "said"}, "delayMs": \#(milliseconds), "say": "\#(name)"}"#
    }

    private func test(_ options: [String] = []) throws -> (status: Int32, text: String) {
        let run = try program.run(["test", "p", "--no-self-test"] + options)
        let words = (run.output + run.messages).split(whereSeparator: \.isWhitespace)
        return (run.status, words.joined(separator: " "))
    }

    private func accept() throws {
        let run = try program.run(["accept", "p", "--reason", "first"])
        #expect(run.status == 0, "\(run.output)\(run.messages)")
    }

    @Test func eachHasTheTraceOfACallerAloneUntilTheyShareSomething() throws {
        try make(bot("own"))
        try callers(Self.says("ada", after: 300), Self.says("grace", after: 900))
        let new = try test()
        #expect(new.status == 1 && !new.text.contains("among"), "\(new.text)")
        try accept()
        let green = try test()
        #expect(green.text.contains("2 scenarios agree: two.1, two.2"), "\(green.text)")
        try make(bot("shared"))
        let red = try test()
        #expect(red.status == 1)
        #expect(
            red.text.contains(
                "among 2 callers, caller 1 differs from the caller alone: says “Bye, grace”"),
            "\(red.text)")
        #expect(red.text.contains("two.2.vsession agrees"), "\(red.text)")
        // Who names one of them, or has what failed tested again, has them all run at once.
        for options in [["--filter", "two.2"], ["--last-failed"]] {
            let again = try test(options)
            #expect(again.status == 1 && again.text.contains("among 2 callers"), "\(again.text)")
        }
        // There is nothing to accept.
        #expect(
            !FileManager.default.fileExists(atPath: program.folder.path("p/two.1.vsession.new")))
    }

    @Test func callersOfATelephoneHaveNumbersOfTheirOwn() throws {
        try make(
            """
            import http.server
            import urllib.parse
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_POST(self):
                    body = self.rfile.read(int(self.headers["content-length"])).decode()
                    caller = urllib.parse.parse_qs(body)["From"][0]
                    text = f"<Response><Say>Hello {caller}</Say><Hangup/></Response>".encode()
                    self.send_response(200)
                    self.send_header("content-type", "text/xml")
                    self.send_header("content-length", str(len(text)))
                    self.end_headers()
                    self.wfile.write(text)
            http.server.ThreadingHTTPServer(("0.0.0.0", 5050), Handler).serve_forever()
            """,
            telephone: #", "telephone": {"carrier": "twilio", "port": 5050, "webhook": "/call", "#
                + #""hears": "words"}"#)
        try callers("", "")
        let new = try test()
        #expect(!new.text.contains("among"), "\(new.text)")
        try accept()
        let said = try ["1", "2"].map { number in
            try String(
                contentsOfFile: program.folder.path("p/two.\(number).vsession/trace.jsonl"),
                encoding: .utf8
            ).firstMatch(of: #/Hello \+[0-9]+/#).map { String($0.0) }
        }
        #expect(said[0] != nil && said[1] != nil && said[0] != said[1], "\(said)")
    }

    @Test func aProgramOfOneCallIsToldSo() throws {
        try make("import voicetest_app as voice\nvoice.say('Hello').wait()\n")
        try callers("", "")
        let told = try test()
        #expect(
            told.text.contains("plays a sound outside of a call, and there are 2 callers"),
            "\(told.text)")
    }

    @Test func recordRefusesThemAndAFaultIsTold() throws {
        try make(bot("own"))
        try callers("", "")
        let record = try program.run([
            "record", "--engine", "program", "--program-command",
            "\(Program.pythonClient) p/bot.py",
            "--scenario", "p/two.scenario.json", "--output", "a.vsession",
        ])
        #expect(record.status == 65, "\(record.messages)")
        #expect(record.messages.contains("several callers are for `voicetest test`"))
        try program.folder.write(#"{"callers": [{"caller": []}]}"#, to: "p/two.scenario.json")
        let fault = try program.run(["validate", "p"])
        #expect(fault.status == 1, "\(fault.output)")
        #expect(fault.output.contains("write a list of 2 to 8 callers"), "\(fault.output)")
    }
}
