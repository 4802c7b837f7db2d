import Logging
import Testing
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceSynthesis
import VoiceTestSupport

@testable import VoiceFlow
@testable import VoiceRun

/// What the document says of the runner's methods, beside their part in a flow.
@MainActor
@Suite("The runner's methods")
struct RunnerRulesTests {
    private let host = SimulatedHost()
    private let app = NotingApp()

    private func runner() -> STVoiceFlowRunner {
        let runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.setVoiceFlowCallback(app)
        runner.setLogLevel(logLevel: "none")
        return runner
    }

    private func load(_ runner: STVoiceFlowRunner, _ modules: [String], prompts: [String] = []) {
        let flow = String(decoding: Files.flow(modules, from: "M"), as: UTF8.self)
        #expect(runner.loadVoiceflow(jsonData: flow) == .ST_SUCCESS)
        let list = String(decoding: Files.list(prompts), as: UTF8.self)
        #expect(runner.loadAudioPromptModules(jsonData: list) == .ST_SUCCESS)
    }

    @Test(
        "nothing within a list or an object keeps its place, and is no field by itself",
        .fact("voiceflow-5-6"))
    func nothingWithin() throws {
        let runner = runner()
        load(runner, [Files.process("M", [("Made", #"[1, null, {"a": null}]"#)])])
        runner.runVoiceflow()
        host.go()
        let made = try #require(runner.getVoiceflowRuntimeField(name: "Made") as? [Any])
        #expect(made.count == 3)
        #expect(made[0] as? Int == 1)
        #expect(made[1] as? Int == nil)
        #expect((made[2] as? [String: Any])?.keys.sorted() == ["a"])
        #expect(runner.setVoiceflowRuntimeField(name: "Again", value: made))
        #expect(runner.state.fields["Again"] == .array([1, .null, .object(["a": .null])]))
        #expect(runner.setVoiceflowRuntimeField(name: "Own", value: [1, nil, 2] as [Int?]))
        #expect(runner.state.fields["Own"] == .array([1, .null, 2]))
        #expect(!runner.setVoiceflowRuntimeField(name: "None", value: Int?.none as Any))
    }

    @Test("every method that says how it came out wants initialize first", .fact("voiceflow-1-5"))
    func everyMethodWantsInitialize() {
        let runner = STVoiceFlowRunner(host: host)
        runner.setLogLevel(logLevel: "none")
        let results = [
            runner.initializeDefaultAudioSession(), runner.initializeAudioSession(jsonData: "{}"),
            runner.initializeAudioSession(localFileURL: "x"), runner.requestMicrophonePermission(),
            runner.requestSpeechRecognitionPermission(),
            runner.setMediaResourceLocation(fileCategory: .FC_PLAY_AUDIO, localURL: "/"),
            runner.setLanguageFolder(languageFolder: "de-DE"),
            runner.loadSSAliases(aliasDictionary: [:]), runner.loadSSAliases(aliasFile: "x"),
            runner.loadSSPhonemes(phonemeDictionary: [:]), runner.loadSSPhonemes(phonemeFile: "x"),
            runner.loadAudioToTextMap(jsonData: "[]"), runner.loadAudioToTextMap(localFileURL: "x"),
            runner.loadAudioPromptModules(jsonData: "[]"),
            runner.loadAudioPromptModules(localFileURL: "x"), runner.loadVoiceflow(jsonData: "[]"),
            runner.loadVoiceflow(localFileURL: "x"), runner.runVoiceflow(), runner.stopVoiceflow(),
            runner.interruptVoiceflow(gotoVFMID: "M"), runner.resumeVoiceflow(),
            runner.loadAudioListenerPrompt(promptID: "P"),
        ]
        #expect(results == Array(repeating: .ST_NOT_INITIALIZED, count: results.count))
        #expect(!runner.setUserIntent(userIntent: "Go"))
        #expect(!runner.resetUserIntent())
        #expect(!runner.resetVoiceflowRuntimeField(name: "A"))
    }

    @Test("the text of a result is its name", .fact("voiceflow-1-8"), arguments: ST_RESULT.allCases)
    func resultText(result: ST_RESULT) {
        #expect(runner().forSTResult(result: result) == "\(result)")
        #expect("\(result)".hasPrefix("ST_"))
        #expect(ST_RESULT(name: "\(result)") == result)
    }

    @Test("success is 0 and every other result has a number of its own", .fact("voiceflow-1-8"))
    func resultNumbers() {
        #expect(ST_RESULT.ST_SUCCESS.rawValue == 0)
        #expect(Set(ST_RESULT.allCases.map(\.rawValue)).count == ST_RESULT.allCases.count)
    }

    @Test("the last error stays when something succeeds", .fact("voiceflow-1-9"))
    func lastErrorStays() {
        let runner = runner()
        #expect(runner.getLastError() == .ST_SUCCESS)
        #expect(runner.loadVoiceflow(jsonData: "[") == .ST_JSON_PARSE_FAILURE)
        #expect(runner.loadAudioPromptModules(jsonData: "[]") == .ST_SUCCESS)
        #expect(runner.getLastError() == .ST_JSON_PARSE_FAILURE)
    }

    @Test("a callback is held weakly, and the next takes its place", .fact("voiceflow-1-10"))
    func callbackObject() {
        let runner = runner()
        load(runner, [Files.module("M", "node")])
        let second = NotingApp()
        #expect(runner.setVoiceFlowCallback(voiceFlowCallback: second))
        runner.runVoiceflow()
        host.go()
        #expect(app.notes == [])
        #expect(second.notes.last == "over: end")
        do {
            let third = NotingApp()
            runner.setVoiceFlowCallback(voiceFlowCallback: third)
        }
        #expect(runner.callback == nil)
        runner.runVoiceflow()
        host.go()
        #expect(host.run?.isOver == true)
    }

    @Test(
        "log levels: none silences, nil and unknown words change nothing, other names are taken",
        .fact("voiceflow-1-6"))
    func logLevels() {
        let runner = STVoiceFlowRunner(host: host)
        runner.setLogLevel(logLevel: "none")
        runner.setLogLevel(logLevel: nil)
        runner.setMediaModulesLogLevels(logLevels: ["FliteSS": "fault", "AppleSS": nil])
        #expect(runner.log.level(of: RunnerLog.runner) == nil)
        #expect(runner.log.level(of: "FliteSS") == .critical)
        #expect(runner.log.level(of: "AppleSS") == .notice)
    }

    @Test("engine names of voices are compared without regard to case", .fact("voiceflow-1-16"))
    func voiceEngines() {
        let runner = runner()
        let voices = runner.getSSVoices(ssEngine: "Apple")
        #expect(runner.getSSVoices(ssEngine: "apple").map(\.name) == voices.map(\.name))
        #expect(voices.allSatisfy { $0.engine == "Apple" && !$0.language.isEmpty })
        #expect(runner.getSSVoices(ssEngine: "loud").isEmpty)
    }

    @Test(
        "a file that is not text is told from one that is missing, and from no JSON",
        .fact("voiceflow-1-21"))
    func fileFaults() throws {
        let folder = TemporaryFolder()
        try folder.write([0x5B, 0xFF, 0x5D], to: "bad.json")
        try folder.write(Array("[".utf8), to: "open.json")
        try folder.write(Array("[]".utf8), to: "de-DE/list.json")
        try folder.write(Array("Rome: Roma\n# no\nbroken\n".utf8), to: "words.txt")
        let runner = runner()
        for category in [STFileCategory.FC_VOICEFLOW, .FC_SPEECH_SYNTHESIS] {
            runner.setMediaResourceLocation(
                fileCategory: category, localURL: "file://\(folder.path)")
        }
        #expect(runner.loadVoiceflow(localFileURL: "bad.json") == .ST_FILE_READ_FAILURE)
        #expect(runner.loadVoiceflow(localFileURL: "open.json") == .ST_JSON_PARSE_FAILURE)
        #expect(runner.initializeAudioSession(localFileURL: "bad.json") == .ST_FILE_READ_FAILURE)
        #expect(runner.initializeAudioSession(localFileURL: "open.json") == .ST_JSON_PARSE_FAILURE)
        #expect(runner.initializeAudioSession(localFileURL: "") == .ST_INVALID_PARAMETER)
        #expect(runner.loadVoiceflow(localFileURL: "../open.json") == .ST_FILE_NOT_FOUND)
        #expect(runner.loadAudioPromptModules(localFileURL: "list.json") == .ST_FILE_NOT_FOUND)
        runner.setLanguageFolder(languageFolder: "de-DE")
        #expect(runner.loadAudioPromptModules(localFileURL: "list.json") == .ST_SUCCESS)
        #expect(runner.loadSSAliases(aliasFile: "words.txt") == .ST_SUCCESS)
        #expect(runner.loadSSPhonemes(phonemeFile: "words.txt") == .ST_SUCCESS)
        #expect(runner.resources.aliases.forms.map(\.replacement) == ["Roma"])
        #expect(runner.resources.phonemes.forms.map(\.word) == ["Rome"])
    }

    @Test(
        "escapes of file URLs stand for their bytes; one that is none is refused, as a NUL is",
        .fact("voiceflow-4-2"))
    func fileURLs() throws {
        let folder = TemporaryFolder()
        try folder.write(Array("[]".utf8), to: "a b/über.json")
        let runner = runner()
        let escaped = "file://" + folder.path("a%20b")
        let open = escaped + "/%C3%BCber.json"
        #expect(runner.loadAudioPromptModules(localFileURL: open) == .ST_SUCCESS)
        runner.setMediaResourceLocation(fileCategory: .FC_VOICEFLOW, localURL: escaped)
        #expect(runner.loadAudioPromptModules(localFileURL: "über.json") == .ST_SUCCESS)
        for broken in ["file:///a%2", "file:///a%zz", "file:///a%00", "file:///%FF", "/a\u{0}b"] {
            #expect(runner.loadVoiceflow(localFileURL: broken) == .ST_INVALID_PARAMETER)
            #expect(
                runner.setMediaResourceLocation(fileCategory: .FC_VOICEFLOW, localURL: broken)
                    == .ST_INVALID_PARAMETER)
        }
        #expect(runner.loadAudioPromptModules(localFileURL: "über.json") == .ST_SUCCESS)
    }

    @Test(
        "a language chosen during a run counts for what is played afterwards",
        .fact("voiceflow-1-18"))
    func languageDuringRun() {
        let runner = runner()
        load(
            runner, [Files.play("M", ["A", "B"])],
            prompts: [Files.text("A", "one"), Files.text("B", "two")])
        app.acts["NMF_PLAY_AUDIO_SEGMENT A NME_ENDED"] = {
            #expect(runner.setLanguageFolder(languageFolder: "de-DE") == .ST_SUCCESS)
        }
        runner.runVoiceflow()
        host.go()
        let requests = host.run?.prompts
        let languages = requests?.digests.compactMap { requests?[$0]?.request["language"]?.string }
        #expect(Set(languages ?? []) == ["en-US", "de-DE"])
    }

    @Test(
        "the usual audio session, the spellings of its modes, and what is not a session",
        .fact("voiceflow-6-1"))
    func audioSession() throws {
        let runner = runner()
        #expect(runner.initializeAudioSession(jsonData: "{") == .ST_JSON_PARSE_FAILURE)
        #expect(runner.initializeAudioSession(jsonData: "[]") == .ST_JSON_SCHEMA_FAILURE)
        #expect(runner.initializeAudioSession(jsonData: "{}") == .ST_SUCCESS)
        #expect(runner.route.session == AudioSessionParameters(categories: [], mode: .ASM_Default))
        for mode in STAudioSessionMode.allCases {
            let text = #"{"mode": "\#(mode.rawValue)", "categories": {"duckOthers": "yes",},}"#
            #expect(runner.initializeAudioSession(jsonData: text) == .ST_SUCCESS)
            #expect(runner.route.session == .init(categories: ["duckOthers"], mode: mode))
        }
        #expect(
            STAudioSessionMode.allCases.map(\.rawValue) == [
                "default", "voiceChat", "gameChat", "spokenAudio",
            ])
        let folder = TemporaryFolder()
        try folder.write(Array(#"{"mode": "gameChat"}"#.utf8), to: "s.json")
        let path = folder.path("s.json")
        #expect(runner.initializeAudioSession(localFileURL: path) == .ST_SUCCESS)
        #expect(runner.route.session.mode == .ASM_GameChat)
        #expect(runner.initializeDefaultAudioSession() == .ST_SUCCESS)
        #expect(
            runner.route.session.categories == ["allowBluetooth", "duckOthers", "defaultToSpeaker"])
    }

    @Test("fields are the runner's own", .fact("voiceflow-1-19"))
    func ownFields() {
        let (one, two) = (runner(), runner())
        one.setVoiceflowRuntimeField(name: "A", value: 1)
        #expect(one.getVoiceflowRuntimeField(name: "A") as? Int == 1)
        #expect(two.getVoiceflowRuntimeField(name: "A") == nil)
        #expect(!one.setVoiceflowRuntimeField(name: "", value: 1))
    }

    @Test("the field intent is the user intent, for the app too", .fact("voiceflow-5-11"))
    func intentField() {
        let runner = runner()
        #expect(runner.setUserIntent(userIntent: "Go"))
        #expect(runner.getVoiceflowRuntimeField(name: "intent") as? String == "Go")
        #expect(runner.setVoiceflowRuntimeField(name: "intent", value: "Stay"))
        #expect(runner.resetVoiceflowRuntimeField(name: "intent"))
        #expect(runner.getVoiceflowRuntimeField(name: "intent") == nil)
        #expect(!runner.resetVoiceflowRuntimeField(name: "intent"))
        #expect(runner.resetUserIntent())
    }
}
