// swift-format-ignore-file: AlwaysUseLowerCamelCase
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals, NeverForceUnwrap

import Testing
import VoiceAudio
import VoiceEngine
import VoiceMedia
import VoiceRecognition
import VoiceRun
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

/// Notes segments and hypotheses, and the last error at every media event.
private final class DetailApp: STVoiceFlowCallback {
    var segments: [String] = []
    var heard: [STSRData] = []
    var data: [[AnyHashable: Any]] = []

    func STVFC_PlayAudioSegmentData(
        vfModuleID: String, promptID: String, audioSegmentType: STAudioSegmentType,
        audioFile: String?, textString: String?, textFile: String?
    ) {
        let parts = [audioFile, textString, textFile].map { $0 ?? "-" }
        segments.append("\(promptID) \(audioSegmentType) \(parts.joined(separator: " "))")
    }

    func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData) { heard.append(srData) }

    func STVFC_MediaEvent(
        vfModuleID: String, mediaItemID: String, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any]
    ) {
        if mediaFunction == .NMF_PLAY_AUDIO_SEGMENT { data.append(mediaEventData) }
    }
}

private final class Watcher: STEventsObserverDelegate {
    let observer = STEventsObserver()
    var seen: [String] = []
    let app: NotingApp?

    init(app: NotingApp? = nil) {
        self.app = app
        observer.delegate = self
    }

    func STMedia_EventNotification(
        _ mediaJobID: String!, mediaItemID: String!, mediaFunction: STNotifyMediaFunction,
        mediaEvent: STNotifyMediaEvent, mediaEventData: [AnyHashable: Any]!
    ) {
        seen.append("\(mediaJobID!) \(mediaItemID!) \(mediaEvent) \(app?.notes.count ?? 0)")
    }
}

@MainActor
@Suite("What callbacks tell", .serialized)
struct CallbackRulesTests {
    private let host = SimulatedHost()
    private let keeper = Keeper()

    /// Keeps the runner, which nobody else does.
    @MainActor
    private final class Keeper { var runner: STVoiceFlowRunner? }

    private func run(
        _ app: any STVoiceFlowCallback, _ modules: [String], prompts: [String] = [],
        map: String = "[]", _ prepare: (STVoiceFlowRunner) -> Void = { _ in }
    ) -> STVoiceFlowRunner {
        let runner = STVoiceFlowRunner(host: host)
        keeper.runner = runner
        runner.initialize()
        runner.setLogLevel(logLevel: "none")
        runner.setVoiceFlowCallback(voiceFlowCallback: app)
        let flow = String(decoding: Files.flow(modules, from: "M"), as: UTF8.self)
        #expect(runner.loadVoiceflow(jsonData: flow) == .ST_SUCCESS)
        let list = String(decoding: Files.list(prompts), as: UTF8.self)
        #expect(runner.loadAudioPromptModules(jsonData: list) == .ST_SUCCESS)
        #expect(runner.loadAudioToTextMap(jsonData: map) == .ST_SUCCESS)
        prepare(runner)
        runner.runVoiceflow()
        host.advance(milliseconds: 50)
        return runner
    }

    @Test(
        "every observer sees every media event before the app, under one name for each execution",
        .fact("voiceflow-3-10"))
    func observers() {
        let app = NotingApp()
        let (first, second) = (Watcher(app: app), Watcher())
        _ = run(app, [Files.play("M", ["A"], to: "M")], prompts: [Files.text("A")])
        host.go(seconds: 1)
        #expect(
            first.seen.prefix(5) == [
                "M#2 A NME_STARTED 3", "M#2 A NME_STARTED 4", "M#2 A NME_ENDED 5",
                "M#2 A NME_ENDED 6", "M#3 A NME_STARTED 9",
            ])
        #expect(second.seen.count == first.seen.count)
    }

    @Test(
        "a segment tells the one thing it is made of; a substitute tells the missing file too",
        .fact("voiceflow-3-9", "voiceflow-3-12"))
    func segmentPayloads() throws {
        let folder = TemporaryFolder()
        try folder.write(Array("From a file.".utf8), to: "story.txt")
        let sound = MonoSound(sampleRate: 16_000, samples: Array(repeating: 0, count: 1_600))
        try SoundFile.writeMono(sound, path: folder.path("ding.wav"))
        let app = DetailApp()
        host.millisecondsPerLetter = 10
        func prompt(_ id: String, _ members: String) -> String {
            #"{"id": "\#(id)", "style": "single", \#(members)}"#
        }
        _ = run(
            app, [Files.play("M", ["T", "S", "A", "F"])],
            prompts: [
                prompt("T", #""textString": "words""#), prompt("S", #""audioFile": "gone.wav""#),
                prompt("A", #""audioFile": "ding.wav""#), prompt("F", #""textFile": "story.txt""#),
            ], map: #"[{"audioFile": "gone.wav", "textString": "instead"}]"#
        ) { runner in
            for category in [STFileCategory.FC_PLAY_AUDIO, .FC_PLAY_TEXT] {
                runner.setMediaResourceLocation(fileCategory: category, localURL: folder.path)
            }
        }
        host.go()
        #expect(
            app.segments == [
                "T AST_TEXT_STRING - words -", "S AST_TEXT_STRING gone.wav instead -",
                "A AST_AUDIO_FILE ding.wav - -", "F AST_TEXT_FILE - - story.txt",
            ])
        let files = ["", "", "gone.wav", "gone.wav", "ding.wav", "ding.wav", "", ""]
        #expect(app.data.map { $0["audioFile"] as? String ?? "" } == files)
        let texts = ["words", "words", "instead", "instead", "", "", "", ""]
        #expect(app.data.map { $0["textString"] as? String ?? "" } == texts)
        #expect(
            app.data.map { $0["promptID"] as? String } == ["T", "T", "S", "S", "A", "A", "F", "F"])
    }

    @Test(
        "a hypothesis tells its words, its type, how sure it is, and where it was heard",
        .fact("voiceflow-3-14"))
    func hypothesis() {
        let app = DetailApp()
        _ = run(app, [Files.dialog([], id: "M", counts: #""timeout": 0, "garbage": 3"#)])
        host.say("one")
        host.go(seconds: 2)
        #expect(app.heard.map(\.srHypothesis) == ["one"])
        #expect(app.heard.map(\.srHypothesisType) == [.NME_SR_HYPOTHESIS_FINAL])
        #expect(app.heard.map(\.srConfidence) == [1])
        #expect(app.heard.map(\.srStartMs) == [0])
        #expect(app.heard.map(\.srEngine) == ["default"])
        #expect(app.heard.map(\.srAlternatives) == [[]])
    }

    @Test("a hypothesis tells other readings where the setting asks for them")
    func alternatives() {
        let app = DetailApp()
        host.conditions.engine["flow.alternatives"] = 1
        _ = run(app, [Files.dialog([], id: "M", counts: #""timeout": 0, "garbage": 3"#)])
        host.advance(milliseconds: 10)
        host.listener = { _, _ in
            .final(
                Hypothesis(
                    text: "one", confidence: 900, words: [],
                    alternatives: [
                        AlternativeReading(text: "none", distance: 30),
                        AlternativeReading(text: "on", distance: 40),
                    ]))
        }
        host.say("one")
        host.go(seconds: 2)
        #expect(app.heard.map(\.srHypothesis) == ["one"])
        #expect(app.heard.map(\.srAlternatives) == [["none"]])
    }

    @Test(
        "a hypothesis tells the engine its module names, where that is known",
        .fact("voiceflow-3-14"),
        arguments: ["apple": "apple", "$[Engine]": "PocketSphinx", "loud": "default"])
    func engine(named: String, told: String) {
        let app = DetailApp()
        let module = Files.module(
            "M", "audioDialog",
            #""recognizeAudioParams": {"srEngine": "\#(named)"}, "audioDialogParams": {"#
                + #""dialogMaxRetryCount": {"timeout": 0, "garbage": 0}, "#
                + #""dialogPromptCollection": []}"#)
        _ = run(app, [module]) {
            $0.setVoiceflowRuntimeField(name: "Engine", value: "PocketSphinx")
        }
        host.say("one")
        host.go(seconds: 2)
        #expect(app.heard.map(\.srEngine) == [told])
    }

    @Test("what stopped tells where: the start position counts as heard", .fact("voiceflow-3-13"))
    func position() {
        let app = DetailApp()
        let prompt =
            #"{"id": "A", "style": "single", "textString": "many many words", "#
            + #""audioPlaybackParams": {"startPosMs": 300}}"#
        let runner = run(app, [Files.play("M", ["A"])], prompts: [prompt])
        host.advance(milliseconds: 50)
        runner.stopVoiceflow()
        host.go()
        #expect(app.data.last?["positionMs"] as? Int == 400)
    }

    @Test(
        "a prompt that cannot be had, and a recognizer that fails, are last errors",
        .fact("voiceflow-1-9"))
    func lastErrors() {
        let goTo = #""loadPromptFailure": "N""#
        let runner = run(
            NotingApp(),
            [Files.play("M", ["GONE"], goTo: goTo), Files.dialog([], id: "N")])
        #expect(runner.getLastError() == .ST_PROMPT_NOT_FOUND)
        host.say(nil, failure: "broken")
        host.go()
        #expect(runner.getLastError() == .ST_SR_FAILURE)
    }

    @Test(
        "a text that cannot be spoken, and a device that fails, are last errors of their own",
        .fact("voiceflow-1-9"))
    func deviceErrors() {
        let take = Files.record("N", "")
        host.unplayable = ["words"]
        let runner = run(
            NotingApp(),
            [Files.play("M", ["A"], goTo: #""loadPromptFailure": "N""#), take],
            prompts: [Files.text("A")])
        #expect(runner.getLastError() == .ST_SS_FAILURE)
        host.run?.take(.device(.recordingFailed(reason: "writeToStreamError")))
        host.go()
        #expect(runner.getLastError() == .ST_AUDIO_DEVICE_FAILURE)
    }

    @Test("a prompt whose file is missing was not to be spoken", .fact("voiceflow-1-9"))
    func missingFile() {
        let prompt = #"{"id": "A", "style": "single", "audioFile": "gone.wav"}"#
        let runner = run(NotingApp(), [Files.play("M", ["A"])], prompts: [prompt])
        #expect(runner.getLastError() == .ST_PROMPT_NOT_FOUND)
    }
}
