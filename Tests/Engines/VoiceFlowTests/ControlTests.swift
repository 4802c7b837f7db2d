import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceFlow

@Suite("Stop, interrupt, resume")
struct ControlTests {
    private let modules = [
        Files.play("Say", ["HELLO"]), Files.module("Pause", "pauseResume"),
        Files.module("Other", "node"),
    ]
    private let prompts = [Files.text("HELLO")]

    private func rig(from first: String = "Say") throws -> Rig {
        try Rig(modules, from: first, prompts: prompts)
    }

    @Test(
        "stop silences the media, ends the module and the flow, and passes VF_END by",
        .fact("voiceflow-2-2"))
    func stop() throws {
        var rig = try rig()
        rig.call(.stop, at: 2)
        rig.run()
        #expect(rig.system == "HE")
        #expect(
            rig.log.map(\.text).suffix(7) == [
                "part HELLO stopped", "part HELLO stopped", "all HELLO stopped",
                "all HELLO stopped", "< Say", "after Say", "flowEnd stopped",
            ])
    }

    @Test("interrupt abandons the module for the one named", .fact("voiceflow-2-4"))
    func interrupt() throws {
        var rig = try rig()
        rig.call(.interrupt("Other"), at: 2)
        rig.run()
        #expect(rig.lines("media").suffix(2) == ["part HELLO stopped", "all HELLO stopped"])
        #expect(rig.way[1] == "Say -> Other (interrupt)")
    }

    @Test("interrupt to an unknown module is refused and changes nothing", .fact("voiceflow-2-4"))
    func interruptUnknown() throws {
        var rig = try rig()
        rig.call(.interrupt("Nobody"), at: 2)
        rig.run()
        #expect(rig.lines("error") == ["ST_VFM_NOT_FOUND"])
        #expect(rig.system == "HELLO")
    }

    @Test(
        "interrupt counts from inside every callback, and ends a module once",
        .fact("voiceflow-3-3"),
        arguments: [
            "before Say", "all HELLO started", "segment HELLO", "part HELLO started",
            "part HELLO ended", "all HELLO ended", "after Say",
        ])
    func interruptInCallback(line: String) throws {
        var rig = try rig()
        rig.replies[line] = [.interrupt("Other")]
        rig.run()
        #expect(rig.way[1] == "Say -> Other (interrupt)")
        #expect(rig.lines("moduleEnd").filter { $0 == "< Say" }.count == 1)
    }

    @Test(
        "stop counts from inside every callback, and nothing follows", .fact("voiceflow-3-3"),
        arguments: [
            "before VF_START", "after VF_START", "before Say", "segment HELLO",
            "part HELLO started", "all HELLO ended", "after Say", "before VF_END", "after VF_END",
        ])
    func stopInCallback(line: String) throws {
        var rig = try rig()
        rig.replies[line] = [.stop]
        rig.run()
        #expect(rig.log.last?.text == "flowEnd stopped")
    }

    @Test("the module asked for last is where an interrupt leads", .fact("voiceflow-2-4"))
    func lastInterrupt() throws {
        var rig = try rig()
        rig.replies["before Say"] = [.interrupt("Pause"), .interrupt("Other")]
        rig.run()
        #expect(rig.way[1] == "Say -> Other (interrupt)")
    }

    @Test(
        "a stop wins over an interrupt asked for before it or at any time after",
        .fact("voiceflow-2-3"),
        arguments: [
            ("before Say", [EngineCall.interrupt("Other"), .stop]),
            ("before Say", [.stop, .interrupt("Other")]),
        ])
    func stopWins(line: String, calls: [EngineCall]) throws {
        var rig = try rig()
        rig.replies[line] = calls
        rig.run()
        #expect(rig.end == "stopped")
    }

    @Test(
        "an interrupt cannot take back a stop that is under way", .fact("voiceflow-2-3"),
        arguments: ["part HELLO stopped", "all HELLO stopped", "after Say"])
    func stopIsFinal(line: String) throws {
        var rig = try rig()
        rig.call(.stop, at: 2)
        rig.replies[line] = [.interrupt("Other")]
        rig.run()
        #expect(rig.end == "stopped")
    }

    @Test("a paused flow waits for resume, then ends the module", .fact("voiceflow-2-5"))
    func resume() throws {
        var rig = try rig(from: "Pause")
        rig.call(.resume, at: 5)
        rig.run(4)
        #expect(rig.lines("moduleEnd") == ["< VF_START"])
        rig.run()
        #expect(rig.way.last == "Pause -> VF_END (DEFAULT)")
    }

    @Test("a paused flow can be interrupted and stopped", .fact("voiceflow-2-5"))
    func leavePause() throws {
        var interrupted = try rig(from: "Pause")
        interrupted.call(.interrupt("Other"), at: 5)
        interrupted.run()
        #expect(interrupted.way[1] == "Pause -> Other (interrupt)")
        var stopped = try rig(from: "Pause")
        stopped.call(.stop, at: 5)
        stopped.run()
        #expect(stopped.log.map(\.text).suffix(3) == ["< Pause", "after Pause", "flowEnd stopped"])
    }

    @Test(
        "resume is refused unless the flow is paused", .fact("voiceflow-2-5"),
        arguments: ["before Pause", "after Pause", "before VF_START"])
    func resumeTooEarly(line: String) throws {
        var rig = try rig(from: "Pause")
        rig.replies[line] = [.resume]
        rig.call(.resume, at: 5)
        rig.run()
        #expect(rig.lines("error") == ["ST_VOICEFLOW_NOT_PAUSED"])
    }

    @Test(
        "what is asked for before the run counts when that begins; after the end nothing does",
        .fact("voiceflow-2-6"),
        arguments: [EngineCall.stop, .interrupt("Say")])
    func idle(call: EngineCall) throws {
        let setup = EngineSetup(
            files: [
                "voiceflow.json": Files.flow(modules, from: "Say"),
                "prompts.json": Files.list(prompts),
            ], settings: [:], language: "en-US", seed: 1, sampleRate: .standard)
        var engine = try VoiceflowFactory().make(setup)
        func kinds(_ event: EngineEvent) -> [String] {
            engine.step(event, at: 0).map { action in
                if case .emit(let kind, let fields, _) = action {
                    return kind + (fields["module"]?.string.map { " \($0)" } ?? "")
                }
                if case .callback(let callback) = action { return callback.name }
                return "\(action)"
            }
        }
        #expect(kinds(.call(call)) == [])
        let begun = kinds(.run)
        if call == .stop {
            #expect(begun == ["flowStart", "flowEnd", #"ended(reason: "stopped")"#])
            #expect(kinds(.call(call)) == ["error"])
        } else {
            #expect(begun == ["flowStart", "moduleStart Say", "PreModuleStart"])
        }
    }

    @Test("stopping between an utterance and its words tells no second end of listening")
    func stopBeforeWords() throws {
        var rig = try Rig([Files.dialog([])], from: "Ask", caller: ".yes")
        rig.replies["listening Ask ended"] = [.stop]
        rig.run()
        #expect(rig.lines("media") == ["listening Ask started", "listening Ask ended"])
    }

    @Test("stopping while a timeout is told leaves no event pair open")
    func stopDuringTimeout() throws {
        let says = Files.says("initial", "HELLO", more: #""recognizeWhilePlay": true"#)
        var rig = try Rig(
            [Files.dialog([says], listens: #""stopRecordParams": {"maxAudioLengthMs": 200}"#)],
            from: "Ask", prompts: prompts)
        rig.replies["part HELLO stopped"] = [.stop]
        rig.run()
        #expect(rig.lines("media").suffix(2) == ["all HELLO stopped", "listening Ask ended"])
    }
}
