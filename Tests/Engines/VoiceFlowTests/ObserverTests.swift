// swift-format-ignore-file: AlwaysUseLowerCamelCase
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals, NeverForceUnwrap

import Testing
import VoiceEngine
import VoiceMedia
import VoiceRun
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

/// Notes what observers are told but for playback, with how much the app was told before.
private final class Watcher: STEventsObserverDelegate {
    let observer = STEventsObserver()
    let app: NotingApp
    var seen: [String] = []
    var before: [Int] = []
    var data: [[AnyHashable: Any]] = []
    var act: (STNotifyMediaEvent) -> Void = { _ in }

    init(_ app: NotingApp) {
        self.app = app
        observer.delegate = self
    }

    func STMedia_EventNotification(
        _ mediaJobID: String!, mediaItemID: String!, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any]!
    ) {
        act(mediaEvent)
        guard mediaFunction != .NMF_PLAY_AUDIO, mediaFunction != .NMF_PLAY_AUDIO_SEGMENT else {
            return
        }
        seen.append("\(mediaJobID!) \(mediaItemID!) \(mediaFunction) \(mediaEvent)")
        before.append(app.notes.count)
        data.append(mediaEventData)
    }
}

@MainActor
@Suite("What observers are told", .serialized)
struct ObserverTests {
    private let host = SimulatedHost()
    private let app = NotingApp()

    private func runner(_ modules: [String]) -> STVoiceFlowRunner {
        let runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.setLogLevel(logLevel: "none")
        runner.setVoiceFlowCallback(app)
        let flow = String(decoding: Files.flow(modules, from: "M"), as: UTF8.self)
        #expect(runner.loadVoiceflow(jsonData: flow) == .ST_SUCCESS)
        #expect(runner.loadAudioPromptModules(jsonData: "[]") == .ST_SUCCESS)
        return runner
    }

    @Test(
        "speech, words, a timeout and a failing recognizer of a module that listens",
        .fact("voiceflow-3-10"))
    func listening() {
        let watcher = Watcher(app)
        let runner = runner([
            Files.dialog(
                [], id: "M", counts: #""timeout": 0, "garbage": 1, "sr_error": 1"#,
                goTo: #""maxTimeoutCount": "VF_END""#)
        ])
        runner.runVoiceflow()
        host.advance(milliseconds: 10)
        host.say(nil)
        host.advance(milliseconds: 2_000)
        host.say(nil, failure: "broken")
        host.go()
        let all = watcher.seen.map { $0.replacing("M#2 M NMF_RECOGNIZE_AUDIO ", with: "") }
        #expect(
            all == [
                "NME_STARTED", "NME_SPEECH_STARTED", "NME_SPEECH_ENDED", "NME_ENDED",
                "NME_SR_HYPOTHESIS_FINAL", "NME_STARTED", "NME_SPEECH_STARTED",
                "NME_SPEECH_ENDED", "NME_ENDED", "NME_SR_ERROR", "NME_STARTED", "NME_SR_TIMEOUT",
                "NME_ENDED",
            ])
        #expect(watcher.data.map { $0["textString"] as? String } == all.map { _ in nil })
        #expect(watcher.data.compactMap { $0["error"] as? String } == ["broken"])
        let reasons = zip(all, watcher.data).filter { $0.0 == "NME_SR_TIMEOUT" }
            .map { $0.1["stopReason"] as? String }
        #expect(reasons == ["maxPreSpeechSilenceExceeded"])
    }

    @Test("words come before the callback about them, partial ones too", .fact("voiceflow-3-10"))
    func words() throws {
        let watcher = Watcher(app)
        let recognizes =
            #""recognizeAudioParams": {"srSessionParams": {"enablePartialResults": true}}, "#
            + #""audioDialogParams": {"dialogMaxRetryCount": {"timeout": 0, "garbage": 0}, "#
            + #""dialogPromptCollection": []}"#
        let runner = runner([Files.module("M", "audioDialog", recognizes)])
        runner.runVoiceflow()
        host.advance(milliseconds: 10)
        host.say("yes please")
        host.understand("yes", inMilliseconds: 200)
        host.go(seconds: 2)
        for event in ["NME_SR_HYPOTHESIS_PARTIAL", "NME_SR_HYPOTHESIS_FINAL"] {
            let index = try #require(watcher.seen.firstIndex { $0.hasSuffix(event) })
            let told = try #require(app.notes.firstIndex { $0.hasPrefix(event) })
            #expect(watcher.before[index] == told)
            let text = watcher.data[index]["textString"] as? String ?? ""
            #expect(app.notes[told] == "\(event) \(text)")
        }
    }

    @Test(
        "speech while nobody listens is no event; permissions are, in a run and outside",
        .fact("voiceflow-3-10"))
    func permissions() {
        let watcher = Watcher(app)
        host.answers[.speechRecognition] = .restricted
        let runner = runner([Files.module("M", "pauseResume")])
        runner.requestMicrophonePermission()
        host.go()
        runner.runVoiceflow()
        host.go()
        host.say("nobody asked")
        host.advance(milliseconds: 2_000)
        runner.requestSpeechRecognitionPermission()
        host.go()
        #expect(
            watcher.seen == [
                "  NMF_PERMISSION NME_MICROPHONE_PERMISSION_GRANTED",
                "M#2  NMF_PERMISSION NME_SPEECHRECOGNIZER_PERMISSION_RESTRICTED",
            ])
        #expect(watcher.before == [0, app.notes.count - 1])
    }

    @Test(
        "what one calls counts at the next frame, as a call from outside", .fact("voiceflow-3-11"))
    func calls() {
        let watcher = Watcher(app)
        let runner = runner([
            Files.dialog(
                [], id: "M",
                goTo: #""userIntentCollection": [{"intent": "Go", "goTo": "There"}]"#),
            Files.module("There", "node"),
        ])
        watcher.act = { event in
            if event == .NME_SPEECH_STARTED { runner.setUserIntent(userIntent: "Go") }
        }
        runner.runVoiceflow()
        host.advance(milliseconds: 10)
        host.say("go there")
        host.go()
        #expect(app.notes.contains("> There"))
        let start = host.run?.events.first { $0.kind == "speechStart" }?.frame ?? 0
        let call = host.run?.inputs.last { if case .call = $0.input { true } else { false } }
        #expect(call?.during == nil)
        #expect(call?.frame == start + 1)
    }

    /// The names of all executions that an observer hears of in two runs of each of two runners.
    private func jobs(after others: Int) -> [String] {
        let flow = [Files.dialog([], id: "M", counts: #""timeout": 0, "garbage": 0"#)]
        for _ in 0..<others {
            runner(flow).runVoiceflow()
            host.go()
        }
        let watcher = Watcher(app)
        for _ in 0..<2 {
            let runner = runner(flow)
            for _ in 0..<2 {
                runner.runVoiceflow()
                host.go()
            }
        }
        var jobs: [String] = []
        for name in watcher.seen.compactMap({ $0.split(separator: " ").first.map(String.init) })
        where !jobs.contains(name) { jobs.append(name) }
        return jobs
    }

    @Test(
        "executions of two runners have names of their own, whatever ran before",
        .fact("voiceflow-3-16"))
    func jobsOfRunners() {
        let jobs = jobs(after: 0)
        #expect(jobs == ["M#2", "M#5", "M#2.2", "M#2.5"])
        #expect(self.jobs(after: 3) == jobs)
    }
}
