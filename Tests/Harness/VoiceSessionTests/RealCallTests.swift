import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceSession
import VoiceSessionSupport
import VoiceTestSupport
import VoiceTime
import VoiceTrace

/// An app that makes a call for real every ten seconds, as long as it runs.
private struct CallingEngine: FileKeepingEngine {
    let lastSecond: Frame
    let keptFiles: [String: [UInt8]] = [:]
    let keptVersion = 0
    let lastObjection: String? = nil
    private(set) var lastRealCall: RealCall?

    init(until lastSecond: Frame) { self.lastSecond = lastSecond }

    mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
        if frame <= lastSecond * 16_000 {
            lastRealCall = RealCall(
                frame: frame, to: "GET http://model.example", line: "bot.py:7 main")
        }
        return [.setTimer(id: 1, frames: 160_000)]
    }
}

private struct CallingFactory: EngineFactory {
    let declaration = CounterFactory().declaration
    let fileNames: [String] = []
    let lastSecond: Frame

    func recognizes(_ setup: EngineSetup) throws -> Bool { false }

    func make(_ setup: EngineSetup) throws -> any EngineUnderTest {
        CallingEngine(until: lastSecond)
    }
}

@Suite struct RealCallTests {
    private let tests = CounterEngineTests()

    private func record(callsUntil lastSecond: Frame) throws -> RecordedSession {
        let scenario = """
            {"limits": {"seconds": 200},
             "caller": [{"atMs": 15000, "play": "clip.wav", "words": "yes"}]}
            """
        let plan = try tests.plan(scenario)
        var recorder = SessionRecorder(
            factory: CallingFactory(lastSecond: lastSecond), synthesizer: tests.stage.synthesizer)
        return try recorder.record(plan)
    }

    @Test func aRecordingStopsWhereAnAppCallsTwoMinutesBehindTheCaller() throws {
        let session = try record(callsUntil: 1_000)
        #expect(session.objections.map(\.place) == ["bot.py:7"])
        #expect(session.objections.first?.what.contains("GET http://model.example") == true)
        #expect(session.manifest.frames / 16_000 == 140)
    }

    @Test func anAppThatOnlyWaitsGoesOn() throws {
        let session = try record(callsUntil: 100)
        #expect(session.objections == [])
        #expect(session.manifest.frames / 16_000 == 200)
    }
}
