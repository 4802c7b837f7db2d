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
    var asks = false
    private(set) var answers = 0
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

    func STVFC_PermissionEvent(permissionEvent: STNotifyMediaEvent) { answers += 1 }

    func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData) {
        if asks { runner.requestMicrophonePermission() }
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

    @Test("an app that answers where nothing was answered is found out")
    func extra() throws {
        let folder = Self.corpus.replacing("/sleep-mode", with: "/yes-no")
        let host = ReplayedHost()
        let app = MeddlingApp(host: host)
        try app.start(folder)
        var replayer = SessionReplayer(factories: [VoiceflowFactory()])
        var options = ReplayOptions()
        options.tap = .words
        let session = SessionFolder(path: "\(folder)/answers-yes.vsession")
        let result = try replayer.replay(session, options: options, app: host.app)
        #expect(result.differences.count == 1)
        #expect(result.differences.first?.description.contains("recorded: nothing") == true)
    }

    @Test("permissions are the session's: asked for while it runs, nothing is answered twice")
    func permission() throws {
        let (result, app) = try replay("app-understands") { $0.asks = true }
        #expect(result.differences == [])
        #expect(app.answers == 0)
    }
}

/// An app that stops its flow after the first words, which the recorded one did not.
private final class MeddlingApp: STVoiceFlowCallback {
    private let runner: STVoiceFlowRunner

    init(host: any VoiceflowHost) { runner = STVoiceFlowRunner(host: host) }

    func start(_ folder: String) throws {
        runner.initialize()
        runner.setVoiceFlowCallback(voiceFlowCallback: self)
        runner.loadAudioPromptModules(localFileURL: "\(folder)/prompts.json")
        runner.loadVoiceflow(localFileURL: "\(folder)/voiceflow.json")
        try #require(runner.runVoiceflow() == .ST_SUCCESS)
    }

    func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData) { runner.stopVoiceflow() }
}
