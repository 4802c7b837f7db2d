import Testing
import VoiceEngine
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceFlow

@MainActor
@Suite("Random flows, kept and replayed")
struct RandomRecordTests {
    @Test(
        "what an app did to a random flow replays without it, event by event",
        .fact("voiceflow-11-1"))
    func replays() throws {
        let folder = TemporaryFolder()
        var replayer = SessionReplayer(factories: [VoiceflowFactory()])
        var options = ReplayOptions()
        options.tap = .words
        var events = 0
        for seed in 1...40 as ClosedRange<UInt64> {
            let app = RandomApp(seed: seed)
            app.play(RandomFlow(seed: seed))
            let record = try #require(app.host.run?.record())
            let path = folder.path("\(seed).vsession")
            try record.write(to: path)
            let result = try replayer.replay(SessionFolder(path: path), options: options)
            let isSame = result.events == result.golden.events
            #expect(isSame, "seed \(seed)")
            #expect(result.unplaced.isEmpty, "seed \(seed)")
            events += record.events.count
        }
        // Flows that do nothing would prove nothing.
        #expect(events > 40 * 20)
    }
}
