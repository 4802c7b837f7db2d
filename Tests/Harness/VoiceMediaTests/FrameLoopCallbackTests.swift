import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceTime
import VoiceTrace

/// What an app does with a callback, and when.
@Suite struct FrameLoopCallbackTests {
    private func run(
        _ reply: CallbackReply, _ answers: [String: [EngineAction]] = [:]
    ) throws -> (record: LoopRecord, host: ScriptedHost) {
        var host = ScriptedHost()
        host.replies["told"] = reply
        host.prompts["p"] = .realized(RealizedPrompt(source: .audioFile, digest: "d", frames: 200))
        var loop = try FrameLoop(
            engine: ScriptedEngine(["run": [.callback("told")]].merging(answers) { $1 }),
            host: host,
            rate: .standard, settings: MediaSettings())
        loop.schedule(.run, at: 0)
        loop.end(at: 1_600, reason: "time")
        return (LoopRecord(events: loop.events, inputs: loop.inputs), loop.host)
    }

    @Test("delivers the event that was emitted last")
    func latest() throws {
        #expect(try run(CallbackReply()).host.delivered == ["told of run at 0"])
    }

    @Test("delivers the event that the engine names")
    func named() throws {
        let callback = EngineCallback(name: "told", arguments: [:], cause: .event(0))
        let answers: [String: [EngineAction]] = [
            "run": [.emit(kind: "more", fields: [:], why: [:]), .callback(callback)]
        ]
        #expect(try run(CallbackReply(), answers).host.delivered == ["told of run at 0"])
    }

    @Test("takes the calls of a callback before its return, and records calls only")
    func callsFirst() throws {
        let record = try run(CallbackReply(calls: [(0, .named("a")), (0, .named("b"))])).record
        #expect(record.kinds == ["0 run", "0 call", "0 call", "0 returned"])
        #expect(
            record.taken == [
                "0 run after 0", "0 call a after 1 during 0", "0 call b after 1 during 0",
                "1600 end time after 4",
            ])
    }

    @Test("takes a call at the frame of the return before the return")
    func callAtReturn() throws {
        let record = try run(CallbackReply(calls: [(160, .named("a"))], returnDelay: 160)).record
        #expect(record.kinds == ["0 run", "160 call", "160 returned"])
    }

    @Test("takes delayed calls at their frames, after the return as well")
    func delayedCalls() throws {
        let record = try run(
            CallbackReply(calls: [(300, .named("late")), (10, .named("soon"))], returnDelay: 160)
        ).record
        #expect(record.kinds == ["0 run", "10 call", "160 returned", "300 call"])
        #expect(
            record.taken == [
                "0 run after 0", "10 call soon after 1 during 0", "160 returned after 2 during 0",
                "300 call late after 3 during 0", "1600 end time after 4",
            ])
    }

    @Test("holds back the engine until a late return while media goes on")
    func lateReturn() throws {
        let answers: [String: [EngineAction]] = [
            "run": [.play(1, "p"), .callback("told")]
        ]
        let record = try run(CallbackReply(returnDelay: 1_000), answers).record
        // The prompt ended at frame 200; the engine hears of it when the callback is back.
        #expect(record.kinds == ["0 run", "1000 returned", "1000 playing", "1000 played"])
    }

    @Test("waits for ever for a callback that never returns")
    func neverReturns() throws {
        let record = try run(CallbackReply(returnDelay: nil)).record
        #expect(record.kinds == ["0 run"])
    }

    @Test("does not record a return at the callback's own frame")
    func promptReturn() throws {
        #expect(
            try run(CallbackReply()).record.taken == ["0 run after 0", "1600 end time after 2"])
    }

    @Test("records who was called back")
    func receiver() throws {
        let callback = EngineCallback(name: "told", arguments: [:], receiver: .observer)
        let record = try run(
            CallbackReply(returnDelay: 10), ["run": [.callback(callback)]]
        ).record
        #expect(record.inputs[1].during == DuringCallback(event: 0, by: .observer))
    }

    @Test("passes through ten thousand steps within one frame")
    func manySteps() throws {
        var loop = try FrameLoop(
            engine: Chain(left: 10_000), host: ScriptedHost(), rate: .standard,
            settings: MediaSettings())
        loop.schedule(.run, at: 0)
        loop.end(at: 1, reason: "time")
        #expect(loop.events.count == 10_001)
    }

    @Test("delivers the callbacks of one step one after the other")
    func severalCallbacks() throws {
        let answers: [String: [EngineAction]] = [
            "run": [
                .callback("told"), .emit(kind: "more", fields: [:], why: [:]), .callback("next"),
            ]
        ]
        let result = try run(CallbackReply(returnDelay: 160), answers)
        #expect(result.host.delivered == ["told of run at 0", "next of more at 160"])
        #expect(result.record.kinds == ["0 run", "0 more", "160 returned", "160 returned"])
    }

    @Test("lets calls through while a callback is under way, and no news of jobs")
    func callsPass() throws {
        let answers: [String: [EngineAction]] = [
            "run": [.play(1, "p"), .callback("told")], "call": [.play(2, "p")],
        ]
        let record = try run(
            CallbackReply(calls: [(10, .named("a"))], returnDelay: 1_000), answers
        ).record
        #expect(
            record.kinds == [
                "0 run", "10 call", "1000 returned", "1000 playing", "1000 playing", "1000 played",
                "1000 played",
            ])
    }

    /// Calls back again whenever a callback returns.
    private struct Chain: EngineUnderTest {
        var left: Int

        mutating func step(_ event: EngineEvent, at frame: Frame) -> [EngineAction] {
            left -= 1
            let told = EngineAction.emit(kind: "step", fields: [:], why: [:])
            return left >= 0 ? [told, .callback("next")] : [told]
        }
    }
}
