import SayKit
import Testing
import VoiceAudio
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceMedia
import VoiceRecognition
import VoiceSession
import VoiceSynthesis
import VoiceTestSupport
import VoiceTime
import VoiceTrace

/// Sessions of the engine in the loop that records and replays. No text is spoken: there is no
/// synthesiser, so prompts are skipped; tones are made by arithmetic.
@Suite("SayKit recorded and replayed")
struct SaySessionTests {
    private let folder = TemporaryFolder()
    private let factory = SayKitFactory()

    private static let dialogue = """
        { "start": "size",
          "nodes": {
            "size": {"ask": {"kind": "select", "prompt": "Which size?",
                             "options": ["Small", "Large"]},
                     "save": "size", "otherwise": "sure", "onFailure": "sure"},
            "sure": {"ask": {"kind": "confirmation", "prompt": "{size}?"},
                     "on": [{"equals": true, "next": "done"}], "otherwise": "size"},
            "done": {"say": "Ordered.", "end": true} } }
        """

    private static let twoAnswers = """
        { "caller": [
            { "after": { "kind": "listening", "request": "1" }, "delayMs": 300,
              "play": "clip.wav", "words": "the large one" },
            { "after": { "kind": "listening", "request": "2" }, "delayMs": 300,
              "play": "clip.wav", "words": "yes" } ] }
        """

    private static let requestOverSound = """
        { "caller": [
            { "after": { "kind": "listening", "request": "1" }, "delayMs": 300,
              "play": "clip.wav", "words": "no" } ],
          "app": [
            { "atMs": 100,
              "addEvents": { "track": "main", "events": [{ "tone": "long.wav" }] } },
            { "atMs": 500, "present": { "request": { "kind": "confirmation" } } },
            { "atMs": 8000, "shutDown": true } ] }
        """

    private func write(_ frames: Int, _ name: String) throws {
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: [Int16](repeating: 200, count: frames)),
            path: folder.path(name), overwrite: true)
    }

    private func record(
        _ scenario: String, files: [String: [UInt8]] = [:]
    ) throws -> RecordedSession {
        let plan = try plan(scenario, files: files, recognizer: .scripted)
        var recorder = recorder(SpeechSynthesizer(program: "/nowhere/speak", cacheFolder: nil))
        return try recorder.record(plan)
    }

    private func recorder(_ synthesizer: SpeechSynthesizer) -> SessionRecorder {
        SessionRecorder(factory: factory, synthesizer: synthesizer)
    }

    private func plan(
        _ scenario: String, files: [String: [UInt8]], recognizer: RecognizerSetup.Kind
    ) throws -> RecordingPlan {
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: SpeechLikeSound.syllables(frames: 11_200)),
            path: folder.path("clip.wav"), overwrite: true)
        try write(1_600, "microphone-start.wav")
        try write(1_600, "microphone-stop.wav")
        try write(16_000, "long.wav")
        let settings = SessionSettings(engine: factory.declaration)
        var folders = try MediaFolders(language: "en-US")
        folders.setAll(to: folder.path)
        let setup = EngineSetup(
            files: files, settings: settings.engine, language: "en-US", seed: 1,
            sampleRate: .standard)
        var plan = RecordingPlan(
            name: "saykit", setup: setup, settings: settings, folders: folders,
            recognizer: RecognizerSetup(kind: recognizer), createdBy: "a test")
        plan.scenario = try ScenarioReader(
            bytes: Array(scenario.utf8), file: "scenario.json", engine: factory.declaration
        ).scenario
        plan.clipFolders = [folder.path]
        return plan
    }

    private func replay(_ session: RecordedSession, from tap: StartingTap) throws -> ReplayResult {
        let path = folder.path("saykit.vsession")
        try SessionWriter(path: path, isReplacing: true).write(session, timing: [:])
        var options = ReplayOptions()
        options.tap = tap
        var replayer = SessionReplayer(factories: [factory])
        return try replayer.replay(SessionFolder(path: path), options: options)
    }

    private func texts(_ session: RecordedSession, _ kind: String, _ field: String) -> [String] {
        session.events.filter { $0.kind == kind }.compactMap { $0.fields[field]?.string }
    }

    @Test("a declared dialogue goes from answer to answer", arguments: StartingTap.allCases)
    func dialogue(tap: StartingTap) throws {
        let files = [SayKitFactory.dialogueFile: Array(Self.dialogue.utf8)]
        let session = try record(Self.twoAnswers, files: files)
        #expect(texts(session, "node", "node") == ["size", "sure", "done"])
        #expect(texts(session, "ended", "reason") == ["dialogueEnd"])
        let result = try replay(session, from: tap)
        #expect(result.events == result.golden.events)
        #expect(result.unplaced.isEmpty && result.unconsumed.isEmpty)
    }

    @Test(
        "a request holds the app's sound, which goes on at the frame after it",
        arguments: StartingTap.allCases)
    func request(tap: StartingTap) throws {
        let session = try record(Self.requestOverSound)
        #expect(texts(session, "result", "outcome") == ["answered"])
        func frame(_ kind: String) -> Frame? {
            session.events.first {
                $0.kind == kind && $0.fields["sound"]?.string == "long.wav"
            }?.frame
        }
        let began = try #require(frame("sound"))
        let held = try #require(frame("soundHeld"))
        let resumed = try #require(frame("soundResumed"))
        let ended = try #require(frame("soundEnded"))
        #expect(held - began == 6_400)
        #expect((held - began) + (ended - resumed) == 16_000)
        let digests = Set(texts(session, "sound", "digest"))
        #expect(digests == Set(session.promptSounds.keys))
        let result = try replay(session, from: tap)
        #expect(result.events == result.golden.events)
        #expect(result.unplaced.isEmpty && result.unconsumed.isEmpty)
    }

    @Test(
        "a session keeps how words of an option are said that the dictionary lacks",
        .enabled(
            if: SpeechModel().isInstalled && canSpeak,
            "voicetest-speak or the package pocketsphinx-en-us is not there"),
        arguments: [true, false])
    func keepsGuesses(isJournaled: Bool) throws {
        let dialogue = Self.dialogue.replacing("Large", with: "Zorblax")
        let files = [SayKitFactory.dialogueFile: Array(dialogue.utf8)]
        let plan = try plan(Self.twoAnswers, files: files, recognizer: .pocketsphinx)
        var recorder = recorder(SpeechSynthesizer(cacheFolder: nil))
        let path = folder.path("guessed.vsession")
        let writer = try SessionWriter(path: path, isReplacing: true)
        if isJournaled {
            _ = try recorder.record(plan, to: writer, keeping: JournalOptions(), watch: Untimed())
        } else {
            try writer.write(try recorder.record(plan), timing: [:])
        }
        let place = "\(path)/flow/pronunciations.txt"
        let kept = String(decoding: try DiskFile.read(place, limit: 1 << 16), as: UTF8.self)
        #expect(kept.contains("\nzorblax Z "))
        #expect(!kept.contains("small"))
        guard isJournaled else { return }
        var replayer = SessionReplayer(factories: [factory])
        let result = try replayer.replay(SessionFolder(path: path), options: ReplayOptions())
        #expect(result.events == result.golden.events)
    }
}

private let canSpeak = (try? SpeechSynthesizer(cacheFolder: nil).engineVersion()) != nil

/// Looks at no clock.
private struct Untimed: BlockWatch {
    mutating func blockBegins() {}
    mutating func blockEnds() {}
    func timing(frames: Int64) -> JSONObject { [:] }
}
