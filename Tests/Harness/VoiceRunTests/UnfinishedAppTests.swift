import Testing
import VoiceEngine
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTestSupport
import VoiceTrace

@MainActor
@Suite("An app that is not run to its end")
struct UnfinishedAppTests {
    private let folder = TemporaryFolder()

    @Test("an app that waits for something else when its replay is over is a difference")
    func leftWaiting() throws {
        let host = SimulatedHost()
        let io = CounterIO(host: host)
        io.start()
        host.perform { try await io.countTo(2) }
        host.go()
        io.stop()
        host.go()
        let path = folder.path("left.vsession")
        try #require(host.run?.record()).write(to: path)
        let replayed = ReplayedHost()
        let again = CounterIO(host: replayed)
        again.start()
        let (gate, open) = AsyncStream<Void>.makeStream()
        replayed.perform {
            try await again.countTo(2)
            for await _ in gate { break }
            again.stop()
        }
        var options = ReplayOptions()
        options.tap = .words
        var replayer = SessionReplayer(factories: [CounterFactory()])
        let result = try replayer.replay(
            SessionFolder(path: path), options: options, app: replayed.app)
        #expect(result.events == result.golden.events)
        #expect(result.differences.map(\.failure) == ["\(RunError.appLeftWaiting)"])
        #expect(replayed.failure == .appLeftWaiting)
        open.finish()
    }
}
