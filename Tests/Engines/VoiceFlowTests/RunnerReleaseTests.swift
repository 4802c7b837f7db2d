import Testing
import VoiceRun
import VoiceTestSupport

@testable import VoiceFlow

@MainActor
@Suite("A runner that its app lets go of")
struct RunnerReleaseTests {
    @Test("is gone, however long its flow could still wait", .fact("voiceflow-1-3"))
    func released() {
        weak var released: STVoiceFlowRunner?
        weak var releasedHost: SimulatedHost?
        weak var releasedRun: EngineRun?
        do {
            let host = SimulatedHost()
            let runner = STVoiceFlowRunner(host: host)
            runner.initialize()
            let flow = Files.flow([Files.module("Wait", "pauseResume")], from: "Wait")
            runner.loadVoiceflow(jsonData: String(decoding: flow, as: UTF8.self))
            runner.loadAudioPromptModules(jsonData: "[]")
            #expect(runner.runVoiceflow() == .ST_SUCCESS)
            host.go()
            (released, releasedHost, releasedRun) = (runner, host, host.run)
            #expect(releasedRun != nil)
        }
        #expect(released == nil)
        #expect(releasedHost == nil)
        #expect(releasedRun == nil)
    }
}
