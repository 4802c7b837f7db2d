import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@Suite("A scripted app that waits for the answer of a call")
struct CounterReplyTests {
    private let tests = CounterEngineTests()

    private func record(_ rules: String) throws -> RecordedSession {
        try tests.record(#"{"app": [\#(rules)]}"#, levelFrames: 0)
    }

    /// Calls with the frames at which they were made.
    private func calls(_ session: RecordedSession) -> [String] {
        session.inputs.compactMap { input in
            guard case .call(let call) = input.input else { return nil }
            let id = call.id.map { " \($0)" } ?? ""
            let by = input.during.map { " \($0.by.rawValue)" } ?? ""
            return "\(input.frame) \(call.name)\(id)\(by)"
        }
    }

    @Test("calls at the frame of the answer, or so much later")
    func callsOnAnswer() throws {
        let session = try record(
            """
            {"atMs": 100, "countTo": "2"}, {"on": {"reply": "countTo"}, "hold": true},
            {"on": {"reply": "countTo"}, "delayMs": 250, "hush": true}
            """)
        #expect(
            calls(session) == ["1600 countTo 0", "16000 hold reply", "20000 hush reply"])
    }

    @Test("calls so much later than a callback, and inside of it without a delay")
    func callsAfterCallback() throws {
        let session = try record(
            """
            {"on": {"callback": "Beaten", "count": 2}, "delayMs": 250, "hush": true},
            {"on": {"callback": "Beaten", "count": 2}, "hold": true, "returnAfterMs": 40}
            """)
        #expect(calls(session) == ["16000 hold tally", "20000 hush tally"])
        let folder = try tests.seal(session)
        let result = try tests.replay(folder) { $0.tap = .words }
        #expect(result.events == session.events)
        #expect(result.unplaced.isEmpty)
    }

    @Test("waits for the answer of what an answer made it call")
    func chains() throws {
        let session = try record(
            """
            {"atMs": 100, "countTo": "2"},
            {"on": {"reply": "countTo", "count": "2"}, "countTo": "4"},
            {"on": {"reply": "countTo", "value": 4, "failed": false}, "stop": true}
            """)
        #expect(
            calls(session) == [
                "1600 countTo 0", "16000 countTo 1 reply", "32000 stop reply",
            ])
        #expect(session.inputs.last?.frame == 32_000)
    }

    @Test("tells a call that failed from one that did not")
    func failures() throws {
        let session = try record(
            """
            {"on": {"callback": "Beaten", "count": 3}, "countTo": "1"},
            {"on": {"reply": "countTo", "failed": false}, "hush": true},
            {"on": {"reply": "countTo", "reason": "counted already", "matches": "al.eady"},
             "stop": true}
            """)
        #expect(calls(session) == ["24000 countTo 0 tally", "24000 stop reply"])
    }

    @Test(
        "replays bit for bit, also with several answers at once",
        arguments: [StartingTap.audio, .words])
    func replays(tap: StartingTap) throws {
        let session = try record(
            """
            {"atMs": 100, "countTo": "2"}, {"atMs": 200, "countTo": "2"},
            {"on": {"callback": "Beaten"}, "countTo": "2", "returnAfterMs": 40},
            {"on": {"reply": "countTo"}, "times": 3, "hold": true, "countTo": "5"},
            {"on": {"reply": "countTo", "count": "5"}, "times": 2, "delayMs": 70, "hush": true}
            """)
        #expect(calls(session).filter { $0.hasSuffix("reply") }.count == 8)
        let folder = try tests.seal(session)
        for _ in 0..<2 {
            let result = try tests.replay(folder) { $0.tap = tap }
            #expect(result.events == session.events)
            #expect(result.unplaced.isEmpty)
        }
    }

    @Test(
        "refuses what is never answered, and says why",
        arguments: [
            (
                #"{"on": {"reply": "count"}, "hush": true}"#,
                #"Unknown call "count". Did you mean "countTo"?"#
            ),
            (
                #"{"on": {"reply": "hold"}, "hush": true}, {"atMs": 1, "hold": true}"#,
                #""hold" is never answered: the engine declares no answer. Wait for one"#
            ),
            (
                #"{"on": {"reply": "countTo"}, "hush": true}"#,
                #"no rule makes the call "countTo", so its answer never comes"#
            ),
            (
                #"{"on": {"reply": "countTo", "callback": "Beaten"}, "countTo": "3"}"#,
                #""reply" is there too. Keep one of them"#
            ),
            (
                #"{"on": {"reply": "countTo", "cuont": "3"}, "countTo": "3"}"#,
                #"Unknown key "cuont". Did you mean "count"?"#
            ),
            (
                #"{"on": {"reply": "countTo"}, "countTo": "3", "returnAfterMs": 5}"#,
                "only a callback returns"
            ),
            (
                #"{"on": {"reply": "countTo"}, "countTo": "3", "audioSession": "began"}"#,
                "cannot set audioSession, permission or device"
            ),
        ])
    func refuses(rules: String, message: String) throws {
        let reader = try ScenarioReader(
            bytes: Array(#"{"app": [\#(rules)]}"#.utf8), file: "s.json",
            engine: CounterFactory().declaration)
        let errors = reader.findings.filter { $0.severity == .error }.map(\.message)
        #expect(errors.count == 1)
        #expect(errors.first?.contains(message) == true, "\(errors)")
    }

    @Test("is answered in a live session as well")
    func live() throws {
        let scenario = """
            {"app": [{"atMs": 100, "countTo": "2"},
                     {"on": {"reply": "countTo"}, "stop": true}]}
            """
        var session = try LiveSession(
            tests.plan(scenario, levelFrames: 0), factory: tests.factory,
            synthesizer: tests.stage.synthesizer, recognizer: nil)
        session.begin(on: .opened(name: "a fake", rate: 16_000, latency: 0))
        session.post([Int16](repeating: 0, count: 32_000))
        let isOver = session.isOver
        #expect(isOver)
        #expect(calls(session.finish(reason: "record")) == ["1600 countTo 0", "16000 stop reply"])
    }
}
