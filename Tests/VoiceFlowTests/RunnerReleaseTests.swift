import Testing

@testable import VoiceFlow

@MainActor
@Suite("A runner that its app lets go of")
struct RunnerReleaseTests {
    @Test("is gone, however long its flow could still wait")
    func released() {
        let host = SimulatedHost()
        weak var released: STVoiceFlowRunner?
        do {
            let runner = STVoiceFlowRunner(host: host)
            runner.initialize()
            let flow = Files.flow([Files.module("Wait", "pauseResume")], from: "Wait")
            runner.loadVoiceflow(jsonData: String(decoding: flow, as: UTF8.self))
            runner.loadAudioPromptModules(jsonData: "[]")
            #expect(runner.runVoiceflow() == .ST_SUCCESS)
            host.go()
            released = runner
        }
        #expect(released == nil)
    }
}
