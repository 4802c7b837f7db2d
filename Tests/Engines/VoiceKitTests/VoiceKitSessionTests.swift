import Testing
import VoiceAudio
import VoiceEngine
import VoiceJSON
import VoiceMedia
import VoiceRecognition
import VoiceSession
import VoiceSynthesis
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceKit

/// Sessions of the engine in the loop that records and replays. There is no synthesiser: speech
/// fails at once, and clips are made by arithmetic.
@Suite("VoiceKit recorded and replayed")
struct VoiceKitSessionTests {
    private let folder = TemporaryFolder()
    private let factory = VoiceKitFactory()

    /// A number is asked for twice at most; a clip of 1 s plays after each wrong one.
    private static let game = """
        { "config": { "ttsSuppressAfterFinish": 0 }, "start": "hear",
          "steps": {
            "hear": { "listen": { "timeout": 4, "inactivity": 0.6, "context": "number" },
                      "on": [ { "equals": "7", "next": "won" }, { "below": 7, "next": "low" } ],
                      "next": "high", "atMost": 2, "afterwards": "lost" },
            "low": { "clip": "long.wav", "next": "hear" },
            "high": { "clip": "long.wav", "next": "hear" },
            "won": { "pause": 0.1, "end": true },
            "lost": { "pause": 0.2, "end": true } } }
        """

    /// The answer to a pause of the app comes in the frame in which the caller begins.
    private static let answersAtOnce = """
        { "caller": [
            { "atMs": 500, "play": "clip.wav", "words": "nine" },
            { "after": { "kind": "listening", "listen": "listen 2" }, "delayMs": 300,
              "play": "clip.wav", "words": "WORDS" } ],
          "app": [
            { "atMs": 100, "pause": { "ms": 400, "channel": 1 } },
            { "on": { "reply": "pause" }, "extendListening": 2000 } ] }
        """

    private func sound(_ name: String, _ samples: [Int16]) throws {
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: samples), path: folder.path(name),
            overwrite: true)
    }

    private func record(
        _ scenario: String, files: [String: [UInt8]] = [:]
    ) throws -> RecordedSession {
        try sound("clip.wav", SpeechLikeSound.syllables(frames: 11_200))
        try sound("long.wav", [Int16](repeating: 200, count: 16_000))
        try sound("tone.wav", (0..<32_000).map { $0 % 2 == 0 ? 8_000 : -8_000 })
        let settings = SessionSettings(engine: factory.declaration)
        var folders = try MediaFolders(language: "en-US")
        folders.setAll(to: folder.path)
        let setup = EngineSetup(
            files: files, settings: settings.engine, language: "en-US", seed: 1,
            sampleRate: .standard)
        var plan = RecordingPlan(
            name: "voicekit", setup: setup, settings: settings, folders: folders,
            recognizer: RecognizerSetup(kind: .scripted), createdBy: "a test")
        plan.scenario = try ScenarioReader(
            bytes: Array(scenario.utf8), file: "scenario.json", engine: factory.declaration
        ).scenario
        plan.clipFolders = [folder.path]
        var recorder = SessionRecorder(
            factory: factory,
            synthesizer: SpeechSynthesizer(program: "/nowhere/speak", cacheFolder: nil))
        return try recorder.record(plan)
    }

    private func replay(_ session: RecordedSession, from tap: StartingTap) throws -> ReplayResult {
        let path = folder.path("voicekit.vsession")
        try SessionWriter(path: path, isReplacing: true).write(session, timing: [:])
        var options = ReplayOptions()
        options.tap = tap
        var replayer = SessionReplayer(factories: [factory])
        return try replayer.replay(SessionFolder(path: path), options: options)
    }

    private func texts(_ session: RecordedSession, _ kind: String, _ field: String) -> [String] {
        session.events.filter { $0.kind == kind }.compactMap { $0.fields[field]?.string }
    }

    @Test(
        "an app branches on the transcript and leaves its loop; an answer and the caller at once",
        arguments: [("seven", "won"), ("eight", "lost")], StartingTap.allCases)
    func branches(second: (words: String, end: String), tap: StartingTap) throws {
        let scenario = Self.answersAtOnce.replacing("WORDS", with: second.words)
        let files = [VoiceKitFactory.appFile: Array(Self.game.utf8)]
        let session = try record(scenario, files: files)
        let steps = texts(session, "step", "step")
        #expect(
            steps == ["hear", "high", "hear"] + (second.end == "won" ? ["won"] : ["high", "lost"]))
        #expect(texts(session, "ended", "reason") == ["finished"])
        // The answer lets the app extend its listen in the frame in which the caller begins.
        let inputs = session.inputs.filter { $0.frame == 8_000 }.map(\.object)
        #expect(inputs.contains { $0["kind"] == "caller" })
        #expect(inputs.contains { $0["name"] == "extendListening" })
        #expect(try record(scenario, files: files).events == session.events)
        let result = try replay(session, from: tap)
        #expect(result.events == result.golden.events)
        #expect(result.unplaced.isEmpty && result.unconsumed.isEmpty)
    }

    @Test(
        "the level of each 1,024 frames is 10 log10 of their mean square, in dB of full scale",
        .fact("voicekit-2.5.3-5", "voicekit-2.5.3-19"))
    func levels() throws {
        let session = try record(
            """
            { "silence": "digital",
              "caller": [ { "atMs": 1000, "play": "tone.wav", "words": "" } ],
              "app": [ { "atMs": 0, "listen": { "timeoutMs": 3500, "inactivityMs": 0,
                                                "record": false, "context": null } },
                       { "on": { "reply": "listen" }, "shutDown": true } ] }
            """)
        let levels = session.events.filter { $0.kind == "level" }
        let frames = levels.map(\.frame)
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $1 - $0 == 1_024 })
        let whole = levels.filter { 17_024 <= $0.frame && $0.frame <= 48_000 }
        // 20 log10(8,000 / 32,768) dB.
        #expect(!whole.isEmpty && whole.allSatisfy { $0.fields["level"] == -12_247 })
        #expect(levels.filter { $0.frame <= 16_000 }.allSatisfy { $0.fields["level"] == -100_000 })
    }
}
