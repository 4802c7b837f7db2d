// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Testing
import VoiceFlow
import VoiceMedia
import VoiceSession
import VoiceTrace

/// The app of `Corpora/sleep-mode`, as its own source: it understands what the caller means.
private final class SleepyApp: STVoiceFlowCallback {
    let runner: STVoiceFlowRunner
    var keyword = "sleep"
    private(set) var end: String?

    init(host: any VoiceflowHost) {
        runner = STVoiceFlowRunner(host: host)
    }

    func start() throws {
        runner.initialize()
        runner.setVoiceFlowCallback(voiceFlowCallback: self)
        let folder = LiveAppTests.corpus
        try #require(
            runner.loadAudioPromptModules(localFileURL: "\(folder)/prompts.json") == .ST_SUCCESS)
        try #require(runner.loadVoiceflow(localFileURL: "\(folder)/voiceflow.json") == .ST_SUCCESS)
        try #require(runner.runVoiceflow() == .ST_SUCCESS)
    }

    func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData) {
        let heard = srData.srHypothesis ?? ""
        if heard.contains("time") { srData.srClientRejectedHypothesis = true }
        if heard.contains(keyword) {
            runner.setUserIntent(userIntent: "TransitionToSleepMode")
        }
    }

    func STVFC_VoiceflowDidEnd(reason: String) { end = reason }
}

@MainActor
@Suite("A recorded session against the app itself")
struct LiveAppTests {
    static let corpus =
        "\(#filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" })"
        + "/Corpora/sleep-mode"

    private func replay(
        _ name: String, _ change: (SleepyApp) -> Void = { _ in }
    ) throws -> (result: ReplayResult, app: SleepyApp) {
        let host = ReplayedHost()
        let app = SleepyApp(host: host)
        change(app)
        try app.start()
        var replayer = SessionReplayer(factories: [VoiceflowFactory()])
        var options = ReplayOptions()
        options.tap = .words
        let folder = SessionFolder(path: "\(Self.corpus)/\(name).vsession")
        let result = try replayer.replay(folder, options: options, app: host.app)
        return (result, app)
    }

    @Test("an app that does as it did agrees", arguments: ["app-understands", "app-rejects"])
    func agrees(name: String) throws {
        let (result, app) = try replay(name)
        #expect(result.differences == [])
        #expect(result.events == result.golden.events)
        #expect(app.end == "end")
    }

    @Test("an app that misses its word is told what it called before")
    func differs() throws {
        let (result, app) = try replay("app-understands") { $0.keyword = "nap" }
        #expect(result.differences.count == 1)
        let text = result.differences.first?.description ?? ""
        #expect(text.hasPrefix("SRHypothesis"))
        #expect(text.contains("called nothing; recorded: setIntent"))
        #expect(result.events != result.golden.events)
        #expect(app.end != "end")
    }

    @Test("fields that were set before the run are compared as well")
    func fields() throws {
        let (result, _) = try replay("app-understands") { app in
            app.runner.initialize()
            app.runner.setVoiceflowRuntimeField(name: "New", value: 1)
        }
        #expect(result.differences.map(\.callback) == ["run"])
    }

    @Test("afterwards the runner is ready again")
    func ready() throws {
        let (_, app) = try replay("app-understands")
        #expect(app.runner.stopVoiceflow() == .ST_VOICEFLOW_NOT_RUNNING)
        #expect(app.runner.runVoiceflow() == .ST_SUCCESS)
    }
}
