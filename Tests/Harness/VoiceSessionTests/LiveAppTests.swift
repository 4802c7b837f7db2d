// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Testing
import VoiceDiff
import VoiceEngine
import VoiceFlow
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTestSupport
import VoiceTrace

/// The app of `Corpora/sleep-mode`, as its own source: it understands what the caller means.
private final class SleepyApp: STVoiceFlowCallback {
    let runner: STVoiceFlowRunner
    var keyword = "sleep"
    var asks = false
    private(set) var answers = 0
    private(set) var end: String?

    init(host: any RunHost) {
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
        "\(#filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" })"
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

    @Test(
        "an app that does as it did agrees", .fact("voiceflow-11-2"),
        arguments: ["app-understands", "app-rejects"])
    func agrees(name: String) throws {
        let (result, app) = try replay(name)
        #expect(result.differences == [])
        #expect(result.events == result.golden.events)
        #expect(result.firstCause == nil)
        #expect(app.end == "end")
    }

    @Test("an app that misses its word is told what it called before", .fact("voiceflow-11-2"))
    func differs() throws {
        let (result, app) = try replay("app-understands") { $0.keyword = "nap" }
        #expect(result.differences.count == 1)
        let text = result.differences.first?.description ?? ""
        #expect(text.hasPrefix("SRHypothesis"))
        #expect(text.contains("called nothing; recorded: setIntent"))
        #expect(result.events != result.golden.events)
        #expect(result.firstCause?.sentence.contains("intent") == true)
        #expect(app.end != "end")
    }

    @Test("fields that were set before the run are compared as well", .fact("voiceflow-11-2"))
    func fields() throws {
        let (result, _) = try replay("app-understands") { app in
            app.runner.initialize()
            app.runner.setVoiceflowRuntimeField(name: "New", value: 1)
        }
        #expect(result.differences.map(\.callback) == ["run"])
        #expect(result.firstCause?.sentence.contains("field New") == true)
    }

    @Test("afterwards the runner is ready again")
    func ready() throws {
        let (_, app) = try replay("app-understands")
        #expect(app.runner.stopVoiceflow() == .ST_VOICEFLOW_NOT_RUNNING)
        #expect(app.runner.runVoiceflow() == .ST_SUCCESS)
    }

    @Test(
        "an app that starts its flow when it may use the microphone is replayed as it runs live",
        .fact("voiceflow-1-13"))
    func startsWhenAllowed() throws {
        let folder = TemporaryFolder()
        let host = SimulatedHost()
        let app = ChoosingApp(host: host)
        app.ask()
        host.go()
        try #require(app.modules == ["VF_START", "Wait", "Pick", "VF_END"])
        try host.run?.record()?.write(to: folder.path("chat.vsession"))
        let replayed = ReplayedHost()
        let again = ChoosingApp(host: replayed)
        again.ask()
        let result = try replay(folder, replayed.app)
        #expect(result.differences == [])
        #expect(again.modules == app.modules)
        #expect(again.answers == [.NME_MICROPHONE_PERMISSION_GRANTED])
    }

    @Test(
        "an app that has started no flow cannot be replayed, and is told why",
        .fact("voiceflow-1-13"))
    func notStarted() throws {
        let host = ReplayedHost()
        host.answers[.microphone] = .denied
        let app = ChoosingApp(host: host)
        app.ask()
        let error = #expect(throws: RunError.self) { try host.app }
        #expect(app.answers == [.NME_MICROPHONE_PERMISSION_DENIED])
        #expect(
            error?.description
                == "the app has started no run. Start it as it starts live, before the "
                + "session is replayed.")
        app.runner.loadVoiceflow(jsonData: "[")
        let second = #expect(throws: RunError.self) { try host.app }
        #expect(second == .notStarted(refusal: "ST_JSON_PARSE_FAILURE"))
        #expect(second?.description.contains("its last error is ST_JSON_") == true)
    }

    @Test(
        "calls between the wish for a run and its beginning are compared with those before it",
        .fact("voiceflow-2-6"))
    func waitingCalls() throws {
        let folder = TemporaryFolder()
        let host = SimulatedHost()
        let app = ChoosingApp(host: host)
        app.start()
        app.runner.setVoiceflowRuntimeField(name: "Late", value: 1)
        host.go()
        try host.run?.record()?.write(to: folder.path("chat.vsession"))
        let replayed = ReplayedHost()
        let again = ChoosingApp(host: replayed)
        again.start()
        let changed = try replay(folder, replayed.app)
        #expect(changed.differences.map(\.callback) == ["run"])
        again.runner.resetVoiceflowRuntimeField(name: "Next")
        again.start()
        again.runner.setVoiceflowRuntimeField(name: "Late", value: 1)
        #expect(try replay(folder, replayed.app).differences == [])
    }

    @Test(
        "what the app set outside of callbacks it finds inside them, as when it was recorded",
        .fact("voiceflow-1-14"),
        arguments: [true, false])
    func setOutside(isIntent: Bool) throws {
        let folder = TemporaryFolder()
        let host = SimulatedHost()
        let app = ChoosingApp(host: host)
        app.needs = isIntent ? "intent" : "Loaded"
        app.start()
        host.advance(milliseconds: 300)
        app.runner.setVoiceflowRuntimeField(name: app.needs, value: "0.5")
        host.go()
        try #require(app.modules.last == "VF_END")
        try host.run?.record()?.write(to: folder.path("chat.vsession"))
        let replayed = ReplayedHost()
        let again = ChoosingApp(host: replayed)
        again.needs = app.needs
        again.start()
        let result = try replay(folder, replayed.app)
        #expect(result.differences == [])
        #expect(result.events == result.golden.events)
        #expect(again.runner.getVoiceflowRuntimeField(name: app.needs) as? String == "0.5")
    }

    private func replay(
        _ folder: borrowing TemporaryFolder, _ app: any AppUnderTest
    ) throws -> ReplayResult {
        var replayer = SessionReplayer(factories: [VoiceflowFactory()])
        var options = ReplayOptions()
        options.tap = .words
        return try replayer.replay(
            SessionFolder(path: folder.path("chat.vsession")), options: options, app: app)
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

    @Test(
        "permissions are the session's: asked for while it runs, nothing is answered twice",
        .fact("voiceflow-1-13"))
    func permission() throws {
        let (result, app) = try replay("app-understands") { $0.asks = true }
        #expect(result.differences == [])
        #expect(app.answers == 0)
    }
}

/// An app that stops its flow after the first words, which the recorded one did not.
private final class MeddlingApp: STVoiceFlowCallback {
    private let runner: STVoiceFlowRunner

    init(host: any RunHost) { runner = STVoiceFlowRunner(host: host) }

    func start(_ folder: String) throws {
        runner.initialize()
        runner.setVoiceFlowCallback(voiceFlowCallback: self)
        runner.loadAudioPromptModules(localFileURL: "\(folder)/prompts.json")
        runner.loadVoiceflow(localFileURL: "\(folder)/voiceflow.json")
        try #require(runner.runVoiceflow() == .ST_SUCCESS)
    }

    func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData) { runner.stopVoiceflow() }
}

/// An app that says where to go when its flow is about to choose, if it knows what it needs.
private final class ChoosingApp: STVoiceFlowCallback {
    let runner: STVoiceFlowRunner
    var needs = ""
    private(set) var modules: [String] = []
    private(set) var answers: [STNotifyMediaEvent] = []

    init(host: any RunHost) {
        runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.setLogLevel(logLevel: "none")
        runner.setVoiceFlowCallback(voiceFlowCallback: self)
        runner.loadAudioPromptModules(
            jsonData: #"[{"id": "Hello", "style": "single", "textString": "hello my friend"}]"#)
        runner.loadVoiceflow(
            jsonData: """
                [{"id": "VF_START", "type": "node", "goTo": {"DEFAULT": "Wait"}},
                 {"id": "Wait", "type": "playAudio", "playAudioParams": {"promptID": "Hello"},
                  "goTo": {"DEFAULT": "Pick"}},
                 {"id": "Pick", "type": "process", "goTo": {"DEFAULT": "$[Next]"}},
                 {"id": "VF_END", "type": "node", "goTo": {"DEFAULT": ""}}]
                """)
    }

    func ask() { runner.requestMicrophonePermission() }

    func start() { runner.runVoiceflow() }

    func STVFC_PermissionEvent(permissionEvent: STNotifyMediaEvent) {
        answers.append(permissionEvent)
        if permissionEvent == .NME_MICROPHONE_PERMISSION_GRANTED { start() }
    }

    func STVFC_PreModuleStart(vfModuleID: String) {
        modules.append(vfModuleID)
        guard vfModuleID == "Pick" else { return }
        if !needs.isEmpty, runner.getVoiceflowRuntimeField(name: needs) == nil { return }
        runner.setVoiceflowRuntimeField(name: "Next", value: "VF_END")
    }
}
