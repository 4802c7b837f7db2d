import Testing
import VoiceRun
import VoiceTestSupport

@testable import VoiceFlow

@MainActor
@Suite("A runner without devices")
struct UnpacedHostTests {
    private let app = NotingApp()

    private func runner(_ modules: [String], from first: String) -> STVoiceFlowRunner {
        let runner = STVoiceFlowRunner(host: UnpacedHost())
        runner.initialize()
        runner.setVoiceFlowCallback(app)
        let flow = Files.flow(modules, from: first)
        runner.loadVoiceflow(jsonData: String(decoding: flow, as: UTF8.self))
        runner.loadAudioPromptModules(jsonData: "[]")
        return runner
    }

    @Test("needs no test to move it", .fact("voiceflow-1-1"))
    func alone() async {
        let limits = #""stopRecordParams": {"maxAudioLengthMs": 60000}"#
        let runner = runner([Files.record("Take", limits)], from: "Take")
        await withCheckedContinuation { continuation in
            app.acts["over: end"] = { continuation.resume() }
            runner.runVoiceflow()
            #expect(app.notes == [])
        }
        #expect(app.data["NMF_RECORD_AUDIO NME_ENDED"]?["durationMs"] as? Int == 60_000)
    }

    @Test("waits for the app in a pause, and runs again when it is over", .fact("voiceflow-1-2"))
    func runsAgainAfterPause() async {
        let runner = runner([Files.module("Wait", "pauseResume")], from: "Wait")
        var runs = 0
        app.acts["> Wait"] = { Task { runner.resumeVoiceflow() } }
        await withCheckedContinuation { continuation in
            app.acts["over: end"] = {
                runs += 1
                if runs == 3 {
                    continuation.resume()
                } else {
                    runner.runVoiceflow()
                }
            }
            runner.runVoiceflow()
        }
        #expect(runs == 3)
    }
}
