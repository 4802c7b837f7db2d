import Testing
import VoiceEngine
import VoiceMedia
import VoiceRun
import VoiceTestSupport

@testable import VoiceFlow

extension RunnerTests {
    @Test("what a flow cannot do is the last error", .fact("voiceflow-1-9"))
    func lastError() {
        let runner = runner([Files.module("P", "process", to: "$[None]")], from: "P")
        runner.runVoiceflow()
        host.go()
        #expect(runner.getLastError() == .ST_VFM_NOT_FOUND)
        #expect(app.notes.last == "over: failure")
    }

    @Test("the next run can be asked for when the last is over", .fact("voiceflow-2-8"))
    func asksForNextRunWhenOver() {
        let runner = runner([], from: "VF_END")
        var runs = 0
        app.acts["over: end"] = { [runner] in
            runs += 1
            if runs < 3 { #expect(runner.runVoiceflow() == .ST_SUCCESS) }
        }
        runner.runVoiceflow()
        host.go()
        #expect(runs == 3)
    }
}
