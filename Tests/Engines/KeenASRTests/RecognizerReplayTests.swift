import Testing
import VoiceAudio
import VoiceDiff
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceMedia
import VoiceRecognition
import VoiceRun
import VoiceSession
import VoiceSynthesis
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import KeenASR

extension RecognizerSuite {
    @MainActor
    @Suite("Runs of a recognizer that become sessions")
    struct RecognizerReplayTests {
        private static let fromWords: ReplayOptions = {
            var options = ReplayOptions()
            options.tap = .words
            return options
        }()

        /// Listens twice; the delegate starts the second time.
        private func converse(_ world: KeenWorld) {
            world.acts["final"] = {
                if world.finals.count == 1 { world.recognizer.startListening() }
            }
            world.recognizer.setVADParameter(.timeoutEndSilenceForGoodMatch, toValue: 0.8)
            world.recognizer.startListening()
        }

        @Test("a run becomes a session, which replays exactly without its app and with it")
        func replays() throws {
            let folder = TemporaryFolder()
            let path = folder.path("colors.vsession")
            let world = try KeenWorld(phrases: KeenWorld.colors)
            converse(world)
            world.host.advance(milliseconds: 100)
            world.host.say("red car", inMilliseconds: 300, lasting: 600)
            world.host.say("go to", inMilliseconds: 4_000, lasting: 600)
            world.host.go()
            try #require(world.host.run?.record()).write(to: path)
            world.close()
            let session = SessionFolder(path: path)
            var replayer = SessionReplayer(factories: [KeenASRFactory()])
            let alone = try replayer.replay(session, options: Self.fromWords)
            #expect(alone.events == alone.golden.events)
            #expect(alone.unplaced.isEmpty)
            let (app, result) = try replay(session, world.fixtures)
            #expect(result.differences == [])
            #expect(result.events == result.golden.events)
            #expect(app.texts == world.finals.map { $0.result?.text })
        }

        @Test("an app that calls otherwise than it did is found in a replay")
        func differs() throws {
            let folder = TemporaryFolder()
            let path = folder.path("colors.vsession")
            let world = try KeenWorld(phrases: KeenWorld.colors)
            converse(world)
            world.host.go()
            try #require(world.host.run?.record()).write(to: path)
            world.close()
            let (_, result) = try replay(
                SessionFolder(path: path), world.fixtures, startsAgain: false)
            #expect(result.differences.map(\.callback) == ["recognizerFinalResponse"])
        }

        @Test(
            "what an app hands to its recognizer otherwise is the first cause",
            .fact("keenasr-3.15-5"))
        func namesChange() throws {
            let folder = TemporaryFolder()
            let session = SessionFolder(path: folder.path("colors.vsession"))
            func start(_ recognizer: KIOSRecognizer, limit: Float = 0.8) throws {
                try recognizer.prepare(graphNamed: "graph")
                recognizer.setVADParameter(.timeoutEndSilenceForGoodMatch, toValue: limit)
                recognizer.startListening()
            }
            let world = try KeenWorld()
            try world.create(KeenWorld.colors)
            try start(world.recognizer)
            world.host.go()
            try #require(world.host.run?.record()).write(to: session.path)
            world.close()
            func cause(_ phrases: [String], limit: Float) throws -> String? {
                let host = ReplayedHost()
                let fixtures = try KeenFixtures()
                KIOSRecognizer.standardLocations = fixtures.locations
                let recognizer = try KIOSRecognizer.initialize(
                    bundleAtPath: fixtures.bundle(), host: host)
                defer { KIOSRecognizer.teardown() }
                try KIOSDecodingGraph.create(
                    KIOSGraphPlan(phrases: phrases, spokenNoiseProbability: 0.5), named: "graph",
                    for: recognizer)
                try start(recognizer, limit: limit)
                var replayer = SessionReplayer(factories: [KeenASRFactory()])
                return try replayer.replay(session, options: Self.fromWords, app: host.app)
                    .firstCause?.sentence
            }
            #expect(try cause(KeenWorld.colors, limit: 0.8) == nil)
            let limit = try #require(try cause(KeenWorld.colors, limit: 0.7))
            #expect(limit.hasPrefix("setVADParameter.milliseconds 800 -> 700"), "\(limit)")
            var phrases = KeenWorld.colors
            phrases[1] = "two"
            let graph = try #require(try cause(phrases, limit: 0.8))
            #expect(graph.hasPrefix("loadGraph.graph.contexts[0][1] "), "\(graph)")
            #expect(graph.contains("-> \"two\""), "\(graph)")
        }

        /// Replays a session against an app that does what that of `converse` does in callbacks.
        private func replay(
            _ session: SessionFolder, _ fixtures: KeenFixtures, startsAgain: Bool = true
        ) throws -> (app: ReplayedColors, result: ReplayResult) {
            let host = ReplayedHost()
            KIOSRecognizer.standardLocations = fixtures.locations
            let recognizer = try KIOSRecognizer.initialize(
                bundleAtPath: fixtures.bundle(replacing: true), host: host)
            defer { KIOSRecognizer.teardown() }
            try recognizer.prepare(graphNamed: "graph")
            let app = ReplayedColors(startsAgain: startsAgain)
            recognizer.delegate = app
            var replayer = SessionReplayer(factories: [KeenASRFactory()])
            let result = try replayer.replay(
                session, options: Self.fromWords, app: host.app)
            #expect(host.failure == nil)
            return (app, result)
        }

        @Test("a session with sound replays exactly from the sound, from speech and from words")
        func replaysSound() throws {
            let rig = try SoundRig()
            let session = try rig.record()
            let golden = try session.golden().events
            #expect(golden.contains { $0.kind == "partialResult" })
            #expect(
                golden.filter { $0.kind == "response" }.map { $0.fields["rule"]?.string } == [
                    "timeoutEndSilenceForGoodMatch", "timeoutForNoSpeech",
                ])
            for tap in StartingTap.allCases {
                var options = ReplayOptions()
                options.tap = tap
                var replayer = SessionReplayer(factories: [KeenASRFactory()])
                let result = try replayer.replay(session, options: options)
                #expect(result.events == golden, "\(tap)")
            }
        }

        @Test(
            "a session keeps how words are said that the dictionary lacks, and replays by that",
            .enabled(
                if: SpeechModel().isInstalled && canSpeak,
                "voicetest-speak or the package pocketsphinx-en-us is not there"))
        func keepsGuesses() throws {
            let rig = try SoundRig()
            let session = try rig.record(recognizer: .pocketsphinx)
            let place = "\(session.path)/flow/pronunciations.txt"
            let kept = String(decoding: try DiskFile.read(place, limit: 1 << 16), as: UTF8.self)
            #expect(kept.contains("\nzorblax Z "))
            #expect(!kept.contains("red "))
            var replayer = SessionReplayer(factories: [KeenASRFactory()])
            let result = try replayer.replay(session, options: ReplayOptions())
            #expect(result.events == (try session.golden().events))
            try DiskFile.write(Array("zorblax\n".utf8), to: place)
            let error = #expect(throws: SessionError.self) {
                _ = try replayer.replay(session, options: ReplayOptions())
            }
            #expect(error?.description.contains("pronunciations.txt") == true)
        }
    }
}

private let canSpeak = (try? SpeechSynthesizer(cacheFolder: nil).engineVersion()) != nil

/// Starts listening again after the first response, and notes what was understood.
@MainActor
private final class ReplayedColors: KIOSRecognizerDelegate {
    private let startsAgain: Bool
    var texts: [String?] = []

    init(startsAgain: Bool) { self.startsAgain = startsAgain }

    func unwindAppAudioBeforeAudioInterrupt() {}

    func recognizerFinalResponse(_ response: KIOSResponse, for recognizer: KIOSRecognizer) {
        texts.append(response.result?.text)
        if texts.count == 1, startsAgain { recognizer.startListening() }
    }
}

/// A session recorded of a scripted caller and a scripted app.
struct SoundRig {
    let folder = TemporaryFolder()
    private let factory = KeenASRFactory()

    static let graphs = """
        { "graphs": [ { "name": "colors", "phrases": ["red", "blue", "zorblax"] } ] }
        """
    static let scenario = """
        { "caller": [ { "atMs": 1000, "play": "clip.wav", "words": "red" } ],
          "app": [ { "atMs": 100, "prepareForListening":
                       { "graph": "colors", "context": null, "computeGoP": false } },
                   { "atMs": 200, "startListening": true },
                   { "on": { "callback": "recognizerFinalResponse", "text": "red" },
                     "startListening": true } ] }
        """

    init() throws {
        let clip = SpeechLikeSound.syllables(frames: 11_200)
        try SoundFile.writeMono(
            MonoSound(sampleRate: 16_000, samples: clip), path: folder.path("clip.wav"))
    }

    func record(
        _ scenario: String = Self.scenario, recognizer: RecognizerSetup.Kind = .scripted
    ) throws -> SessionFolder {
        let settings = SessionSettings(engine: factory.declaration)
        var folders = try MediaFolders(language: "en-US")
        folders.setAll(to: folder.path)
        let setup = EngineSetup(
            files: [KeenASRFactory.graphFile: Array(Self.graphs.utf8)],
            settings: settings.engine, language: "en-US", seed: 1, sampleRate: .standard)
        var plan = RecordingPlan(
            name: "colors", setup: setup, settings: settings, folders: folders,
            recognizer: RecognizerSetup(kind: recognizer), createdBy: "a test")
        plan.scenario = try ScenarioReader(
            bytes: Array(scenario.utf8), file: "scenario.json", engine: factory.declaration
        ).scenario
        plan.clipFolders = [folder.path]
        var recorder = SessionRecorder(
            factory: factory,
            synthesizer: SpeechSynthesizer(
                program: "/nowhere/voicetest-speak", cacheFolder: nil))
        let path = folder.path("colors.vsession")
        try SessionWriter(path: path, isReplacing: true).write(
            try recorder.record(plan), timing: [:])
        return SessionFolder(path: path)
    }
}
