// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Testing
import VoiceAudio
import VoiceEngine
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTestSupport
import VoiceTime
import VoiceTrace

/// An app that chooses, rejects, resumes and interrupts, some of it inside callbacks.
private final class BusyApp: STVoiceFlowCallback {
    let runner: STVoiceFlowRunner
    private(set) var end: String?
    /// What it does not do this time.
    var forgets = ""

    init(host: any RunHost) {
        runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.setLogLevel(logLevel: "none")
        runner.setVoiceFlowCallback(voiceFlowCallback: self)
        runner.setVoiceflowRuntimeField(name: "Half", value: 0.5)
        runner.setVoiceflowRuntimeField(name: "Greeting", value: "good morning")
        let loaded = [
            runner.loadAudioPromptModules(
                jsonData: #"[{"id": "P_Hello", "textString": "old words"}]"#),
            runner.loadAudioPromptModules(jsonData: RunRecordTests.prompts),
            runner.loadAudioToTextMap(
                jsonData: #"[{"audioFile": "bye.wav", "textString": "good bye"}]"#),
            runner.loadVoiceflow(jsonData: RunRecordTests.flow),
        ]
        precondition(loaded.allSatisfy { $0 == .ST_SUCCESS }, "\(loaded)")
    }

    func STVFC_PreModuleStart(vfModuleID: String) {
        if vfModuleID == "Wait", forgets != "Next" {
            runner.setVoiceflowRuntimeField(name: "Next", value: "Bye")
        }
    }

    func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData) {
        if srData.srHypothesis == "what" { srData.srClientRejectedHypothesis = true }
        if srData.srHypothesis == "go" { runner.setUserIntent(userIntent: "Go") }
    }

    func STVFC_VoiceflowDidEnd(reason: String) { end = reason }
}

@MainActor
@Suite("A runner's own run, kept as a session")
struct RunRecordTests {
    static let flow = """
        [
            {"id": "VF_START", "type": "node", "name": "", "goTo": {"DEFAULT": "Ask"}},
            {"id": "Ask", "type": "audioDialog", "name": "",
             "audioDialogParams": {"dialogMaxRetryCount": {"timeout": 0, "garbage": 2},
                "dialogPromptCollection": [{"type": "initial", "promptID": "P_Hello"},
                    {"type": "garbage", "promptID": "P_Again"}]},
             "goTo": {"userIntentCollection": [{"intent": "Go", "goTo": "Wait"}],
                "DEFAULT": "VF_END"}},
            {"id": "Wait", "type": "pauseResume", "name": "", "goTo": {"DEFAULT": "$[Next]"}},
            {"id": "Bye", "type": "playAudio", "name": "",
             "audioInterruptTransitionParams": {"transitionType": "resume"},
             "playAudioParams": {"promptID": "P_Bye"}, "goTo": {"DEFAULT": "VF_END"}},
            {"id": "VF_END", "type": "node", "name": "", "goTo": {"DEFAULT": ""}},
        ]
        """
    static let prompts = """
        [
            {"id": "P_Hello", "style": "single", "textString": "$[Greeting]"},
            {"id": "P_Again", "style": "select",
             "promptCollection": [{"promptID": "P_Eh"}, {"promptID": "P_Hm"}]},
            {"id": "P_Eh", "style": "single", "textString": "eh"},
            {"id": "P_Hm", "style": "single", "textString": "hm, hm"},
            {"id": "P_Bye", "style": "single", "audioFile": "bye.wav"},
        ]
        """

    /// A whole conversation, with calls inside and outside of callbacks.
    private func converse(_ host: SimulatedHost, _ app: BusyApp) throws -> RunRecord {
        app.runner.requestMicrophonePermission()
        host.go()
        try #require(app.runner.runVoiceflow() == .ST_SUCCESS)
        host.advance(milliseconds: 1_500)
        host.say("what")
        host.advance(milliseconds: 3_000)
        host.say("go")
        host.advance(milliseconds: 2_500)
        try #require(app.runner.resumeVoiceflow() == .ST_SUCCESS)
        host.advance(milliseconds: 200)
        host.interrupt(true)
        host.advance(milliseconds: 300)
        host.interrupt(false)
        app.runner.setVoiceflowRuntimeField(name: "Seen", value: [1, "two"] as [Any])
        host.go()
        try #require(app.end == "end")
        return try #require(host.run?.record())
    }

    private func replay(
        _ folder: borrowing TemporaryFolder, app: (any AppUnderTest)? = nil
    ) throws -> ReplayResult {
        var replayer = SessionReplayer(factories: [VoiceflowFactory()])
        var options = ReplayOptions()
        options.takesWordsForMissingAudio = true
        return try replayer.replay(
            SessionFolder(path: folder.path("chat.vsession")), options: options, app: app)
    }

    @Test(
        "it replays with the app absent, and with the app", .fact("voiceflow-11-1"),
        arguments: [0, 80])
    func words(callbackMilliseconds: Int64) throws {
        let folder = TemporaryFolder()
        let host = SimulatedHost()
        if callbackMilliseconds > 0 {
            var count: Int64 = 0
            host.callbackMilliseconds = { _ in
                count += 1
                return count % 3 * callbackMilliseconds
            }
        }
        let record = try converse(host, BusyApp(host: host))
        try record.write(to: folder.path("chat.vsession"))
        let absent = try replay(folder)
        // The first event carries the settings in force as well.
        #expect(absent.golden.events.dropFirst() == record.events.dropFirst())
        #expect(absent.events == absent.golden.events)
        #expect(absent.unplaced.isEmpty && absent.unconsumed.isEmpty)
        #expect(absent.unknownPrompts.isEmpty)
        #expect(absent.manifest.name == "chat")

        let replayed = ReplayedHost()
        let app = BusyApp(host: replayed)
        app.runner.runVoiceflow()
        let present = try replay(folder, app: replayed.app)
        #expect(present.differences == [])
        #expect(present.events == present.golden.events)
        #expect(app.end == "end")
    }

    @Test("it says that it had no microphone; one of an earlier version, which did not, is known")
    func withoutMicrophone() throws {
        let folder = TemporaryFolder()
        let host = SimulatedHost()
        try converse(host, BusyApp(host: host)).write(to: folder.path("chat.vsession"))
        let path = SessionFolder(path: folder.path("chat.vsession")).manifestPath
        var object = try SessionManifest(path: path).object
        #expect(object["microphone"] == false)
        object["microphone"] = nil
        try DiskFile.write(JSONWriter.prettyBytes(.object(object)), to: path)
        let result = try replay(folder)
        #expect(result.events == result.golden.events)
    }

    @Test("an app that has changed is found out", .fact("voiceflow-11-1"))
    func changed() throws {
        let folder = TemporaryFolder()
        let host = SimulatedHost()
        try converse(host, BusyApp(host: host)).write(to: folder.path("chat.vsession"))
        let replayed = ReplayedHost()
        let app = BusyApp(host: replayed)
        app.forgets = "Next"
        app.runner.runVoiceflow()
        let result = try replay(folder, app: replayed.app)
        #expect(result.differences.map(\.callback) == ["PreModuleStart"])
        #expect(result.events != result.golden.events)
    }

    @Test("a session that is there stays, unless it is to be replaced")
    func existing() throws {
        let folder = TemporaryFolder()
        let host = SimulatedHost()
        let record = try converse(host, BusyApp(host: host))
        try record.write(to: folder.path("chat.vsession"))
        #expect(throws: SessionError.self) { try record.write(to: folder.path("chat.vsession")) }
        try record.write(to: folder.path("chat.vsession"), isReplacing: true)
    }

    @Test("a run that is not over is kept as far as it came", .fact("voiceflow-11-1"))
    func unfinished() throws {
        let folder = TemporaryFolder()
        let host = SimulatedHost()
        let app = BusyApp(host: host)
        app.runner.runVoiceflow()
        host.advance(milliseconds: 900)
        let record = try #require(host.run?.record())
        #expect(!record.isOver)
        try record.write(to: folder.path("chat.vsession"))
        let result = try replay(folder)
        #expect(result.events == result.golden.events)
        #expect(result.events.contains { $0.kind == "segment" })
    }

    @Test("a run that keeps no trace is not a session")
    func noTrace() {
        let host = SimulatedHost()
        host.conditions.keepsTrace = false
        let app = BusyApp(host: host)
        app.runner.runVoiceflow()
        host.advance(milliseconds: 900)
        #expect(host.run != nil)
        #expect(host.run?.record() == nil)
    }

    @Test(
        "one that had a microphone replays from the audio", .fact("voiceflow-11-1"),
        arguments: [160, 999])
    func audio(block: Int) throws {
        let folder = TemporaryFolder()
        let host = SimulatedHost()
        host.conditions.tap = .audio
        let runner = STVoiceFlowRunner(host: host)
        runner.initialize()
        runner.loadAudioPromptModules(jsonData: "[]")
        runner.loadVoiceflow(
            jsonData: """
                [{"id": "VF_START", "type": "node", "goTo": {"DEFAULT": "Take"}},
                 {"id": "Take", "type": "recordAudio",
                  "recordAudioParams": {"vadParams": {"enableVAD": true},
                      "stopRecordParams": {"maxPostSpeechSilenceLengthMs": 300}},
                  "goTo": {"DEFAULT": "VF_END"}},
                 {"id": "VF_END", "type": "node", "goTo": {"DEFAULT": ""}}]
                """)
        runner.runVoiceflow()
        host.advance(milliseconds: 0)
        let sound =
            SpeechLikeSound.noise(frames: 16_000, decibels: -60).samples
            + SpeechLikeSound.syllables(frames: 16_000)
            + SpeechLikeSound.noise(frames: 32_000, decibels: -60).samples
        for start in stride(from: 0, to: sound.count, by: block) {
            host.run?.feed(Array(sound[start..<min(start + block, sound.count)]))
        }
        let record = try #require(host.run?.record())
        #expect(record.isOver)
        try record.write(to: folder.path("chat.vsession"))
        let result = try replay(folder)
        #expect(result.events == result.golden.events)
        #expect(result.events.contains { $0.kind == "speechEnd" })
    }
}
