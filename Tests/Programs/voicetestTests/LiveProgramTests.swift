import Testing
import VoiceAudio
import VoiceDevices
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceLive
import VoiceMedia
import VoiceRecognition
import VoiceSession
import VoiceSynthesis
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import voicetest

/// A program as the app of a live recording, on a sound card made of arithmetic.
@Suite("A program on a sound card")
struct LiveProgramTests {
    private let folder = TemporaryFolder()
    private let command: ProgramCommand
    private let factory: any EngineFactory

    init() throws {
        let child = "\(Program.package)/Tests/Clients/Conformance/child.py"
        command = try ProgramCommand("/usr/bin/python3 -ISB \(child) bringsSound")
        factory = try Engines.factory(of: "program").told(running: command)
    }

    /// Records a caller who answers each question, until the program has ended.
    private func record() throws -> SessionFolder {
        let path = folder.path("live.vsession")
        let settings = SessionSettings(engine: factory.declaration)
        let setup = EngineSetup(
            files: [:], settings: settings.engine, language: "en-US", seed: 1,
            sampleRate: .standard)
        let plan = RecordingPlan(
            name: "live", setup: setup, settings: settings,
            folders: try MediaFolders(language: "en-US"),
            recognizer: RecognizerSetup(kind: .scripted), createdBy: "a test")
        var core = LiveCore(
            session: try LiveSession(
                plan, factory: factory,
                synthesizer: SpeechSynthesizer(program: "/nowhere", cacheFolder: nil),
                recognizer: RecognizerIdentity(kind: "scripted")),
            rate: .standard,
            place: .init(
                writer: try SessionWriter(path: path, isReplacing: true),
                options: JournalOptions()))
        var device = SimulatedDevice(rate: 16_000)
        var port = DuplexPort(rate: 16_000, inputChannels: 1, outputChannels: 1)
        try core.open(
            LivePipe(deviceRate: 16_000, sessionRate: 16_000, cancelsEcho: false),
            .opened(name: "simulated", rate: 16_000, latency: 0), after: nil)
        let clip = SpeechLikeSound.syllables(frames: 11_200)
        for call in 0..<1_200 where !core.session.isOver {
            let first = (call * 160) % 48_000 - 16_000
            device.call(
                (first..<first + 160).map {
                    clip.indices.contains($0) ? PCM16.float(clip[$0]) : 0.0003
                }, port)
            for question in try core.step(&port) {
                let heard = Hypothesis(text: "large", confidence: 1, words: [])
                core.session.mailbox.post(question.answer(.final(heard)))
            }
        }
        _ = try core.seal(reason: "interrupt") { [:] }
        return SessionFolder(path: path)
    }

    @Test("keeps its calls, and replays without them")
    func replays() throws {
        let session = try record()
        let calls = try DiskFile.read("\(session.path)/flow/calls.jsonl", limit: 1 << 20)
        #expect(calls.split(separator: UInt8(ascii: "\n")).count == 3)
        var options = ReplayOptions()
        options.programCommand = command
        // The words came from the test, and no recognizer has them.
        options.tap = .words
        var replayer = SessionReplayer(factories: [try Engines.factory(of: "program")])
        let result = try replayer.replay(session, options: options)
        #expect(result.golden.digest == RecordedTrace(events: result.events).digest)
        #expect(result.events.contains { $0.kind == "ended" })
    }
}
