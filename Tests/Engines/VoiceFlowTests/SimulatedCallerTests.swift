// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Testing
import VoiceEngine
import VoiceJSON
import VoiceRun
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

/// Begins its flow again whenever it ends, and speaks in the caller's place when it is told to.
@MainActor
private final class Kiosk: STVoiceFlowCallback {
    let host = SimulatedHost()
    let runner: STVoiceFlowRunner
    var runs = 0
    var restarts = false
    var heard: [String] = []
    var partials = 0
    var speaks: (() -> Void)?

    init(_ modules: [String]) {
        runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.setVoiceFlowCallback(self)
        runner.loadAudioPromptModules(jsonData: "[]")
        runner.loadVoiceflow(
            jsonData: String(decoding: Files.flow(modules, from: "M"), as: UTF8.self))
    }

    func STVFC_PreModuleStart(vfModuleID: String) {
        if vfModuleID == "M" { speaks?() }
    }

    func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData) {
        if srData.srHypothesisType == .NME_SR_HYPOTHESIS_PARTIAL { partials += 1 }
        if srData.srHypothesisType == .NME_SR_HYPOTHESIS_FINAL {
            heard.append(srData.srHypothesis ?? "")
        }
    }

    func STVFC_VoiceflowDidEnd(reason: String) {
        runs += 1
        if restarts { runner.runVoiceflow() }
    }
}

@MainActor
@Suite("A simulated caller")
struct SimulatedCallerTests {
    private static let ask = Files.dialog(
        [], id: "M", listens: #""vadParams": {"enableVAD": true}"#)

    @Test("an app that begins its flow again when it ends plays for as long as asked")
    func restarts() {
        let app = Kiosk([Self.ask])
        app.restarts = true
        app.runner.runVoiceflow()
        app.host.go(seconds: 20)
        // Two questions of 8 s without an answer, and half of the third.
        #expect(app.runs == 2)
        #expect(app.host.run?.now == 0 || app.host.run?.isOver == false)
        app.host.advance(milliseconds: 10_000)
        #expect(app.runs == 3)
    }

    @Test("an app whose flow takes no time is not played for ever")
    func restartsAtOnce() {
        let app = Kiosk([Files.module("M", "node")])
        app.restarts = true
        app.runner.runVoiceflow()
        app.host.go(seconds: 1)
        #expect((90...101).contains(app.runs))
    }

    @Test("what is said reaches over the end of a run into the next one")
    func nextRun() {
        let app = Kiosk([Self.ask])
        app.restarts = true
        app.runner.runVoiceflow()
        app.host.say("yes", inMilliseconds: 10_000)
        app.host.go(seconds: 12)
        #expect(app.heard == ["yes"])
        #expect(app.runs == 2)
    }

    @Test("a callback may let the caller speak")
    func speaksInCallback() {
        let app = Kiosk([Self.ask])
        app.speaks = { [host = app.host] in host.say("yes", inMilliseconds: 1_000) }
        app.runner.runVoiceflow()
        app.host.go()
        #expect(app.heard == ["yes"])
        let start = app.host.run?.events.first { $0.core == .speechStart }
        #expect(start?.fields["spoken"] == 16_000)
    }

    @Test("speech that waits for an event of a role answers one event each, in order")
    func cues() {
        let app = Kiosk([
            Files.dialog(
                [], id: "M", counts: #""timeout": 0, "garbage": 2"#,
                listens: #""vadParams": {"enableVAD": true}"#,
                goTo: #""userInputCollection": [{"input": "yes", "goTo": "VF_END"}]"#)
        ])
        for words in ["what", "well", "yes"] {
            app.host.say(words, after: .listenBegin, inMilliseconds: 300)
        }
        app.runner.runVoiceflow()
        app.host.go()
        #expect(app.heard == ["what", "well", "yes"])
        let run = app.host.run
        let began = run?.events.filter { run?.role(of: $0) == .listenBegin }.map(\.frame) ?? []
        let spoken =
            run?.events.filter { $0.core == .speechStart }
            .compactMap { $0.fields["spoken"]?.integer } ?? []
        #expect(zip(began, spoken).allSatisfy { abs($0 + 4_800 - $1) <= 160 })
    }

    @Test("no partial hypothesis comes where none is asked for", .fact("voiceflow-8-15"))
    func noPartials() {
        let app = Kiosk([Self.ask])
        app.runner.runVoiceflow()
        app.host.say("yes sir", inMilliseconds: 500, lasting: 2_000)
        app.host.understand("yes", inMilliseconds: 1_500)
        app.host.go()
        #expect(app.partials == 0)
        #expect(app.heard == ["yes sir"])
    }

    @Test("words are delivered as they are written, and only those that were said by then")
    func cut() {
        let app = Kiosk([
            Files.dialog(
                [], id: "M",
                listens: #""vadParams": {"enableVAD": true}, "#
                    + #""stopRecordParams": {"maxSpeechLengthMs": 1000}"#)
        ])
        app.host.say("Twelve Main Street", inMilliseconds: 500, lasting: 1_600)
        app.runner.runVoiceflow()
        app.host.go()
        #expect(app.heard == ["Twelve Main"])
    }

    @Test("speech is not heard beside noise that is louder", arguments: [(-20.0, 0), (-40.0, 1)])
    func noise(decibels: Double, heard: Int) {
        let app = Kiosk([Self.ask])
        app.host.makeNoise(decibels: decibels, lasting: 20_000)
        app.host.say("yes", inMilliseconds: 1_000, decibels: -30)
        app.runner.runVoiceflow()
        app.host.go()
        #expect(app.heard.count == heard)
    }

    @Test("speech that no microphone hears is none", arguments: [(-76.0, 0), (-70.0, 1)])
    func quiet(decibels: Double, heard: Int) {
        let app = Kiosk([Self.ask])
        app.host.roomDecibels = -90
        app.host.say("yes", inMilliseconds: 1_000, decibels: decibels)
        app.runner.runVoiceflow()
        app.host.go()
        #expect(app.heard.count == heard)
    }

    @Test("silence costs nothing: the next thing due is the engine's own limit, or the caller")
    func silence() {
        let app = Kiosk([Self.ask])
        app.runner.runVoiceflow()
        app.host.advance(milliseconds: 10)
        #expect(app.host.run?.nextFrame == 128_000)
        app.host.say("yes", inMilliseconds: 5_000)
        // The first hop of the speech, 40 ms after it.
        let due = app.host.run?.nextFrame
        #expect(due == 80_960)
    }
}
