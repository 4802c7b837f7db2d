import Testing
import VoiceEngine
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

@MainActor
@Suite("An app on an executor of its own")
struct ActorCallbackTests {
    let host = SimulatedHost()
    let app = ActorApp()

    static let dialog = [
        Files.dialog(
            [Files.says("initial", "ASK")], counts: #""timeout": 0, "garbage": 1"#,
            goTo: #""userIntentCollection": [{"intent": "Go", "goTo": "Wait"}]"#),
        Files.module("Wait", "pauseResume", to: "$[Next]"), Files.play("Say", ["BYE"]),
    ]
    static var fromWords: ReplayOptions {
        var options = ReplayOptions()
        options.tap = .words
        return options
    }
    static let prompts = [Files.text("ASK", "what"), Files.text("BYE", "good bye")]

    static func load(
        _ runner: STVoiceFlowRunner, _ modules: [String], prompts: [String] = prompts
    ) {
        let first = String(modules[0].split(separator: "\"")[3])
        let flow = Files.flow(modules, from: first)
        #expect(
            runner.loadVoiceflow(jsonData: String(decoding: flow, as: UTF8.self)) == .ST_SUCCESS)
        let list = String(decoding: Files.list(prompts), as: UTF8.self)
        #expect(runner.loadAudioPromptModules(jsonData: list) == .ST_SUCCESS)
    }

    func runner(_ modules: [String]) -> STVoiceFlowRunner {
        let runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        #expect(runner.setVoiceFlowCallback(voiceFlowCallback: app))
        Self.load(runner, modules)
        return runner
    }

    /// The same flow with an app on the main actor that does the same.
    func onMainActor() -> (host: SimulatedHost, app: NotingApp) {
        let (host, app) = (SimulatedHost(), NotingApp())
        let runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.setVoiceFlowCallback(app)
        Self.load(runner, Self.dialog)
        app.acts["NME_SR_HYPOTHESIS_FINAL go"] = { runner.setUserIntent(userIntent: "Go") }
        app.acts["> Wait"] = { runner.setVoiceflowRuntimeField(name: "Next", value: "Say") }
        runner.runVoiceflow()
        host.advance(milliseconds: 500)
        host.say("nonsense")
        host.advance(milliseconds: 2_000)
        host.say("go")
        host.advance(milliseconds: 2_000)
        runner.resumeVoiceflow()
        host.go()
        return (host, app)
    }

    @Test(
        "it is told the same in the same order, there and one at a time, and so is the trace",
        .fact("voiceflow-3-5"))
    func tellsActorTheSameInOrder() async {
        let runner = runner(Self.dialog)
        await app.on("NME_SR_HYPOTHESIS_FINAL go") {
            #expect(await runner.setUserIntent(userIntent: "Go"))
        }
        await app.on("> Wait") {
            #expect(await runner.setVoiceflowRuntimeField(name: "Next", value: "Say"))
        }
        runner.runVoiceflow()
        await host.advanceWithApp(milliseconds: 500)
        host.say("nonsense")
        await host.advanceWithApp(milliseconds: 2_000)
        host.say("go")
        await host.advanceWithApp(milliseconds: 2_000)
        #expect(runner.resumeVoiceflow() == .ST_SUCCESS)
        await host.goWithApp()
        let main = onMainActor()
        #expect(await app.notes == main.app.notes)
        #expect(await app.notes.last == "over: end")
        #expect(await app.overlaps == [])
        #expect(app.jobs > main.app.notes.count)
        #expect(host.run?.events == main.host.run?.events)
        #expect(host.run?.inputs == main.host.run?.inputs)
    }

    @Test(
        "time stands still until it is back; a call from elsewhere meanwhile is none of its own",
        .fact("voiceflow-3-6"))
    func outsideCalls() async {
        host.appTasks?.limitMilliseconds = 600_000  // other tests hold the main actor
        let runner = runner([Files.play("Say", ["ASK", "BYE"])])
        let (gate, open) = AsyncStream<Void>.makeStream()
        await app.on("NMF_PLAY_AUDIO_SEGMENT ASK NME_ENDED") {
            #expect(await runner.setVoiceflowRuntimeField(name: "Inside", value: 1))
            for await _ in gate { break }
        }
        runner.runVoiceflow()
        let waiting = Task { await host.goWithApp() }
        while runner.getVoiceflowRuntimeField(name: "Inside") == nil { await Task.yield() }
        let frame = host.run?.now
        host.advance(milliseconds: 1_000)
        #expect(host.run?.now == frame && host.run?.isAwaitingApp == true)
        #expect(runner.setVoiceflowRuntimeField(name: "Outside", value: 2))
        open.yield()
        await waiting.value
        let calls = host.run?.inputs.filter { if case .call = $0.input { true } else { false } }
        #expect(calls?.map { $0.during == nil } == [false, true])
        #expect(calls?.map { ($0.frame) - (frame ?? 0) } == [0, 1])
        #expect(await app.notes.last == "over: end")
    }

    @Test("a stop inside a callback counts when it has come back", .fact("voiceflow-3-5"))
    func stop() async {
        let runner = runner([Files.play("Say", ["ASK", "BYE"])])
        await app.on("NMF_PLAY_AUDIO_SEGMENT ASK NME_STARTED") {
            #expect(await runner.stopVoiceflow() == .ST_SUCCESS)
        }
        runner.runVoiceflow()
        await host.goWithApp()
        #expect(
            await app.notes.suffix(4) == [
                "NMF_PLAY_AUDIO_SEGMENT ASK NME_STOPPED", "NMF_PLAY_AUDIO Say NME_STOPPED",
                "< Say", "over: stopped",
            ])
        #expect(runner.runVoiceflow() == .ST_SUCCESS)
    }

    @Test(
        "where a device counts the frames they go on, and the late return is an input",
        .fact("voiceflow-3-6"))
    func live() async {
        host.conditions.waitsForCallbacks = false
        let runner = runner([Files.play("Say", ["ASK", "BYE"])])
        let (gate, open) = AsyncStream<Void>.makeStream()
        await app.on("NMF_PLAY_AUDIO_SEGMENT ASK NME_STARTED") {
            for await _ in gate { break }
            #expect(await runner.setVoiceflowRuntimeField(name: "Late", value: 1))
        }
        runner.runVoiceflow()
        while await app.notes.last != "NMF_PLAY_AUDIO_SEGMENT ASK NME_STARTED" {
            host.advance(milliseconds: 0)
            await Task.yield()
        }
        let called = host.run?.now ?? 0
        host.advance(milliseconds: 1_000)
        #expect(await app.notes.last == "NMF_PLAY_AUDIO_SEGMENT ASK NME_STARTED")
        open.yield()
        await host.goWithApp()
        let late = host.run?.inputs.filter { $0.during != nil } ?? []
        #expect(late.map(\.frame) == [called + 16_001, called + 16_001])
        #expect(late.last?.input == .returned)
        // What happened meanwhile is told afterwards.
        #expect(await app.notes.contains("NMF_PLAY_AUDIO_SEGMENT ASK NME_ENDED"))
        #expect(await app.notes.last == "over: end")
        #expect(await app.overlaps == [])
    }

    @Test(
        "microphone frames wait for it, and none is lost", .fact("voiceflow-3-6"),
        arguments: [160, 1_000, 32_000])
    func microphone(block: Int) async {
        host.conditions.tap = .audio
        let runner = runner([
            Files.record(
                "Take", #""notifyPosMs": 100, "stopRecordParams": {"maxAudioLengthMs": 700}"#)
        ])
        runner.runVoiceflow()
        await host.advanceWithApp(milliseconds: 0)
        for _ in 0..<(32_000 / block) {
            host.run?.feed([Int16](repeating: 0, count: block))
            await host.run?.appReturned()
        }
        #expect(host.run?.isOver == true)
        #expect(await app.notes.filter { $0.hasSuffix("NME_POSITION") }.count == 6)
        #expect(host.run?.events.last { $0.kind == "media" }?.frame == 11_200)
        #expect(await app.overlaps == [])
    }

    @Test("a runner without devices waits for it as well", .fact("voiceflow-3-5"))
    func unpaced() async {
        let runner = STVoiceFlowRunner(host: UnpacedHost())
        runner.initialize()
        runner.setVoiceFlowCallback(voiceFlowCallback: app)
        Self.load(runner, [Files.module("Wait", "pauseResume")])
        runner.runVoiceflow()
        while await app.notes.last != "> Wait" { await Task.yield() }
        while runner.resumeVoiceflow() != .ST_SUCCESS { await Task.yield() }
        while await app.notes.last != "over: end" { await Task.yield() }
        #expect(await app.overlaps == [])
    }

    @Test(
        "a run of it becomes a session, which replays without it and with it",
        .fact("voiceflow-3-7"))
    func replays() async throws {
        let folder = TemporaryFolder()
        let first = await converse(app)
        let path = folder.path("chat.vsession")
        try #require(host.run?.record()).write(to: path)
        var replayer = SessionReplayer(factories: [VoiceflowFactory()])
        let session = SessionFolder(path: path)
        let alone = try replayer.replay(session, options: Self.fromWords)
        #expect(alone.events == alone.golden.events)
        let replayed = ReplayedHost()
        let again = ActorApp()
        let runner = await converse(again, in: replayed)
        let result = try replayer.replay(session, options: Self.fromWords, app: replayed.app)
        #expect(result.differences == [])
        #expect(result.events == result.golden.events)
        #expect(replayed.failure == nil)
        #expect(await again.notes == app.notes)
        withExtendedLifetime((first, runner)) {}
    }

    @Test("that calls otherwise than it did is found in a replay", .fact("voiceflow-3-7"))
    func differs() async throws {
        let folder = TemporaryFolder()
        let first = await converse(app)
        let path = folder.path("chat.vsession")
        try #require(host.run?.record()).write(to: path)
        let replayed = ReplayedHost()
        let again = ActorApp()
        let runner = await converse(again, in: replayed)
        await again.on("> Wait") {}
        var replayer = SessionReplayer(factories: [VoiceflowFactory()])
        let result = try replayer.replay(
            SessionFolder(path: path), options: Self.fromWords, app: replayed.app)
        #expect(result.differences.map(\.callback) == ["PreModuleStart"])
        withExtendedLifetime((first, runner)) {}
    }
    func converse(
        _ app: ActorApp, in replayed: ReplayedHost? = nil
    ) async -> STVoiceFlowRunner {
        let runner = STVoiceFlowRunner(host: replayed ?? host)
        runner.initialize()
        runner.setVoiceFlowCallback(voiceFlowCallback: app)
        Self.load(runner, Self.dialog)
        await app.on("NME_SR_HYPOTHESIS_FINAL go") {
            #expect(await runner.setUserIntent(userIntent: "Go"))
        }
        await app.on("> Wait") {
            #expect(await runner.setVoiceflowRuntimeField(name: "Next", value: "Say"))
        }
        runner.runVoiceflow()
        guard replayed == nil else { return runner }
        await host.advanceWithApp(milliseconds: 500)
        host.say("nonsense")
        await host.advanceWithApp(milliseconds: 2_000)
        host.say("go")
        await host.advanceWithApp(milliseconds: 2_000)
        #expect(runner.resumeVoiceflow() == .ST_SUCCESS)
        await host.goWithApp()
        return runner
    }

    @Test("it asks for permissions and is told the answer", .fact("voiceflow-1-11"))
    func permission() async {
        let runner = runner([Files.module("Wait", "pauseResume")])
        #expect(runner.requestMicrophonePermission() == .ST_PERMISSION_WAIT)
        host.go()
        await runner.drain()
        #expect(await app.notes == ["NME_MICROPHONE_PERMISSION_GRANTED"])
    }
}
