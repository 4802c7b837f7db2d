import Testing
import VoiceAudio
import VoiceFlow
import VoiceJSON
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTrace

@testable import VoiceSession

@Suite("The app's own voice in a scenario's microphone")
struct EchoTests {
    /// What the microphone of a scenario with this echo hears, and the frame where the question
    /// begins to play.
    private func heard(
        _ echo: String, question: [Int16]? = nil
    ) throws -> (session: RecordedSession, start: Int) {
        var stage = Stage()
        stage.scenario = """
            { "silence": "digital", "limits": { "seconds": 3 }, "echo": \(echo) }
            """
        var plan = try stage.plan()
        if let question {
            try SoundFile.writeMono(
                MonoSound(sampleRate: 16_000, samples: question),
                path: stage.folder.path("ask.wav"), overwrite: true)
        }
        plan.scenarioFile = Array(stage.scenario.utf8)
        var recorder = stage.recorder
        let session = try recorder.record(plan)
        let start = try #require(
            session.events.first {
                $0.kind == "media" && $0.fields["item"] == "P_Ask"
                    && $0.fields["event"] == "started"
            })
        return (session, Int(start.frame))
    }

    @Test("comes back later and quieter, as long as it plays", arguments: [0, 50, 2_000])
    func comesBack(delay: Int) throws {
        let (session, start) = try heard(#"{ "levelDB": -6.0206, "delayMs": \#(delay) }"#)
        let track = session.microphone.samples
        let first = start + delay * 16
        #expect(track[..<first].allSatisfy { $0 == 0 })
        #expect(track[first..<first + 8_000].allSatisfy { $0 == 50 })
        #expect(track[first + 8_000] == 0)
    }

    @Test("is taken for a caller where it is loud enough", arguments: [(-10, true), (-75, false)])
    func isHeard(level: Int, isHeard: Bool) throws {
        let question = SpeechLikeSound.syllables(frames: 24_000)
        let (session, _) = try heard(#"{ "levelDB": \#(level) }"#, question: question)
        #expect(session.events.contains { $0.kind == "speechStart" } == isHeard)
    }

    @Test(
        "names what is wrong with it",
        arguments: [
            ("{}", "\"levelDB\" is missing"), (#"{"levelDB":"loud"}"#, "no number of decibels"),
            (#"{"levelDB":-20,"delayMs":2001}"#, "2001 is not 0 to 2000"),
            (#"{"levelDB":-20,"delay":1}"#, "delay"),
        ])
    func faults(echo: String, message: String) throws {
        let reader = try ScenarioReader(
            bytes: Array(#"{"echo":\#(echo)}"#.utf8), file: "a.json",
            engine: Stage().factory.declaration)
        let finding = try #require(reader.findings.first { $0.severity == .error })
        #expect(finding.message.contains(message))
    }
}
