import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

@MainActor
@Suite("What select and serial remember over the runs of a runner")
struct PromptMemoryTests {
    private let host = SimulatedHost()
    private let app = NotingApp()
    private static let texts = ["a", "b", "c", "d", "e"]

    private func runner(_ style: String, module: String = "single") -> STVoiceFlowRunner {
        let runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.setLogLevel(logLevel: "none")
        runner.setVoiceFlowCallback(app)
        let ids = module == "single" ? ["S"] : Self.texts.map { $0.uppercased() }
        let flow = Files.flow([Files.play("M", ids, style: module)], from: "M")
        runner.loadVoiceflow(jsonData: String(decoding: flow, as: UTF8.self))
        load(style, into: runner)
        return runner
    }

    private func load(_ style: String, into runner: STVoiceFlowRunner) {
        let list = Files.list(
            [Files.group("S", style, Self.texts.map { $0.uppercased() })]
                + Self.texts.map { Files.text($0.uppercased(), $0) })
        let result = runner.loadAudioPromptModules(jsonData: String(decoding: list, as: UTF8.self))
        #expect(result == .ST_SUCCESS)
    }

    /// What one more run of `runner` says.
    private func said(_ runner: STVoiceFlowRunner) -> String {
        runner.runVoiceflow()
        host.go()
        return (host.run?.events ?? []).filter { $0.kind == "segment" }
            .compactMap { $0.fields["text"]?.string }.joined()
    }

    @Test(
        "serial goes on with the next member, round and round", .fact("voiceflow-7-3"),
        arguments: ["prompt", "module"])
    func serial(owner: String) {
        let runner =
            owner == "prompt" ? runner("serial") : runner("combo", module: "serial")
        #expect((0..<7).map { _ in said(runner) } == ["a", "b", "c", "d", "e", "a", "b"])
    }

    @Test(
        "select goes on drawing, never the member drawn last, as one long run would",
        .fact("voiceflow-7-3"))
    func select() throws {
        let runner = runner("select")
        let drawn = (0..<12).map { _ in said(runner) }
        #expect(Set(drawn).count > 2)
        #expect(zip(drawn, drawn.dropFirst()).allSatisfy { $0 != $1 })
        var rig = try Rig(
            [Files.play("M", ["S"], style: "single", to: "M")], from: "M",
            prompts: [Files.group("S", "select", Self.texts.map { $0.uppercased() })]
                + Self.texts.map { Files.text($0.uppercased(), $0) })
        rig.run(12)
        #expect(rig.system == drawn.joined().uppercased())
    }

    @Test("another runner begins anew", .fact("voiceflow-7-3"))
    func another() {
        #expect(said(runner("serial")) == "a")
        #expect(said(runner("serial")) == "a")
    }

    @Test(
        "another seed draws its own sequence, but not the last member again", .fact("voiceflow-7-3")
    )
    func seeds() {
        for seed: UInt64 in 2...12 {
            let runner = runner("select")
            host.conditions.seed = 1
            let last = said(runner)
            host.conditions.seed = seed
            #expect(said(runner) != last)
        }
    }

    @Test("loading prompts begins the turns anew, and goes on drawing", .fact("voiceflow-7-4"))
    func loading() {
        let turns = runner("serial")
        #expect(said(turns) + said(turns) == "ab")
        load("serial", into: turns)
        #expect(said(turns) == "a")
        let draws = runner("select")
        let first = (0..<6).map { _ in said(draws) }.joined()
        let anew = runner("select")
        let loaded = (0..<6).map { _ in
            defer { load("select", into: anew) }
            return said(anew)
        }.joined()
        #expect(loaded == first)
    }

    @Test(
        "a later run is a session that replays, with the app and without it",
        .fact("voiceflow-7-3"),
        arguments: ["serial", "select"])
    func replays(style: String) throws {
        let folder = TemporaryFolder()
        let runner = runner(style)
        for _ in 0..<4 { _ = said(runner) }
        let record = try #require(host.run?.record())
        #expect(record.inputs.contains { $0.object["event"] == "promptMemory" })
        let session = SessionFolder(path: folder.path("late.vsession"))
        try record.write(to: session.path)
        var options = ReplayOptions()
        options.tap = .words
        var replayer = SessionReplayer(factories: [VoiceflowFactory()])
        let result = try replayer.replay(session, options: options)
        // The first event of a replay carries the settings as its evidence.
        #expect(result.events.dropFirst() == record.events.dropFirst())
        // An app that is at its first run again is told what the session remembers.
        let replayed = ReplayedHost()
        let fresh = STVoiceFlowRunner(host: replayed)
        fresh.initialize()
        fresh.setLogLevel(logLevel: "none")
        fresh.setVoiceFlowCallback(app)
        let flow = Files.flow([Files.play("M", ["S"], style: "single")], from: "M")
        fresh.loadVoiceflow(jsonData: String(decoding: flow, as: UTF8.self))
        load(style, into: fresh)
        fresh.runVoiceflow()
        let own = try replayer.replay(session, options: options, app: replayed.app)
        #expect(own.differences == [])
        #expect(own.events.dropFirst() == record.events.dropFirst())
    }

    @Test("a first run is told nothing, and hostile memories do no harm", .fact("voiceflow-7-3"))
    func hostile() {
        #expect(PromptSelector(seed: 1).inputs(seed: 1) == [])
        var selector = PromptSelector(seed: 1)
        let wild: [JSONObject] = [
            ["owner": "S", "last": -1, "next": .integer(.max)],
            ["owner": "S", "last": "x", "chance": "no number"],
            ["owner": "S", "last": 999, "next": 999],
        ]
        for news in wild {
            let isTaken = selector.apply("promptMemory", news)
            #expect(isTaken)
            let places = [selector.draw(5, for: "S"), selector.takeTurn(5, for: "S")]
            #expect(places.allSatisfy { (0..<5).contains($0) })
        }
        let taken = [selector.apply("opened", [:]), selector.apply("promptMemory", [:])]
        #expect(taken == [false, false])
    }
}
