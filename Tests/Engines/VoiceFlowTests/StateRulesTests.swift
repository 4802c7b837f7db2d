import Testing
import VoiceEngine
import VoiceMedia
import VoiceRun
import VoiceTestSupport

@testable import VoiceFlow

/// The states of a runner, and what every call answers in each.
@MainActor
@Suite("The runner's states")
struct StateRulesTests {
    enum State: CaseIterable, Sendable { case idle, ready, running, paused, stopping, ended }

    private let host = SimulatedHost()
    private let app = NotingApp()

    private static let flow = String(
        decoding: Files.flow(
            [Files.module("Wait", "pauseResume", to: "Say"), Files.play("Say", ["A"])],
            from: "Wait"), as: UTF8.self)
    private static let prompts = String(decoding: Files.list([Files.text("A")]), as: UTF8.self)

    private func runner(in state: State) -> STVoiceFlowRunner {
        let runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.setLogLevel(logLevel: "none")
        runner.setVoiceFlowCallback(app)
        guard state != .idle else { return runner }
        runner.loadVoiceflow(jsonData: Self.flow)
        runner.loadAudioPromptModules(jsonData: Self.prompts)
        guard state != .ready else { return runner }
        runner.runVoiceflow()
        host.go()
        guard state != .paused else { return runner }
        runner.resumeVoiceflow()
        host.advance(milliseconds: 50)
        if state == .stopping { runner.stopVoiceflow() }
        if state == .ended { host.go() }
        return runner
    }

    @Test("run", .fact("voiceflow-2-1"), arguments: State.allCases)
    func run(state: State) {
        let wanted: ST_RESULT =
            switch state {
            case .idle: .ST_VOICEFLOW_NOT_LOADED
            case .ready, .ended: .ST_SUCCESS
            case .running, .paused, .stopping: .ST_VOICEFLOW_ALREADY_RUNNING
            }
        #expect(runner(in: state).runVoiceflow() == wanted)
    }

    @Test("stop and interrupt", .fact("voiceflow-2-1"), arguments: State.allCases)
    func control(state: State) {
        let isUnderWay = state == .running || state == .paused
        let wanted: ST_RESULT = isUnderWay ? .ST_SUCCESS : .ST_VOICEFLOW_NOT_RUNNING
        #expect(runner(in: state).stopVoiceflow() == wanted)
        #expect(runner(in: state).interruptVoiceflow(gotoVFMID: "Say") == wanted)
    }

    @Test("resume", .fact("voiceflow-2-1"), arguments: State.allCases)
    func resume(state: State) {
        let wanted: ST_RESULT = state == .paused ? .ST_SUCCESS : .ST_VOICEFLOW_NOT_PAUSED
        #expect(runner(in: state).resumeVoiceflow() == wanted)
    }

    @Test("loading", .fact("voiceflow-2-1"), arguments: State.allCases)
    func load(state: State) {
        let isUnderWay = [.running, .paused, .stopping].contains(state)
        let wanted: ST_RESULT = isUnderWay ? .ST_VOICEFLOW_ALREADY_RUNNING : .ST_SUCCESS
        let runner = runner(in: state)
        #expect(runner.loadVoiceflow(jsonData: Self.flow) == wanted)
        #expect(runner.loadAudioPromptModules(jsonData: Self.prompts) == wanted)
        #expect(runner.loadAudioToTextMap(jsonData: "[]") == wanted)
    }

    @Test(
        "stopping tells the module's end and no VF_END, and the runner is ready again",
        .fact("voiceflow-2-2"))
    func stopping() {
        let runner = runner(in: .stopping)
        host.go()
        #expect(app.notes.suffix(2) == ["< Say", "over: stopped"])
        #expect(!app.notes.contains("> \(FlowModule.end)"))
        #expect(runner.runVoiceflow() == .ST_SUCCESS)
    }

    @Test("an interrupt leaves a pause for its target", .fact("voiceflow-2-5"))
    func interruptPause() {
        let runner = runner(in: .paused)
        #expect(runner.interruptVoiceflow(gotoVFMID: "Say") == .ST_SUCCESS)
        host.go()
        #expect(app.notes.contains("> Say"))
        #expect(app.notes.last == "over: end")
    }

    @Test(
        "a session interruption suspends, and its end leads on or ends the flow",
        .fact("voiceflow-2-7"))
    func suspended() {
        let runner = runner(in: .running)
        host.interrupt(true)
        host.go()
        #expect(runner.runVoiceflow() == .ST_VOICEFLOW_ALREADY_RUNNING)
        host.interrupt(false)
        host.go()
        #expect(app.notes.last == "over: interrupted")
        #expect(runner.runVoiceflow() == .ST_SUCCESS)
    }

    @Test("a flow that is loaded replaces the one before", .fact("voiceflow-1-20"))
    func replace() {
        let runner = runner(in: .ready)
        let other = String(
            decoding: Files.flow([Files.module("Other", "node")], from: "Other"), as: UTF8.self)
        #expect(runner.loadVoiceflow(jsonData: other) == .ST_SUCCESS)
        runner.runVoiceflow()
        host.go()
        for (module, isEntered) in [("Other", true), ("Wait", false)] {
            #expect(app.notes.contains("> \(module)") == isEntered)
        }
    }
}
