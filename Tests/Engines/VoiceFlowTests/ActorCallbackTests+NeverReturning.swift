import Testing
import VoiceEngine
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

extension ActorCallbackTests {
    @Test(
        "one that does not come back fails its run, with what to do", .fact("voiceflow-3-8"),
        .timeLimit(.minutes(1)))
    func neverReturns() async {
        host.appTasks?.limitMilliseconds = 500
        let runner = runner([Files.play("Say", ["ASK", "BYE"])])
        let (gate, open) = AsyncStream<Void>.makeStream()
        await app.on("NMF_PLAY_AUDIO_SEGMENT ASK NME_ENDED") { for await _ in gate { break } }
        runner.runVoiceflow()
        await host.goWithApp()
        #expect(host.run?.failure == .appWaits(for: "MediaEvent", milliseconds: 500))
        #expect(runner.getLastError() == .ST_INTERNAL_FAILURE)
        open.yield()
    }

    @Test("one that does not come back ends its part in a replay, with what to do")
    func neverReturnsToReplay() async throws {
        let folder = TemporaryFolder()
        let first = await converse(app)
        let path = folder.path("chat.vsession")
        try #require(host.run?.record()).write(to: path)
        let replayed = ReplayedHost()
        replayed.appTasks?.limitMilliseconds = 500
        let again = ActorApp()
        let runner = await converse(again, in: replayed)
        let (gate, open) = AsyncStream<Void>.makeStream()
        await again.on("> Wait") { for await _ in gate { break } }
        var replayer = SessionReplayer(factories: [VoiceflowFactory()])
        let session = SessionFolder(path: path)
        let result = try replayer.replay(session, options: Self.fromWords, app: replayed.app)
        #expect(replayed.failure == .appWaits(for: "PreModuleStart", milliseconds: 500))
        #expect(result.differences.map(\.callback) == ["PreModuleStart", "app"])
        #expect(result.differences.last?.failure == replayed.failure?.description)
        open.yield()
        withExtendedLifetime((first, runner)) {}
    }

    /// The dialog as an actor goes through it; in a replay as far as the session begins.
}
