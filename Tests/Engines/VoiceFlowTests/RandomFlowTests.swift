// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import Testing
import VoiceEngine
import VoiceMedia
import VoiceRun
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceFlow

/// An app that does whatever its seed says inside every callback, and a judge of what it is told.
@MainActor
final class RandomApp: STVoiceFlowCallback, STEventsObserverDelegate {
    let runner: STVoiceFlowRunner
    let host = SimulatedHost()
    private(set) var faults: [String] = []
    private(set) var log: [String] = []
    /// How many callbacks came back late.
    private(set) var lateReturns = 0
    private var chance: ChanceStream
    private let observer = STEventsObserver()
    private var isCalled = false
    private(set) var isOver = false
    private var module: String?
    private var open: [String] = []
    private var frame: Frame = 0
    private var modules = 0
    /// Until when the callback before is under way; there is no other before.
    private var busyUntil: Frame = 0

    init(seed: UInt64) {
        chance = SeededChance(seed: seed).stream("app")
        runner = STVoiceFlowRunner(host: host)
        host.conditions.seed = seed
        runner.initialize()
        runner.setVoiceFlowCallback(voiceFlowCallback: self)
        runner.setLogLevel(logLevel: "none")
        observer.delegate = self
        host.unplayable = ["gone.wav"]
        // Every other app is slow: a callback in five takes up to 700 ms.
        guard chance.below(2) == 0 else { return }
        host.callbackMilliseconds = { [unowned self] _ in
            let delay = chance.below(5) == 0 ? Int64(1 + chance.below(700)) : 0
            busyUntil = frame + delay * 16
            lateReturns += delay > 0 ? 1 : 0
            return delay
        }
    }

    private func callback(_ text: String, _ body: () -> Void = {}) {
        log.append(text)
        if isCalled { faults.append("two callbacks at once: \(text)") }
        if isOver { faults.append("after the end: \(text)") }
        let now = host.run?.now ?? 0
        if now < frame { faults.append("time went back from \(frame) to \(now): \(text)") }
        if now < busyUntil { faults.append("called before it was back, at \(now): \(text)") }
        frame = now
        isCalled = true
        body()
        act()
        isCalled = false
    }

    /// One call in six callbacks, any of them.
    func act() {
        switch chance.below(72) {
        case 0: runner.stopVoiceflow()
        case 1: runner.interruptVoiceflow(gotoVFMID: "M\(chance.below(9))")
        case 2: runner.resumeVoiceflow()
        case 3: runner.setUserIntent(userIntent: chance.below(2) == 0 ? "Go" : "Stay")
        case 4: runner.resetUserIntent()
        case 5: runner.setVoiceflowRuntimeField(name: "Next", value: "M\(chance.below(9))")
        case 6: runner.setVoiceflowRuntimeField(name: "Text", value: "new words")
        case 7: runner.resetVoiceflowRuntimeField(name: "Next")
        case 8: runner.loadAudioListenerPrompt(promptID: "P\(chance.below(5))")
        case 9: runner.stopRecording()
        case 10: runner.runVoiceflow()
        case 11: runner.setLanguageFolder(languageFolder: "de-DE")
        default: break
        }
    }

    /// What the world does between two moments.
    func disturb() {
        switch chance.below(10) {
        case 0: host.say("yes", inMilliseconds: Int64(chance.below(300)))
        case 1: host.say(nil, inMilliseconds: Int64(chance.below(300)))
        case 2: host.understand("yes", inMilliseconds: 10)
        case 3: host.interrupt(true)
        case 4, 5: host.interrupt(false)
        case 6: host.run?.take(.device(.recordingFailed(reason: "unknown")))
        case 7: host.run?.take(.device(.playbackFailed(reason: nil)))
        default: act()
        }
    }

    func STVFC_PreModuleStart(vfModuleID: String) {
        callback("> \(vfModuleID)") {
            if let module { faults.append("\(vfModuleID) began inside \(module)") }
            module = vfModuleID
            modules += 1
        }
    }

    func STVFC_PreModuleEnd(vfModuleID: String) {
        callback("< \(vfModuleID)") {
            if module != vfModuleID { faults.append("\(vfModuleID) ended, not \(module ?? "nil")") }
            if !open.isEmpty { faults.append("\(vfModuleID) left open: \(open)") }
            module = nil
        }
    }

    func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData) {
        callback("heard \(srData.srHypothesis ?? "")") {
            srData.srClientRejectedHypothesis = chance.below(3) == 0
        }
    }

    func STVFC_MediaEvent(
        vfModuleID: String, mediaItemID: String, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any]
    ) {
        callback("\(mediaFunction) \(mediaItemID) \(mediaEvent)") {
            if module != vfModuleID, mediaFunction != .NMF_AUDIO_SESSION {
                faults.append("media of \(vfModuleID) inside \(module ?? "nil")")
            }
            let pair = "\(mediaFunction) \(mediaItemID)"
            switch mediaEvent {
            case .NME_STARTED:
                if open.contains(pair) { faults.append("started twice: \(pair)") }
                open.append(pair)
            case .NME_ENDED, .NME_STOPPED, .NME_ERROR:
                guard let index = open.lastIndex(of: pair) else {
                    faults.append("\(mediaEvent) without a start: \(pair)")
                    return
                }
                open.remove(at: index)
            default: break
            }
        }
    }

    func STMedia_EventNotification(
        _ mediaJobID: String!, mediaItemID: String!, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any]!
    ) {
        if isCalled { faults.append("observed inside a callback: \(mediaEvent)") }
    }

    func STVFC_VoiceflowDidEnd(reason: String) {
        log.append("over: \(reason)")
        busyUntil = 0
        if isOver { faults.append("over twice") }
        if let module { faults.append("over inside \(module)") }
        isOver = true
    }

    /// Runs the flow of `seed` to its end, with some help in time.
    func play(_ flow: RandomFlow) {
        let text = String(decoding: Files.flow(flow.modules, from: flow.first), as: UTF8.self)
        let list = String(decoding: Files.list(flow.prompts), as: UTF8.self)
        let loaded = [
            runner.loadVoiceflow(jsonData: text), runner.loadAudioPromptModules(jsonData: list),
        ]
        guard loaded == [.ST_SUCCESS, .ST_SUCCESS] else {
            faults.append("it did not load: \(loaded)")
            return
        }
        runner.setVoiceflowRuntimeField(name: "Text", value: "words")
        if runner.runVoiceflow() != .ST_SUCCESS { faults.append("it did not run") }
        for _ in 0..<60 where !isOver {
            host.advance(milliseconds: Int64(50 + chance.below(900)))
            if !isOver { disturb() }
        }
        host.callbackMilliseconds = nil
        if !isOver, runner.stopVoiceflow() == .ST_SUCCESS { host.go(seconds: 2) }
        host.advance(milliseconds: 1_000)
        if !isOver { faults.append("it did not stop") }
        isOver = false
        host.unplayable = []
        if runner.runVoiceflow() != .ST_SUCCESS { faults.append("the runner is not ready") }
    }
}

@MainActor
@Suite("Random flows, random apps")
struct RandomFlowTests {
    /// How many flows, and the seed of the first: `scripts/tests/test-random-flows` sets both.
    private static let count = number("VOICETEST_RANDOM_FLOWS") ?? 200
    private static let first = number("VOICETEST_RANDOM_SEED") ?? 1

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    @Test(
        "one callback at a time, every start with its end, time forward, ready again",
        .fact("voiceflow-3-2"))
    func invariants() {
        var failures = 0
        var callbacks = 0
        var lateReturns = 0
        for seed in Self.first..<(Self.first + Self.count) {
            let app = RandomApp(seed: seed)
            app.play(RandomFlow(seed: seed))
            callbacks += app.log.count
            lateReturns += app.lateReturns
            guard !app.faults.isEmpty else { continue }
            failures += 1
            Issue.record(
                """
                seed \(seed): \(app.faults.joined(separator: "; "))
                replay it with VOICETEST_RANDOM_SEED=\(seed) VOICETEST_RANDOM_FLOWS=1
                \(app.log.suffix(20).joined(separator: "\n"))
                """)
            if failures == 5 { return }
        }
        // Flows that do nothing would prove nothing.
        #expect(callbacks > 10 * Int(Self.count) || Self.count < 100)
        #expect(lateReturns > Int(Self.count) || Self.count < 100)
    }
}
