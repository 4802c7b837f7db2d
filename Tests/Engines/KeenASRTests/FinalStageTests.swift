import Foundation
import Testing
import VoiceAudio
import VoiceFiles
import VoiceRecognition
import VoiceRun
import VoiceTestSupport
import VoiceTime

@testable import KeenASR

extension RecognizerSuite {
    @MainActor
    @Suite("While the final result is worked out")
    struct FinalStageTests {
        /// Calls `body` in the state FinalProcessing.
        private func whileFinal(_ body: @MainActor (KeenWorld) throws -> Void) throws {
            try withWorld(with: { $0.recognizerMilliseconds = 200 }) { world in
                world.recognizer.setVADParameter(.timeoutEndSilenceForGoodMatch, toValue: 0.8)
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                world.host.say("red", inMilliseconds: 500, lasting: 400)
                world.host.advance(milliseconds: 1_750)
                try #require(world.recognizer.recognizerState == .finalProcessing)
                try body(world)
            }
        }

        @Test(
            "3.4 start, prepare and teardown are refused; the response comes",
            .fact("keenasr-3.2-16", "keenasr-3.2-23", "keenasr-3.4-8"))
        func refuses() throws {
            try whileFinal { world in
                let recognizer = world.recognizer
                #expect(!recognizer.startListening())
                #expect(
                    !recognizer.prepareForListeningWithDecodingGraph(
                        withName: "graph", withGoPComputation: false))
                #expect(!KIOSRecognizer.teardown())
                #expect(!recognizer.performEchoCancellation(false))
                world.host.go()
                #expect(world.finals.map { $0.result?.text } == ["RED"])
                #expect(recognizer.recognizerState == .readyToListen)
            }
        }

        @Test(
            "3.2 stopListening drops the response; deactivating the audio stack does too",
            .fact("keenasr-3.2-28", "keenasr-3.2-42"))
        func drops() throws {
            try whileFinal { world in
                world.recognizer.stopListening()
                #expect(world.recognizer.recognizerState == .readyToListen)
                world.host.go()
                #expect(world.finals.isEmpty)
            }
            try whileFinal { world in
                #expect(world.recognizer.deactivateAudioStack())
                world.host.go()
                #expect(world.finals.isEmpty)
            }
        }

        @Test("3.12 an interrupt drops the response", .fact("keenasr-3.4-7"))
        func interrupted() throws {
            try whileFinal { world in
                world.host.interrupt(true)
                world.host.go()
                #expect(world.told.suffix(1) == ["unwind"])
                #expect(world.finals.isEmpty)
            }
        }

        @Test(
            "3.2 limits go back to their defaults with a new recognizer, whatever a bundle says",
            .fact("keenasr-3.2-34"))
        func resets() throws {
            try withWorld { world in
                world.recognizer.setVADParameter(.timeoutForNoSpeech, toValue: 1)
                world.recognizer.startListening()
                world.host.go()
                #expect(world.lasted == 1_000)
            }
            try withWorld { world in
                world.recognizer.startListening()
                world.host.go()
                #expect(world.lasted == 10_000)
            }
        }

        @Test(
            "3.2 the log is quiet at first; warnings say why a call was refused",
            .fact("keenasr-3.2-20"))
        func logs() throws {
            #expect(KIOSRecognizer.logLevel == .warning)
            var lines: [String] = []
            KIOSRecognizer.logHandler = { lines.append("\($0): \($1)") }
            defer {
                KIOSRecognizer.logHandler = nil
                KIOSRecognizer.setLogLevel(.warning)
            }
            try withWorld { world in
                world.recognizer.prepareForListeningWithDecodingGraph(
                    withName: "none", withGoPComputation: false)
                #expect(lines.count == 1)
                #expect(lines[0].hasPrefix("warning: the bundle "))
                #expect(lines[0].contains(" has no graph 'none'. Create it first."))
                KIOSRecognizer.setLogLevel(.debug)
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                #expect(lines.contains { $0.hasPrefix("debug: ") && $0.contains("listening") })
            }
        }

        @Test(
            "3.2 a bundle beside the program or in the current folder is found by its name",
            .fact("keenasr-3.2-9"))
        func findsBundle() throws {
            let fixtures = try KeenFixtures()
            let name = "bundle-\(UUID().uuidString)"
            let path = "\(DiskFile.currentFolder)/\(name)"
            _ = try KIOSASRBundle.make(at: path, model: fixtures.model, copiesModel: true)
            defer { try? FileManager.default.removeItem(atPath: path) }
            KIOSRecognizer.makeHost = { SimulatedHost() }
            defer { KIOSRecognizer.makeHost = { SoundHost() } }
            #expect(KIOSRecognizer.initWithASRBundle(name))
            #expect(KIOSRecognizer.sharedInstance()?.asrBundleName == name)
            #expect(KIOSRecognizer.teardown())
        }
    }

    @MainActor
    @Suite("The sound of responses")
    struct ResponseSoundTests {
        /// Silence, 700 ms of something like speech, and silence.
        static let sound = MonoSound(
            sampleRate: 16_000,
            samples: [Int16](repeating: 0, count: 24_000)
                + SpeechLikeSound.syllables(frames: 11_200)
                + [Int16](repeating: 0, count: 48_000))

        private func hear(
            _ fixtures: KeenFixtures, gated: Bool = false,
            _ body: @MainActor (KIOSRecognizer) -> Void = { _ in }
        ) async throws -> KIOSResponse {
            KIOSRecognizer.standardLocations = fixtures.locations
            let host = SoundHost()
            let script = ScriptedRecognizer(
                lines: [ScriptedLine(range: 24_000..<35_200, words: "red")])
            host.listener = { utterance, isOver in
                guard !isOver else { return script.recognize(utterance) }
                return script.recognizeSoFar(utterance).map { .final($0) } ?? .rejected(nil)
            }
            let recognizer = try KIOSRecognizer.initialize(
                bundleAtPath: fixtures.bundle(replacing: true), host: host)
            defer { KIOSRecognizer.teardown() }
            try KIOSDecodingGraph.create(
                KIOSGraphPlan(phrases: ["red"]), named: "graph", for: recognizer)
            try recognizer.prepare(graphNamed: "graph")
            recognizer.setVadGating(gated)
            let heard = Task { try await recognizer.nextResponse() }
            try recognizer.startListening(from: .sound(Self.sound))
            let response = try await heard.value
            body(recognizer)
            return response
        }

        @Test(
            "3.7 holds exactly what was listened to, with its quality, and is saved as files",
            .fact("keenasr-3.7-17"))
        func whole() async throws {
            let fixtures = try KeenFixtures()
            let response = try await hear(fixtures)
            #expect(response.endRule == .timeoutEndSilenceForGoodMatch)
            #expect(response.result?.text == "RED")
            // A second of silence after the word, which ends at 2.2 seconds.
            #expect(abs(response.audioDuration - 3.2) < 0.1)
            let quality = try #require(response.audioQualityResult)
            #expect(quality.meanSpeechRmsValue != nil)
            #expect(quality.snrValue != nil)
            let folder = URL(fileURLWithPath: fixtures.folder.path)
            #expect(response.saveAudioFile(folder))
            #expect(response.saveJsonFile(folder))
            let saved = try SoundFile.readMono(
                path: fixtures.folder.path("\(response.responseId).wav"), sampleRate: nil)
            #expect(saved == response.facts.sound)
            #expect(response.json.contains("\"endRule\":\"timeoutEndSilenceForGoodMatch\""))
        }

        @Test("3.2 with VAD gating it begins where voice does", .fact("keenasr-3.2-31"))
        func gated() async throws {
            let response = try await hear(try KeenFixtures(), gated: true)
            #expect(abs(response.audioDuration - 1.7) < 0.15)
            let start = response.result?.words?.first?.startTime?.doubleValue
            #expect((start ?? 1) < 0.15)
        }

        @Test(
            "3.10 what is learnt of the speaker is saved by name, bundle and route",
            .fact("keenasr-3.2-38", "keenasr-3.10-1"))
        func learns() async throws {
            let fixtures = try KeenFixtures()
            _ = try await hear(fixtures) { $0.saveSpeakerAdaptationProfile() }
            let profiles = KIOSSpeakerProfiles(folder: fixtures.locations.speakerProfiles)
            let profile = try profiles.load(
                speaker: "default", bundle: "english", route: .file)
            #expect((profile?.frames ?? 0) > 50)
            #expect(profile?.mean.count == SpeakerMean.coefficients)
        }

        @Test("3.10 the next start of listening gives the machine what was learnt, once")
        func givesWhatWasLearnt() async throws {
            var waits: [Bool] = []
            _ = try await hear(try KeenFixtures()) { recognizer in
                waits.append(recognizer.speaker.hasLearnt)
                recognizer.speaker.route = .file
                recognizer.useProfile()
                waits.append(recognizer.speaker.hasLearnt)
            }
            #expect(waits == [true, false])
        }
    }
}
