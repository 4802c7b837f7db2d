import Testing
import VoiceAudio
import VoiceDevices
import VoiceEngine
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceRecognition
import VoiceRun
import VoiceSession
import VoiceSynthesis
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceLive

/// An app's own runner on a sound card made of arithmetic: all but thread and clock of a device.
@Suite("A runner on a device") @MainActor struct DeviceHostTests {
    private static let flow = """
        [ { "id": "VF_START", "type": "node", "name": "", "goTo": { "DEFAULT": "Ask" } },
          { "id": "Ask", "type": "audioDialog", "name": "",
            "recordAudioParams": { "vadParams": { "enableVAD": true },
                "stopRecordParams": { "maxPreSpeechSilenceLengthMs": 1000 } },
            "audioDialogParams": {
                "dialogMaxRetryCount": { "timeout": 1, "garbage": 1 },
                "dialogPromptCollection": [
                    { "type": "initial", "promptID": "P_Ask", "recognizeWhilePlay": true } ] },
            "goTo": { "userInputCollection": [ { "input": "yes", "goTo": "SayYes" } ],
                "DEFAULT": "VF_END" } },
          { "id": "SayYes", "type": "playAudio", "name": "",
            "playAudioParams": { "promptID": "P_Yes" }, "goTo": { "DEFAULT": "VF_END" } },
          { "id": "VF_END", "type": "node", "name": "", "goTo": { "DEFAULT": "" } } ]
        """
    private static let prompts = """
        [ { "id": "P_Ask", "style": "single", "audioFile": "ask.wav", "audioPlaybackParams": {
              "playSSSilenceParams": { "preStartSilenceDurationMs": 700 } } },
          { "id": "P_Yes", "style": "single", "audioFile": "yes.wav" } ]
        """

    /// An app that asks, and notes what it is told.
    private final class AskingApp: STVoiceFlowCallback {
        let runner: STVoiceFlowRunner
        var modules: [String] = []
        var words: [String] = []
        var end: String?

        init(_ host: DeviceHost) { runner = STVoiceFlowRunner(host: host) }

        func start(_ folder: String) -> ST_RESULT {
            _ = runner.initialize()
            _ = runner.setVoiceFlowCallback(voiceFlowCallback: self)
            _ = runner.setMediaResourceLocation(fileCategory: .FC_PLAY_AUDIO, localURL: folder)
            _ = runner.loadAudioPromptModules(jsonData: DeviceHostTests.prompts)
            _ = runner.loadVoiceflow(jsonData: DeviceHostTests.flow)
            return runner.runVoiceflow()
        }

        func STVFC_PreModuleStart(vfModuleID: String) { modules.append(vfModuleID) }

        func STVFC_SRHypothesis(vfModuleID: String, srData: STSRData) {
            words.append(srData.srHypothesis ?? "")
        }

        func STVFC_VoiceflowDidEnd(reason: String) { end = reason }
    }

    private let folder = TemporaryFolder()
    private let host: DeviceHost

    init() throws {
        host = DeviceHost(
            task: nil, cancelsEcho: false,
            synthesizer: SpeechSynthesizer(
                program: "/nowhere/voicetest-speak", cacheFolder: nil))
        host.conditions.keepsTrace = true
        for (name, frames) in [("ask.wav", 32_000), ("yes.wav", 4_800)] {
            let sound = MonoSound(
                sampleRate: 16_000, samples: SpeechLikeSound.syllables(frames: frames))
            try SoundFile.writeMono(sound, path: folder.path(name), overwrite: true)
        }
    }

    /// Drives the host's plan for so many seconds with a caller who speaks from 1.5 s to 2.2 s.
    private func drive(
        seconds: Int = 8, lost: [Int: Int] = [:], after: (DeviceHost) -> Void = { _ in }
    ) throws -> (run: EngineRun, device: SimulatedDevice) {
        let plan = try #require(host.takePlan())
        let rate = 16_000
        var device = SimulatedDevice(rate: rate)
        var port = DuplexPort(rate: rate, inputChannels: 1, outputChannels: 1)
        for _ in 0..<100 { device.call([Float](repeating: 0, count: 160), port) }
        _ = port.take()
        port.align()
        let news = DeviceNews.opened(name: "simulated", rate: rate, latency: 1_600)
        let begun = host.begin(plan, on: try pipe(), news)
        let run = try #require(begun)
        let start = device.frames
        let clip = SpeechLikeSound.syllables(frames: 11_200)
        for call in 0..<(seconds * 100) where !run.isOver {
            if let frames = lost[call] { device.lose(frames) }
            let first = device.frames - start - rate * 3 / 2
            device.call(
                (first..<(first + 160)).map {
                    clip.indices.contains($0) ? PCM16.float(clip[$0]) : 0.0003
                }, port, isBroken: lost[call] != nil)
            host.step(&port, run)
            after(host)
        }
        return (run, device)
    }

    private func pipe() throws -> LivePipe {
        try LivePipe(deviceRate: 16_000, sessionRate: 16_000, cancelsEcho: false)
    }

    private func replayed(_ run: EngineRun) throws -> (golden: String, found: String) {
        let record = try #require(run.record())
        let path = folder.path("run.vsession")
        try record.write(to: path)
        var replayer = SessionReplayer(factories: [VoiceflowFactory()])
        let result = try replayer.replay(SessionFolder(path: path), options: ReplayOptions())
        return (result.golden.digest, RecordedTrace(events: result.events).digest)
    }

    @Test("what is recognised beside the run comes late, and the run says how late")
    func recognises() throws {
        let app = AskingApp(host)
        var questions: [LiveQuestion] = []
        host.ask = { questions.append($0) }
        _ = app.start(folder.path)
        let script = ScriptedRecognizer(lines: [ScriptedLine(range: 24_000..<35_200, words: "yes")])
        let (run, _) = try drive { host in
            for question in questions {
                host.handle(script.recognize(question.utterance), of: question)
            }
            questions = []
        }
        #expect(app.words == ["yes"])
        #expect(app.modules == ["VF_START", "Ask", "SayYes", "VF_END"])
        let delays = run.inputs.compactMap { event -> Frame? in
            if case .recognizerDelay(let frames) = event.input { frames } else { nil }
        }
        #expect(delays.count == 1)
        #expect(delays.allSatisfy { $0 > 0 })
    }

    @Test("the app is called back, its prompts are heard and silenced where the caller speaks")
    func talks() throws {
        let app = AskingApp(host)
        #expect(app.start(folder.path) == .ST_SUCCESS)
        let (run, device) = try drive()
        #expect(app.modules == ["VF_START", "Ask", "VF_END"])
        #expect(app.end == "end")
        #expect(host.warnings.isEmpty)
        let stopped = try #require(
            run.events.first { $0.kind == "media" && $0.fields["event"]?.string == "stopped" })
        // Played from the first second, without the silence that is for speech, and nothing once
        // the caller had cut it short.
        let loud = device.played.indices.filter { abs(device.played[$0]) > 0.01 }
        let first = try #require(loud.first)
        let last = try #require(loud.last)
        #expect((16_000..<17_600).contains(first))
        #expect(abs(Int64(last) - (stopped.frame + 16_000)) < 1_600)
        #expect(last < 16_000 + 32_000)
    }

    @Test("the run is a session that replays to its hash, with gaps where frames were lost")
    func replays() throws {
        let app = AskingApp(host)
        _ = app.start(folder.path)
        let (run, _) = try drive(lost: [60: 1_200, 300: 7])
        #expect(run.inputs.filter { if case .gap = $0.input { true } else { false } }.count == 2)
        let digests = try replayed(run)
        #expect(digests.found == digests.golden)
    }

    @Test("what was listened for is kept with the session")
    func task() throws {
        host.conditions.recognizer = RecognizerIdentity(kind: "pocketsphinx")
        host.conditions.task = .phrases(["yes", "no"])
        let app = AskingApp(host)
        _ = app.start(folder.path)
        let (run, _) = try drive(seconds: 1)
        try run.record()?.write(to: folder.path("task.vsession"))
        let kept = try DiskFile.read(folder.path("task.vsession/flow/phrases.txt"), limit: 100)
        #expect(kept == Array("yes\nno\n".utf8))
    }

    @Test("a device that is away interrupts the audio session until it is back")
    func returns() throws {
        let app = AskingApp(host)
        _ = app.start(folder.path)
        let plan = try #require(host.takePlan())
        let news = DeviceNews.opened(name: "simulated", rate: 16_000, latency: 0)
        let begun = host.begin(plan, on: try pipe(), news)
        let run = try #require(begun)
        run.feed([Int16](repeating: 3, count: 8_000))
        host.miss("simulated", run)
        #expect(app.end == nil)
        let events = run.events.map { ($0.kind, $0.fields["event"]?.string) }
        #expect(events.contains { $0 == ("media", "interruptionBegan") })
        let resumed = host.begin(plan, on: try pipe(), news, after: 8_000)
        #expect(resumed === run)
        run.feed([Int16](repeating: 3, count: 1_600))
        // The flow says nothing about interruptions: it ends.
        #expect(app.end == "interrupted")
        let digests = try replayed(run)
        #expect(digests.found == digests.golden)
    }

    @Test("an app that lets go of its audio session has no device, and its clock goes on")
    func letsGo() throws {
        let app = AskingApp(host)
        _ = app.start(folder.path)
        let plan = try #require(host.takePlan())
        let news = DeviceNews.opened(name: "simulated", rate: 16_000, latency: 0)
        let begun = host.begin(plan, on: try pipe(), news)
        let run = try #require(begun)
        run.feed([Int16](repeating: 3, count: 8_000))
        #expect(!host.takeRelease())
        host.configure(audioSession: AudioSessionSetup(isActive: false))
        #expect(host.isReleased)
        #expect(host.takeRelease())
        #expect(!host.takeRelease())
        host.release(run)
        host.pass(16_000, run)
        host.configure(audioSession: AudioSessionSetup(isActive: true))
        #expect(!host.isReleased)
        let resumed = host.begin(plan, on: try pipe(), news, after: 8_000, isInterruption: false)
        #expect(resumed === run)
        run.feed([Int16](repeating: 3, count: 1_600))
        // No interruption: the flow goes on.
        #expect(app.end == nil)
        #expect(run.now >= 8_000 + 16_000 + 8_000)
        let digests = try replayed(run)
        #expect(digests.found == digests.golden)
    }

    @Test("a device that is let go of and wanted again at once is closed all the same")
    func closes() {
        host.configure(audioSession: AudioSessionSetup(isActive: false))
        host.configure(audioSession: AudioSessionSetup(isActive: true))
        #expect(host.takeRelease())
        #expect(!host.isReleased)
        host.configure(audioSession: AudioSessionSetup(isActive: true))
        #expect(!host.takeRelease())
    }

    @Test("where the device cannot be had the app is told, and the runner says why")
    func refuses() throws {
        let app = AskingApp(host)
        _ = app.start(folder.path)
        let plan = try #require(host.takePlan())
        plan.refuse(.device, "no device")
        #expect(app.end == "failure")
        #expect(app.runner.getLastError() == .ST_AUDIO_DEVICE_FAILURE)
        // And it may try again.
        #expect(app.start(folder.path) == .ST_SUCCESS)
        #expect(host.takePlan() != nil)
    }

    @Test("without a recognizer a flow is refused, and an engine that can do without is told")
    func lacksRecognizer() throws {
        let host = DeviceHost(task: .general)
        host.recognizerCommand = try RecognizerCommand("no-such-program")
        _ = AskingApp(host).start(folder.path)
        var plan = try #require(host.takePlan())
        #expect(throws: RecognitionError.self) { try host.makeRecognizer(for: plan) }
        #expect(host.answer(permission: .speechRecognition) == .granted)
        plan.runsWithoutRecognizer = true
        try host.makeRecognizer(for: plan)
        #expect(host.answer(permission: .speechRecognition) == .unavailable)
        #expect(host.answer(permission: .microphone) == .granted)
        #expect(host.warnings.count == 1)
    }
}
