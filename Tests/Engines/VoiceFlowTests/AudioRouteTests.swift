import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceRun
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

@MainActor
@Suite("The audio session and the speaker during a run")
struct AudioRouteTests {
    private let host = SimulatedHost()
    private let app = NotingApp()

    private func runner() -> STVoiceFlowRunner {
        let runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.setVoiceFlowCallback(app)
        let flow = Files.flow([Files.play("Say", ["HELLO"])], from: "Say")
        runner.loadVoiceflow(jsonData: String(decoding: flow, as: UTF8.self))
        let list = Files.list([Files.text("HELLO")])
        runner.loadAudioPromptModules(jsonData: String(decoding: list, as: UTF8.self))
        return runner
    }

    /// Mode and speaker of every session that the run was told, with its frame.
    private var told: [String] {
        (host.run?.inputs ?? []).compactMap { input in
            guard case .audioSession(.configured(let setup), _) = input.input else { return nil }
            let object = setup.others
            #expect(input.during == nil)
            let speaker = object["deviceSpeaker"] == .bool(true) ? "loud" : "quiet"
            return "\(input.frame) \(object["mode"]?.string ?? "") \(speaker)"
        }
    }

    @Test(
        "a change is an input of the run, and told to the host, inside of callbacks and outside",
        .fact("voiceflow-6-2"))
    func changes() {
        let runner = runner()
        #expect(host.route == nil)
        app.acts["> Say"] = {
            #expect(
                runner.initializeAudioSession(jsonData: #"{"mode": "gameChat"}"#) == .ST_SUCCESS)
        }
        runner.runVoiceflow()
        host.advance(milliseconds: 100)
        #expect(host.route?.session.mode == .ASM_GameChat)
        runner.enableDeviceSpeaker(enable: false)
        runner.enableDeviceSpeaker(enable: false)
        host.go()
        #expect(host.route?.isSpeakerEnabled == false)
        #expect(told == ["0 default loud", "1 gameChat loud", "1601 gameChat quiet"])
        let without = SimulatedHost()
        let other = STVoiceFlowRunner(host: without)
        other.initialize()
        other.loadVoiceflow(
            jsonData: String(
                decoding: Files.flow([Files.play("Say", ["HELLO"])], from: "Say"), as: UTF8.self))
        other.loadAudioPromptModules(
            jsonData: String(
                decoding: Files.list([Files.text("HELLO")]), as: UTF8.self))
        other.runVoiceflow()
        without.go()
        // The flow goes by none of it.
        #expect(host.run?.events == without.run?.events)
    }

    @Test("what is changed before the run begins is what it begins with", .fact("voiceflow-6-2"))
    func before() {
        let runner = runner()
        runner.initializeAudioSession(jsonData: #"{"mode": "gameChat"}"#)
        runner.runVoiceflow()
        runner.enableDeviceSpeaker(enable: false)
        #expect(host.route == nil)
        host.go()
        #expect(told == ["0 gameChat quiet"])
        #expect(host.route == runner.route)
    }
}
