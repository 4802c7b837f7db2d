import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow
@testable import VoiceRun

@MainActor
@Suite("Between the wish for a run and its beginning")
struct WaitingRunTests {
    private let host = SimulatedHost()
    private let app = NotingApp()

    private static let chooser = [
        Files.module("Pick", "process", to: "$[Next]"), Files.module("Say", "node"),
    ]

    private func runner(_ modules: [String] = chooser, from first: String = "Pick")
        -> STVoiceFlowRunner
    {
        let runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.setLogLevel(logLevel: "none")
        runner.setVoiceFlowCallback(app)
        let flow = String(decoding: Files.flow(modules, from: first), as: UTF8.self)
        #expect(runner.loadVoiceflow(jsonData: flow) == .ST_SUCCESS)
        #expect(runner.loadAudioPromptModules(jsonData: "[]") == .ST_SUCCESS)
        return runner
    }

    private var kinds: [String] { host.run?.events.map(\.kind) ?? [] }

    @Test(
        "a field set or reset then is what the flow finds, after those that were set before",
        .fact("voiceflow-2-6"))
    func fields() {
        let runner = runner()
        runner.setVoiceflowRuntimeField(name: "Next", value: "Nowhere")
        runner.setVoiceflowRuntimeField(name: "Old", value: 1)
        #expect(runner.runVoiceflow() == .ST_SUCCESS)
        #expect(runner.setVoiceflowRuntimeField(name: "Next", value: "Say"))
        #expect(runner.resetVoiceflowRuntimeField(name: "Old"))
        #expect(runner.getVoiceflowRuntimeField(name: "Next") as? String == "Say")
        host.go()
        #expect(app.notes.contains("> Say"))
        #expect(kinds.prefix(5) == ["field", "field", "field", "field", "flowStart"])
    }

    @Test(
        "a stop then ends the flow before any module, and nothing takes it back",
        .fact("voiceflow-2-6"))
    func stop() {
        let runner = runner()
        runner.runVoiceflow()
        #expect(runner.stopVoiceflow() == .ST_SUCCESS)
        #expect(runner.stopVoiceflow() == .ST_VOICEFLOW_NOT_RUNNING)
        host.go()
        #expect(app.notes == ["over: stopped"])
        #expect(kinds == ["flowStart", "flowEnd"])
        #expect(runner.runVoiceflow() == .ST_SUCCESS)
    }

    @Test("an interrupt then begins the flow at its module", .fact("voiceflow-2-6"))
    func interrupt() {
        let runner = runner()
        runner.runVoiceflow()
        #expect(runner.interruptVoiceflow(gotoVFMID: "Nowhere") == .ST_VFM_NOT_FOUND)
        #expect(runner.interruptVoiceflow(gotoVFMID: "Say") == .ST_SUCCESS)
        host.go()
        #expect(app.notes == ["> Say", "< Say", "> VF_END", "< VF_END", "over: end"])
    }

    @Test("what waited does so for one run only", .fact("voiceflow-2-6"))
    func onlyOnce() {
        let runner = runner()
        runner.setVoiceflowRuntimeField(name: "Next", value: "Say")
        runner.runVoiceflow()
        runner.stopVoiceflow()
        host.go()
        runner.runVoiceflow()
        host.go()
        #expect(app.notes.last == "over: end")
    }

    @Test(
        "an intent set before or then is the flow's too", .fact("voiceflow-2-6"),
        arguments: [true, false])
    func intent(isBefore: Bool) {
        let runner = runner([
            Files.module("Pick", "process", to: "$[intent]"), Files.module("Say", "node"),
        ])
        if isBefore { runner.setUserIntent(userIntent: "Say") }
        runner.runVoiceflow()
        if !isBefore { runner.setUserIntent(userIntent: "Say") }
        host.go()
        #expect(app.notes.contains("> Say"))
        #expect(runner.getVoiceflowRuntimeField(name: "intent") as? String == "Say")
    }

    @Test(
        "a language chosen then is a call of the run's; the run is of the one before",
        .fact("voiceflow-2-6"))
    func language() {
        let runner = runner()
        runner.setVoiceflowRuntimeField(name: "Next", value: "Say")
        runner.runVoiceflow()
        runner.setLanguageFolder(languageFolder: "fr-FR")
        host.go()
        #expect(host.run?.origin.setup.language == "en-US")
        #expect(host.run?.events.first { $0.kind == "language" }?.fields["name"] == "fr-FR")
    }

    @Test(
        "a microphone refused then is refused to the run, and the app is told",
        .fact("voiceflow-1-12"))
    func refused() {
        host.answers[.microphone] = .denied
        let runner = runner(
            [
                Files.record("Take", "", goTo: #""internalFailure": "Bad""#),
                Files.module("Bad", "node"),
            ], from: "Take")
        #expect(runner.requestMicrophonePermission() == .ST_PERMISSION_WAIT)
        #expect(runner.runVoiceflow() == .ST_SUCCESS)
        host.go()
        #expect(app.notes.first == "NME_MICROPHONE_PERMISSION_DENIED")
        #expect(app.notes.contains("> Bad"))
        #expect(runner.getLastError() == .ST_PERMISSION_DENIED)
        #expect(runner.requestMicrophonePermission() == .ST_PERMISSION_DENIED)
    }
}
