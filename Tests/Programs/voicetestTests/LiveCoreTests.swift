import Testing
import VoiceAudio
import VoiceDevices
import VoiceEngine
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceLive
import VoiceRecognition
import VoiceSession
import VoiceSynthesis
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import voicetest

/// The live loop on a sound card made of arithmetic: callbacks, rings, conversion, canceller,
/// session and journal as a recording has them; only thread and clock are missing.
@Suite struct LiveCoreTests {
    private static let flow = """
        [ { "id": "VF_START", "type": "node", "goTo": { "DEFAULT": "Ask" } },
          { "id": "Ask", "type": "audioDialog",
            "recordAudioParams": { "vadParams": { "enableVAD": true } },
            "audioDialogParams": {
                "dialogMaxRetryCount": { "timeout": 1, "garbage": 1 },
                "dialogPromptCollection": [ { "type": "initial", "promptID": "P_Ask" } ] },
            "goTo": { "userInputCollection": [ { "input": "yes", "goTo": "SayYes" } ],
                "DEFAULT": "VF_END" } },
          { "id": "SayYes", "type": "playAudio", "playAudioParams": { "promptID": "P_Yes" },
            "goTo": { "DEFAULT": "VF_END" } },
          { "id": "VF_END", "type": "node", "goTo": { "DEFAULT": "" } } ]
        """
    private static let prompts = """
        [ { "id": "P_Ask", "audioFile": "ask.wav" }, { "id": "P_Yes", "audioFile": "yes.wav" } ]
        """

    /// What happens to the device, in its frames.
    private enum Mishap {
        case lost(frames: Int)
        case asleep(frames: Int)
    }

    private let folder = TemporaryFolder()
    private let factory = VoiceflowFactory()
    private let synthesizer = SpeechSynthesizer(
        program: "/nowhere/voicetest-speak", cacheFolder: nil)

    private func plan() throws -> RecordingPlan {
        for (name, frames) in [("ask.wav", 8_000), ("yes.wav", 4_800)] {
            try SoundFile.writeMono(
                MonoSound(
                    sampleRate: 16_000,
                    samples: SpeechLikeSound.syllables(frames: frames)),
                path: folder.path(name), overwrite: true)
        }
        let settings = SessionSettings(engine: factory.declaration)
        var folders = try MediaFolders(language: "en-US")
        folders.setAll(to: folder.path)
        let setup = EngineSetup(
            files: [
                VoiceflowFactory.FileName.flow: Array(Self.flow.utf8),
                VoiceflowFactory.FileName.prompts: Array(Self.prompts.utf8),
            ], settings: settings.engine, language: "en-US", seed: 1, sampleRate: .standard)
        return RecordingPlan(
            name: "core", setup: setup, settings: settings, folders: folders,
            recognizer: RecognizerSetup(kind: .scripted), createdBy: "a test")
    }

    private func core(at path: String, keeping: JournalOptions) throws -> LiveCore {
        let place = LiveCore.JournalPlace(
            writer: try SessionWriter(path: path, isReplacing: true), options: keeping)
        return LiveCore(
            session: try LiveSession(
                try plan(), factory: factory, synthesizer: synthesizer,
                recognizer: RecognizerIdentity(kind: "scripted")),
            rate: .standard, place: place)
    }

    /// Records with a caller who says yes at 1.5 s, on a device of `rate` in blocks of `block`.
    private func record(
        rate: Int, block: Int, mishaps: [Int: Mishap] = [:],
        keeping: JournalOptions = JournalOptions(), signAt: Int? = nil
    ) throws -> (folder: SessionFolder, lost: Frame, gaps: Int) {
        let path = folder.path("core.vsession")
        var core = try core(at: path, keeping: keeping)
        var device = SimulatedDevice(rate: rate)
        device.echo = .init(gain: 0.3, delayFrames: rate / 5)
        var port = DuplexPort(
            rate: rate, inputChannels: 1, outputChannels: 1, ringFrames: 4 * rate)
        for _ in 0..<100 { device.call([Float](repeating: 0, count: rate / 100), port) }
        _ = port.take()
        port.align()
        try core.open(
            LivePipe(deviceRate: rate, sessionRate: 16_000, cancelsEcho: true),
            .opened(name: "simulated", rate: rate, latency: 1_600), after: nil)
        let start = device.frames
        let clip = try RateConverter.convert(
            MonoSound(
                sampleRate: 16_000, samples: SpeechLikeSound.syllables(frames: 11_200)), to: rate)
        let said = CallerLine(
            line: 0, start: 24_000, end: 35_200, active: 24_000..<35_200, words: "yes")
        core.session.mailbox.post(.input(.caller(said)))
        let script = ScriptedRecognizer(lines: [ScriptedLine(range: said.active, words: "yes")])
        var asleep = 0
        for call in 0..<(8 * rate / block) where !core.session.isOver {
            var isBroken = false
            switch mishaps[call] {
            case .lost(let frames):
                device.lose(frames)
                isBroken = true
            case .asleep(let frames): asleep = frames
            case nil: break
            }
            let first = device.frames - start - rate * 3 / 2
            device.call(
                (first..<(first + block)).map {
                    clip.samples.indices.contains($0) ? PCM16.float(clip.samples[$0]) : 0.0003
                }, port, isBroken: isBroken)
            if call == signAt { core.pullTrigger() }
            asleep -= block
            guard asleep <= 0 else { continue }
            for question in try core.step(&port) {
                core.session.mailbox.post(question.answer(script.recognize(question.utterance)))
            }
        }
        let lost = core.device.lost
        _ = try core.seal(reason: "interrupt") { [:] }
        return (SessionFolder(path: path), lost.frames, lost.gaps)
    }

    private func replayed(_ folder: SessionFolder) throws -> (golden: String, found: String) {
        var replayer = SessionReplayer(factories: [factory])
        let result = try replayer.replay(folder, options: ReplayOptions())
        return (result.golden.digest, RecordedTrace(events: result.events).digest)
    }

    @Test(
        "replays to its own hash whatever rate and blocks the device has",
        arguments: [(16_000, 160), (16_000, 37), (44_100, 512), (48_000, 480), (8_000, 1_024)])
    func replays(rate: Int, block: Int) throws {
        let session = try record(rate: rate, block: block)
        let digests = try replayed(session.folder)
        #expect(digests.found == digests.golden)
        #expect(session.gaps == 0)
        let golden = try session.folder.golden().events
        #expect(golden.contains { $0.kind == "transition" && $0.fields["to"]?.string == "SayYes" })
    }

    @Test("replays a session with dropouts with these dropouts")
    func dropouts() throws {
        let session = try record(
            rate: 48_000, block: 480,
            mishaps: [60: .lost(frames: 1_200), 230: .lost(frames: 4_800), 300: .lost(frames: 7)])
        let digests = try replayed(session.folder)
        #expect(digests.found == digests.golden)
        #expect(session.lost == 400 + 1_600 + 2)
        #expect(session.gaps == 3)
    }

    @Test("a device that goes away interrupts the audio session")
    func returns() throws {
        var core = try core(at: folder.path("away.vsession"), keeping: JournalOptions())
        func pipe() throws -> LivePipe {
            try LivePipe(deviceRate: 16_000, sessionRate: 16_000, cancelsEcho: false)
        }
        let news = DeviceNews.opened(name: "simulated", rate: 16_000, latency: 0)
        try core.open(pipe(), news, after: nil)
        core.miss("simulated")
        try core.open(pipe(), news, after: 8_000)
        var port = DuplexPort(rate: 16_000, inputChannels: 1, outputChannels: 1)
        var device = SimulatedDevice(rate: 16_000)
        for _ in 0..<20 {
            device.call([Float](repeating: 0, count: 160), port)
            _ = try core.step(&port)
        }
        let lost = core.device.lost.frames
        #expect(lost == 8_160)
        let outcome = try core.seal(reason: "interrupt") { [:] }
        // The flow says nothing about interruptions: it ends when the device is back.
        #expect(outcome.engineEnd == "interrupted")
        let session = SessionFolder(path: folder.path("away.vsession"))
        let inputs = try RecordedInputs(path: session.inputsPath)
        let sessions = inputs.inputs.compactMap { event -> AudioSessionNews? in
            if case .audioSession(let news, _) = event.input { news } else { nil }
        }
        #expect(sessions == [.began, .ended])
        let digests = try replayed(session)
        #expect(digests.found == digests.golden)
    }

    @Test("a flight recorder keeps the last seconds at a sign, and nothing without one")
    func flightRecorder() throws {
        var keeping = JournalOptions()
        keeping.keepLastSeconds = 1
        keeping.trigger = .sign
        let session = try record(rate: 16_000, block: 160, keeping: keeping, signAt: 290)
        let manifest = try session.folder.open()
        #expect(manifest.frames == 290 * 160)
        #expect(manifest[other: "heardFrom"]?.integer == 16_000)
        let digests = try replayed(session.folder)
        #expect(digests.found == digests.golden)
        try DiskFile.remove(session.folder.path)
        let unsigned = try record(rate: 16_000, block: 160, keeping: keeping)
        #expect(!DiskFile.exists(unsigned.folder.path))
    }

    @Test("counts what is lost while the core sleeps longer than the ring holds")
    func oversleeps() throws {
        let session = try record(
            rate: 16_000, block: 160, mishaps: [50: .asleep(frames: 80_000)])
        let digests = try replayed(session.folder)
        #expect(digests.found == digests.golden)
        #expect(session.gaps == 1)
        // 80,000 frames went by, the ring holds 65,536.
        #expect(session.lost > 14_000 && session.lost < 15_000)
    }
}
