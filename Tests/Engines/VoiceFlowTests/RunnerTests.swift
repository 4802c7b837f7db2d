import Testing
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceMedia
import VoiceRun
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

@MainActor
@Suite("The runner")
struct RunnerTests {
    let host = SimulatedHost()
    let app = NotingApp()

    func runner(
        _ modules: [String], from first: String, prompts: [String] = []
    ) -> STVoiceFlowRunner {
        let runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.setVoiceFlowCallback(app)
        let flow = String(decoding: Files.flow(modules, from: first), as: UTF8.self)
        #expect(runner.loadVoiceflow(jsonData: flow) == .ST_SUCCESS)
        let list = String(decoding: Files.list(prompts), as: UTF8.self)
        #expect(runner.loadAudioPromptModules(jsonData: list) == .ST_SUCCESS)
        return runner
    }

    @Test("nothing works before initialize", .fact("voiceflow-1-5"))
    func uninitialized() {
        let runner = STVoiceFlowRunner(host: host)
        #expect(runner.runVoiceflow() == .ST_NOT_INITIALIZED)
        #expect(runner.getLastError() == .ST_NOT_INITIALIZED)
        #expect(!runner.setVoiceFlowCallback(app))
        #expect(!runner.setVoiceflowRuntimeField(name: "A", value: 1))
        #expect(runner.initialize() == .ST_SUCCESS)
        #expect(runner.getLastError() == .ST_SUCCESS)
        #expect(runner.initialize() == .ST_SUCCESS)
        #expect(runner.forSTResult(result: .ST_VFM_NOT_FOUND) == "ST_VFM_NOT_FOUND")
    }

    @Test("runs only what is loaded, one flow at a time, again and again", .fact("voiceflow-2-1"))
    func states() {
        let runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        #expect(runner.runVoiceflow() == .ST_VOICEFLOW_NOT_LOADED)
        let flow = String(decoding: Files.flow([], from: "VF_END"), as: UTF8.self)
        runner.loadVoiceflow(jsonData: flow)
        #expect(runner.runVoiceflow() == .ST_AUDIO_PROMPTS_NOT_LOADED)
        runner.loadAudioPromptModules(jsonData: "[]")
        for _ in 0..<2 {
            #expect(runner.runVoiceflow() == .ST_SUCCESS)
            #expect(runner.runVoiceflow() == .ST_VOICEFLOW_ALREADY_RUNNING)
            #expect(runner.loadVoiceflow(jsonData: flow) == .ST_VOICEFLOW_ALREADY_RUNNING)
            host.go()
            #expect(runner.stopVoiceflow() == .ST_VOICEFLOW_NOT_RUNNING)
        }
    }

    @Test(
        "a file that cannot be used leaves what was loaded before", .fact("voiceflow-1-20"),
        arguments: [
            ("[", ST_RESULT.ST_JSON_PARSE_FAILURE), ("[{}]", .ST_JSON_SCHEMA_FAILURE),
            ("{}", .ST_JSON_SCHEMA_FAILURE),
        ])
    func badFlow(text: String, result: ST_RESULT) {
        let runner = runner([], from: "VF_END")
        #expect(runner.loadVoiceflow(jsonData: text) == result)
        #expect(runner.loadAudioPromptModules(jsonData: text) == result)
        #expect(runner.loadAudioToTextMap(jsonData: text) == result)
        #expect(runner.runVoiceflow() == .ST_SUCCESS)
    }

    @Test(
        "prompts accumulate, the same id is replaced, a circle through both lists is refused",
        .fact("voiceflow-1-20", "voiceflow-7-5"))
    func accumulate() {
        let runner = runner(
            [Files.play("Say", ["A"])], from: "Say",
            prompts: [Files.text("A", "one"), Files.group("G", "combo", ["A"])])
        let again = String(decoding: Files.list([Files.text("A", "two")]), as: UTF8.self)
        #expect(runner.loadAudioPromptModules(jsonData: again) == .ST_SUCCESS)
        let circle = String(
            decoding: Files.list([Files.group("A", "combo", ["G"])]), as: UTF8.self)
        #expect(runner.loadAudioPromptModules(jsonData: circle) == .ST_JSON_SCHEMA_FAILURE)
        runner.runVoiceflow()
        host.go()
        let texts = host.run?.events.filter { $0.kind == "segment" }.map { $0.fields["text"] }
        #expect(texts == ["two"])
    }

    @Test("values within lists and objects come back plain", .fact("voiceflow-1-24"))
    func nestedFields() {
        let runner = runner([], from: "VF_END")
        let order: [String: Any] = ["size": "large", "toppings": ["ham", 2] as [Any]]
        runner.setVoiceflowRuntimeField(name: "Order", value: order)
        let kept = runner.getVoiceflowRuntimeField(name: "Order") as? [String: Any]
        #expect(kept?["size"] as? String == "large")
        #expect("\(kept?["toppings"] ?? "none")" == #"["ham", 2]"#)
        #expect((kept?["toppings"] as? [Any])?.last as? Int == 2)
    }

    @Test(
        "a file of the language folder comes before its namesake; a folder is not a file",
        .fact("voiceflow-1-17"))
    func languageFolder() throws {
        let folder = TemporaryFolder()
        for (name, target) in [("es-ES/flow.json", "VF_END"), ("flow.json", "Nowhere")] {
            let bytes = Files.flow([Files.module("A", "node", to: target)], from: "A")
            try DiskFile.write(bytes, to: folder.path(name))
        }
        try DiskFile.makeFolder(folder.path("es-ES/folder.json"))
        let runner = runner([], from: "VF_END")
        runner.setMediaResourceLocation(fileCategory: .FC_VOICEFLOW, localURL: folder.path)
        #expect(runner.loadVoiceflow(localFileURL: "flow.json") != .ST_SUCCESS)
        runner.setLanguageFolder(languageFolder: "es-ES")
        #expect(runner.loadVoiceflow(localFileURL: "flow.json") == .ST_SUCCESS)
        #expect(runner.loadVoiceflow(localFileURL: "folder.json") == .ST_FILE_READ_FAILURE)
    }

    @Test(
        "what is missing, nameless or outside the folders is told apart",
        .fact("voiceflow-1-17", "voiceflow-1-21"))
    func files() throws {
        let runner = runner([], from: "VF_END")
        #expect(runner.loadVoiceflow(localFileURL: "none.json") == .ST_FILE_NOT_FOUND)
        #expect(runner.loadVoiceflow(localFileURL: "") == .ST_INVALID_PARAMETER)
        #expect(runner.loadSSAliases(aliasFile: "none.txt") == .ST_FILE_NOT_FOUND)
        #expect(runner.initializeAudioSession(localFileURL: "none.json") == .ST_FILE_NOT_FOUND)
        #expect(runner.setLanguageFolder(languageFolder: "../x") == .ST_INVALID_PARAMETER)
        #expect(runner.setLanguageFolder(languageFolder: "") == .ST_SUCCESS)
        #expect(
            runner.setMediaResourceLocation(fileCategory: .FC_PLAY_AUDIO, localURL: "/none")
                == .ST_SUCCESS)
    }

    @Test(
        "fields survive runs, keep their types, and are read back at once", .fact("voiceflow-1-19"))
    func fields() {
        let runner = runner(
            [Files.process("P", [("Made", #"[1, "two", 0.5]"#)])], from: "P")
        #expect(runner.setVoiceflowRuntimeField(name: "A", value: ["x": [1, true] as [Any]]))
        #expect(!runner.setVoiceflowRuntimeField(name: "B]", value: 1))
        #expect(!runner.setVoiceflowRuntimeField(name: "C", value: Double.nan))
        #expect(!runner.setVoiceflowRuntimeField(name: "D", value: self))
        app.acts["> P"] = { [runner] in
            #expect(runner.setVoiceflowRuntimeField(name: "E", value: 7))
            #expect(runner.getVoiceflowRuntimeField(name: "E") as? Int == 7)
            #expect(runner.resetVoiceflowRuntimeField(name: "E"))
            #expect(!runner.resetVoiceflowRuntimeField(name: "E"))
        }
        runner.runVoiceflow()
        host.go()
        #expect(runner.getVoiceflowRuntimeField(name: "E") == nil)
        let made = runner.getVoiceflowRuntimeField(name: "Made") as? [Any]
        #expect(made?[2] as? Double == 0.5)
        let given = runner.getVoiceflowRuntimeField(name: "A") as? [String: Any]
        #expect((given?["x"] as? [Any])?[1] as? Bool == true)
    }

    @Test("a pause is left by resume, and only by it", .fact("voiceflow-2-5"))
    func pause() {
        let runner = runner([Files.module("Wait", "pauseResume")], from: "Wait")
        app.acts["> Wait"] = { [runner] in
            #expect(runner.resumeVoiceflow() == .ST_VOICEFLOW_NOT_PAUSED)
        }
        runner.runVoiceflow()
        host.go()
        #expect(app.notes.last == "> Wait")
        #expect(runner.resumeVoiceflow() == .ST_SUCCESS)
        #expect(runner.resumeVoiceflow() == .ST_VOICEFLOW_NOT_PAUSED)
        host.go()
        #expect(app.notes.last == "over: end")
    }

    @Test(
        "a stop inside a callback comes after it; the module ends, VF_END is not reached",
        .fact("voiceflow-2-2"))
    func stop() {
        let runner = runner(
            [Files.play("Say", ["HELLO"])], from: "Say", prompts: [Files.text("HELLO")])
        app.acts["NMF_PLAY_AUDIO_SEGMENT HELLO NME_STARTED"] = { [runner, app] in
            #expect(runner.stopVoiceflow() == .ST_SUCCESS)
            #expect(runner.stopVoiceflow() == .ST_VOICEFLOW_NOT_RUNNING)
            #expect(runner.interruptVoiceflow(gotoVFMID: "Say") == .ST_VOICEFLOW_NOT_RUNNING)
            #expect(app.notes.last == "NMF_PLAY_AUDIO_SEGMENT HELLO NME_STARTED")
        }
        runner.runVoiceflow()
        host.go()
        #expect(
            app.notes.suffix(4) == [
                "NMF_PLAY_AUDIO_SEGMENT HELLO NME_STOPPED", "NMF_PLAY_AUDIO HELLO NME_STOPPED",
                "< Say", "over: stopped",
            ])
        #expect(app.data["NMF_PLAY_AUDIO_SEGMENT NME_STOPPED"]?["positionMs"] as? Int == 0)
    }

    @Test("an interrupt goes elsewhere; an unknown module is refused", .fact("voiceflow-2-4"))
    func interrupt() {
        let runner = runner(
            [Files.play("Say", ["HELLO"]), Files.module("There", "node")], from: "Say",
            prompts: [Files.text("HELLO")])
        #expect(runner.interruptVoiceflow(gotoVFMID: "There") == .ST_VOICEFLOW_NOT_RUNNING)
        runner.runVoiceflow()
        host.advance(milliseconds: 100)
        #expect(runner.interruptVoiceflow(gotoVFMID: "Nowhere") == .ST_VFM_NOT_FOUND)
        #expect(runner.interruptVoiceflow(gotoVFMID: "There") == .ST_SUCCESS)
        host.go()
        #expect(app.notes.suffix(5) == ["> There", "< There", "> VF_END", "< VF_END", "over: end"])
        #expect(app.data["NMF_PLAY_AUDIO_SEGMENT NME_STOPPED"]?["positionMs"] as? Int == 100)
    }

    @Test("a hypothesis is rejected through its data", .fact("voiceflow-3-14"))
    func reject() {
        let yes = #""userInputCollection": [{"input": "nonsense", "goTo": "VF_END"}]"#
        let runner = runner(
            [
                Files.dialog([], goTo: #"\#(yes), "maxGarbageCount": "Loud""#),
                Files.module("Loud", "node"),
            ], from: "Ask")
        runner.runVoiceflow()
        host.advance(milliseconds: 10)
        host.say("nonsense")
        host.go()
        #expect(app.notes.contains("NME_SR_HYPOTHESIS_FINAL nonsense"))
        #expect(app.notes.contains("> Loud"))
    }

    @Test("partial hypotheses come where they are enabled", .fact("voiceflow-3-14"))
    func partial() {
        let runner = runner(
            [
                Files.listener(
                    "STORY", recognizes: #""srSessionParams": {"enablePartialResults": true}"#)
            ], from: "Chat", prompts: [Files.text("STORY", "a story that goes on and on")])
        runner.runVoiceflow()
        host.advance(milliseconds: 50)
        host.say("stop it", lasting: 400)
        host.understand("stop", inMilliseconds: 200)
        host.go()
        let told = app.notes.filter { $0.contains("HYPOTHESIS") }
        #expect(told == ["NME_SR_HYPOTHESIS_PARTIAL stop", "NME_SR_HYPOTHESIS_FINAL stop it"])
    }

    @Test(
        "a listener prompt is refused outside a listener, and when nobody knows it",
        .fact("voiceflow-1-22"))
    func listenerPrompt() {
        let runner = runner([], from: "VF_END", prompts: [Files.text("A")])
        #expect(runner.loadAudioListenerPrompt(promptID: "A") == .ST_NOT_IN_AUDIO_LISTENER)
        #expect(runner.loadAudioListenerPrompt(promptID: "B") == .ST_PROMPT_NOT_FOUND)
    }

    @Test(
        "a recording is stopped by the app, and its file is told",
        .fact("voiceflow-1-23", "voiceflow-3-12"))
    func recording() {
        let runner = runner(
            [Files.record("Take", #""saveAudioParams": {"fileName": "take"}"#)], from: "Take")
        #expect(runner.stopRecording() == .ST_NOT_RECORDING)
        runner.runVoiceflow()
        host.advance(milliseconds: 750)
        #expect(runner.stopRecording() == .ST_SUCCESS)
        host.go()
        let data = app.data["NMF_RECORD_AUDIO NME_ENDED"]
        #expect(data?["recordedFile"] as? String == "take.wav")
        #expect(data?["stopReason"] as? String == "stopRequest")
        #expect(data?["durationMs"] as? Int == 750)
        #expect(host.recordings.map(\.fileName) == ["take.wav"])
    }

    @Test(
        "the audio session and a refused permission are inputs of the run",
        .fact("voiceflow-1-12", "voiceflow-6-2"))
    func inputs() {
        host.answers[.microphone] = .denied
        let runner = runner(
            [Files.record("Take", "", goTo: #""internalFailure": "VF_END""#)], from: "Take")
        runner.requestMicrophonePermission()
        host.go()
        #expect(
            runner.initializeAudioSession(jsonData: #"{"mode": "voiceChat",}"#) == .ST_SUCCESS)
        runner.runVoiceflow()
        host.go()
        let inputs = host.run?.inputs.map(\.input) ?? []
        #expect(
            inputs.prefix(2) == [
                .audioSession(
                    .configured(
                        AudioSessionSetup(others: [
                            "mode": "voiceChat", "categories": .array([]), "deviceSpeaker": true,
                        ]))),
                .permission(.microphone, .denied),
            ])
        #expect(runner.getLastError() == .ST_PERMISSION_DENIED)
    }
}
