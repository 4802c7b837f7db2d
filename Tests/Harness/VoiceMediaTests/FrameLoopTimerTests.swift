import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceTime
import VoiceTrace

/// Timers that an engine sets on the frame clock.
@Suite struct FrameLoopTimerTests {
    private func run(
        _ answers: [String: [EngineAction]], reply: CallbackReply = CallbackReply(),
        calls: [Frame] = []
    ) throws -> [String] {
        var host = ScriptedHost()
        host.replies["told"] = reply
        host.prompts["p"] = .realized(RealizedPrompt(source: .audioFile, digest: "d", frames: 200))
        var loop = try FrameLoop(
            engine: ScriptedEngine(answers), host: host, rate: .standard,
            settings: MediaSettings())
        loop.schedule(.run, at: 0)
        for frame in calls { loop.schedule(.call("c"), at: frame) }
        loop.end(at: 1_600, reason: "time")
        return loop.events.map { event in
            "\(event.frame) \(event.kind)" + (event.fields["id"]?.integer.map { " \($0)" } ?? "")
        }
    }

    @Test("sends a timer after its frames, once")
    func runsOut() throws {
        let told = try run(["run": [.setTimer(id: 7, frames: 203)]])
        #expect(told == ["0 run", "203 timer 7"])
    }

    @Test("starts a timer again that is set again")
    func setAgain() throws {
        let told = try run(
            ["run": [.setTimer(id: 7, frames: 300)], "call": [.setTimer(id: 7, frames: 300)]],
            calls: [100])
        #expect(told == ["0 run", "100 call", "400 timer 7"])
    }

    @Test("forgets a timer that is cancelled")
    func cancelled() throws {
        let told = try run(
            ["run": [.setTimer(id: 7, frames: 300)], "call": [.cancelTimer(id: 7)]], calls: [100])
        #expect(told == ["0 run", "100 call"])
    }

    @Test("sends a timer of no frames before everything that is not there yet")
    func atOnce() throws {
        let told = try run(["run": [.play(1, "p"), .setTimer(id: 1, frames: 0)]])
        #expect(told == ["0 run", "0 timer 1", "0 playing", "200 played"])
    }

    @Test("sends a timer that runs out at the end of a prompt before that end")
    func beforeMedia() throws {
        let told = try run(["run": [.play(1, "p"), .setTimer(id: 1, frames: 200)]])
        #expect(told == ["0 run", "0 playing", "200 timer 1", "200 played"])
    }

    @Test("holds back a timer during a callback")
    func held() throws {
        let told = try run(
            ["run": [.setTimer(id: 1, frames: 100), .callback("told")]],
            reply: CallbackReply(returnDelay: 500))
        #expect(told == ["0 run", "500 returned", "500 timer 1"])
    }

    @Test("forgets a timer that is cancelled after it ran out during a callback")
    func cancelledWhileHeld() throws {
        let told = try run(
            [
                "run": [.setTimer(id: 1, frames: 100), .callback("told")],
                "call": [.cancelTimer(id: 1)],
            ], reply: CallbackReply(returnDelay: 500), calls: [300])
        #expect(told == ["0 run", "300 call", "500 returned"])
    }

    @Test("keeps a timer longer than any session from overflowing the clock")
    func endless() throws {
        #expect(try run(["run": [.setTimer(id: 1, frames: .max)]]) == ["0 run"])
    }
}
