import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceRun
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

@Suite("Interruptions of the audio session")
struct InterruptionTests {
    private let prompts = ["HELLO", "ASK"].map { Files.text($0) }
    private let others = ["Away", "Sorry"].map { Files.module($0, "node") }

    private func params(_ type: String, _ more: String = "") -> String {
        let rest = more.isEmpty ? "" : ", \(more)"
        return #""audioInterruptTransitionParams": {"transitionType": "\#(type)"\#(rest)}"#
    }

    /// A flow that plays HELLO, interrupted from column 2 to column 5.
    private func playing(_ parameters: String, goTo: String = "") throws -> Rig {
        let body = #""playAudioParams": {"promptID": "HELLO"}"#
        let module = Files.module(
            "Say", "playAudio", goTo: goTo, parameters.isEmpty ? body : "\(body), \(parameters)")
        var rig = try Rig([module] + others, from: "Say", prompts: prompts)
        rig.bring(.began, at: 2)
        rig.bring(.ended, at: 5)
        return rig
    }

    @Test("without a word about it the flow ends, after the module's end", .fact("voiceflow-8-17"))
    func standard() throws {
        var rig = try playing("")
        rig.run()
        #expect(rig.system == "HE")
        #expect(rig.end == "interrupted")
        #expect(
            rig.lines("media") == [
                "all HELLO started", "part HELLO started", "session Say interruptionBegan",
                "part HELLO paused", "session Say interruptionEnded", "part HELLO stopped",
                "all HELLO stopped",
            ])
        #expect(rig.lines("callback").last == "after Say")
    }

    @Test("resume goes on where it was cut", .fact("voiceflow-8-17"))
    func resume() throws {
        var rig = try playing(params("resume"))
        rig.run()
        #expect(rig.system == "HE...LLO")
        #expect(rig.lines("media").contains("part HELLO resumed"))
        #expect(rig.way[1] == "Say -> VF_END (DEFAULT)")
        #expect(rig.lines("segment").count == 1)
    }

    @Test(
        "or so much earlier", .fact("voiceflow-8-17"),
        arguments: [#"100"#, #"0, "rewindCurrentAudioSegmentMsRuntime": "$[R]""#])
    func rewind(milliseconds: String) throws {
        var rig = try playing(
            params("resume", #""rewindCurrentAudioSegmentMs": \#(milliseconds)"#))
        rig.replies["before Say"] = [.set("R", 100)]
        rig.run()
        #expect(rig.system == "HE...ELLO")
    }

    @MainActor
    @Test(
        "resumed in the silence after speech, only the rest of that silence comes",
        .fact("voiceflow-8-17"),
        arguments: [1, 2])
    func resumeInSilence(rounds: Int64) {
        let host = SimulatedHost()
        let runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.setLogLevel(logLevel: "none")
        let module = Files.module(
            "Say", "playAudio", #""playAudioParams": {"promptID": "P"}, \#(params("resume"))"#)
        runner.loadVoiceflow(
            jsonData: String(decoding: Files.flow([module], from: "Say"), as: UTF8.self))
        runner.loadAudioPromptModules(
            jsonData: #"[{"id": "P", "style": "single", "textString": "words", "#
                + #""audioPlaybackParams": {"loopPlay": true, "loopCount": \#(rounds), "#
                + #""playSSSilenceParams": {"postFinishSilenceDurationMs": 1000}}}]"#)
        runner.runVoiceflow()
        // Five letters are 300 ms; the interruption comes 400 ms into the silence.
        host.advance(milliseconds: 300 * rounds + 400)
        host.interrupt(true)
        host.advance(milliseconds: 50)
        host.interrupt(false)
        host.go()
        let ended = host.run?.events.first { event in
            event.fields["function"] == "playAudioSegment" && event.fields["event"] == "ended"
        }
        // The interruption itself is taken one frame after the moment it is brought at.
        let milliseconds = (ended?.frame ?? 0) / 16
        #expect(milliseconds == 300 * rounds + 1_000 + 50)
    }

    @Test("repeat begins the module anew", .fact("voiceflow-8-17"))
    func repeatsModuleAnew() throws {
        var rig = try playing(params("repeat"))
        rig.run()
        #expect(rig.system == "HE...HELLO")
        #expect(rig.way[1] == "Say -> Say (audioInterruptTransition)")
    }

    @Test("goto goes elsewhere, by default to the end", .fact("voiceflow-8-17"))
    func elsewhere() throws {
        var rig = try playing(params("goto", #""goToVoiceFlowModuleID": "Away""#))
        rig.run()
        #expect(rig.way[1] == "Say -> Away (audioInterruptTransition)")
        var end = try playing(params("goto"))
        end.run()
        #expect(end.way[1] == "Say -> VF_END (audioInterruptTransition)")
    }

    @Test("a goto that leads nowhere takes internalFailure")
    func nowhere() throws {
        var rig = try playing(
            params("goto", #""goToVoiceFlowModuleID": "$[None]""#),
            goTo: #""internalFailure": "Sorry""#)
        rig.run()
        #expect(rig.way[1] == "Say -> Sorry (internalFailure)")
    }

    @Test(
        "a process module says it for the flow, a later module overrides it",
        .fact("voiceflow-8-17"))
    func flowDefault() throws {
        let process = Files.module("Set", "process", to: "Say", params("resume"))
        func run(_ own: String) throws -> Rig {
            let body = #""playAudioParams": {"promptID": "HELLO"}"#
            let module = Files.module(
                "Say", "playAudio", own.isEmpty ? body : "\(body), \(own)")
            var rig = try Rig([process, module], from: "Set", prompts: prompts)
            rig.bring(.began, at: 2)
            rig.bring(.ended, at: 5)
            rig.run()
            return rig
        }
        #expect(try run("").system == "HE...LLO")
        #expect(try run(params("end")).end == "interrupted")
    }

    @Test("a dialog that listened listens again; what was said meanwhile is not heard")
    func dialog() throws {
        let module = Files.dialog([Files.says("initial", "ASK")])
            .replacing(#""goTo""#, with: params("resume") + #", "goTo""#)
        var rig = try Rig([module], from: "Ask", prompts: prompts, caller: ".....yes.....no")
        rig.bring(.began, at: 4)
        rig.bring(.ended, at: 9)
        rig.run()
        #expect(rig.requests.count == 2)
        #expect(rig.lines("callback").filter { $0.hasPrefix("heard") } == ["heard no"])
    }

    @Test(
        "a recording ends with the interruption, and leaves when that is over",
        .fact("voiceflow-9-6"))
    func recording() throws {
        let module = Files.record(
            "Take", #""saveAudioParams": {"fileName": "a"}"#, stops: ["interrupted": "Away"]
        ).replacing(#""goTo""#, with: params("resume") + #", "goTo""#)
        var rig = try Rig([module] + others, from: "Take")
        rig.bring(.began, at: 4)
        rig.bring(.ended, at: 9)
        rig.run()
        #expect(rig.saves.count == 1)
        #expect(rig.way[1] == "Take -> Away (stopRecordReason.interrupted)")
        #expect(
            rig.lines("media") == [
                "recording Take started", "session Take interruptionBegan",
                "recording Take ended", "session Take interruptionEnded",
            ])
    }

    @Test("a stop while the cut recording is written still tells its end")
    func recordingStopped() throws {
        let module = Files.record("Take", #""saveAudioParams": {"fileName": "a"}"#)
        var rig = try Rig([module], from: "Take")
        rig.bring(.began, at: 4)
        rig.replies["session Take interruptionBegan"] = [.stop]
        rig.run()
        #expect(
            rig.lines("media") == [
                "recording Take started", "session Take interruptionBegan",
                "recording Take stopped",
            ])
    }

    @Test("a pause stays one")
    func pause() throws {
        let module = Files.module("Wait", "pauseResume", params("resume"))
        var rig = try Rig([module], from: "Wait")
        rig.bring(.began, at: 1)
        rig.bring(.ended, at: 2)
        rig.call(.resume, at: 5)
        rig.run()
        #expect(rig.way[1] == "Wait -> VF_END (DEFAULT)")
    }

    @Test("a stop during it still ends the flow, at once")
    func stop() throws {
        var rig = try playing(params("resume"))
        rig.call(.stop, at: 3)
        rig.run()
        #expect(rig.end == "stopped")
        #expect(rig.lines("media").last == "all HELLO stopped")
    }

    @Test("a listener goes on with both: it listens and plays")
    func listener() throws {
        let module = Files.listener("HELLO")
            .replacing(#""goTo""#, with: params("resume") + #", "goTo""#)
        var rig = try Rig([module], from: "Chat", prompts: prompts)
        rig.bring(.began, at: 2)
        rig.bring(.ended, at: 4)
        rig.run()
        #expect(rig.system == "HE..LLO")
        #expect(rig.requests.count == 2)
    }

    @Test(
        "devices that fail take internalFailure where nothing is recorded", .fact("voiceflow-10-12")
    )
    func devices() throws {
        var rig = try Rig(
            [Files.dialog([], goTo: #""internalFailure": "Sorry""#)] + others, from: "Ask")
        rig.bring(.recordingFailed("unknownError"), at: 2)
        rig.run()
        #expect(rig.way[1] == "Ask -> Sorry (internalFailure)")
        var silent = try playing("", goTo: #""internalFailure": "Sorry""#)
        silent.bring(.playbackFailed, at: 1)
        silent.run()
        #expect(silent.way[1] == "Say -> Sorry (internalFailure)")
    }

    @Test(
        "a microphone that is not allowed takes internalFailure; the app is told",
        .fact("voiceflow-10-13"))
    func permission() throws {
        var rig = try Rig(
            [
                Files.module("Wait", "pauseResume", to: "Ask"),
                Files.dialog([], goTo: #""internalFailure": "Sorry""#),
            ] + others, from: "Wait")
        rig.bring(.permission(.microphone, .denied), at: 1)
        rig.call(.resume, at: 2)
        rig.run()
        #expect(rig.lines("callback").contains("PermissionEvent"))
        #expect(rig.lines("error") == ["ST_PERMISSION_DENIED"])
        #expect(rig.way[2] == "Ask -> Sorry (internalFailure)")
    }
}

extension String {
    /// With the first `text` replaced.
    fileprivate func replacing(_ text: String, with other: String) -> String {
        guard let range = firstRange(of: text) else { return self }
        return String(self[..<range.lowerBound] + other + self[range.upperBound...])
    }
}
