import Foundation
import Testing
import VoiceAudio
import VoiceFiles
import VoiceRecognition
import VoiceRun
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import KeenASR

extension RecognizerSuite {
    @MainActor
    @Suite("Properties, bundles and graphs of a recognizer")
    struct PropertyTests {
        @Test(
            "3.2 a bundle at a path makes the recognizer, whose path is absolute",
            .fact("keenasr-3.2-4", "keenasr-3.2-6", "keenasr-3.2-10", "keenasr-3.4-1")
        )
        func absolutePath() throws {
            let fixtures = try KeenFixtures()
            let path = try fixtures.bundle()
            let up = DiskFile.currentFolder.split(separator: "/").map { _ in ".." }
            let locations = KIOSRecognizer.standardLocations
            KIOSRecognizer.standardLocations = nil
            KIOSRecognizer.makeHost = { SimulatedHost() }
            defer {
                KIOSRecognizer.teardown()
                KIOSRecognizer.standardLocations = locations
                KIOSRecognizer.makeHost = { SoundHost() }
            }
            #expect(
                KIOSRecognizer.initWithASRBundleAtPath(up.joined(separator: "/") + path))
            let recognizer = try #require(KIOSRecognizer.sharedInstance())
            #expect(recognizer.recognizerState == .needsDecodingGraph)
            #expect(recognizer.asrBundlePath.hasPrefix("/"))
            #expect(recognizer.asrBundleName == "english")
            #expect(recognizer.dataDirectory == nil)
            #expect(recognizer.miscDataDirectory == nil)
        }

        @Test(
            "3.2 rescoring is skipped silently where a graph has no resources for it",
            .fact("keenasr-3.2-7"))
        func rescore() throws {
            try withWorld { world in
                for isWanted in [false, true] {
                    world.recognizer.rescore = isWanted
                    world.recognizer.startListening()
                    world.host.advance(milliseconds: 10)
                    world.host.say("red", inMilliseconds: 500)
                    world.host.go()
                }
                #expect(world.finals.map { $0.result?.text } == ["RED", "RED"])
                #expect(!world.events.contains { $0.kind == "refused" })
            }
        }

        @Test(
            "3.2 a graph is prepared from its folder too, and another one after it",
            .fact("keenasr-3.2-22", "keenasr-3.4-2"))
        func preparesFromFolder() throws {
            try withWorld { world in
                let recognizer = world.recognizer
                try world.create(["blue"], named: "other")
                #expect(
                    recognizer.prepareForListeningWithDecodingGraph(
                        atPath: world.fixtures.graphFolder("other"), withGoPComputation: false))
                #expect(recognizer.currentDecodingGraphName == "other")
                #expect(recognizer.recognizerState == .readyToListen)
                recognizer.startListening()
                world.host.advance(milliseconds: 10)
                world.host.say("blue", inMilliseconds: 500)
                world.host.go()
                #expect(world.finals.first?.decodingGraphName == "other")
                #expect(world.finals.first?.endRule == .timeoutEndSilenceForGoodMatch)
            }
        }

        @Test(
            "3.10 a recognizer learns of its speaker with every listening that it understands",
            .fact("keenasr-3.10-1"))
        func learns() async throws {
            let fixtures = try KeenFixtures()
            KIOSRecognizer.standardLocations = fixtures.locations
            let host = SoundHost()
            host.listener = { utterance, _ in
                let end = utterance.start + Int64(utterance.sound.samples.count)
                let word = RecognizedWord(
                    text: "red", range: utterance.start..<end, confidence: 900)
                return .final(Hypothesis(text: "red", confidence: 900, words: [word]))
            }
            let recognizer = try KIOSRecognizer.initialize(
                bundleAtPath: fixtures.bundle(), host: host)
            defer { KIOSRecognizer.teardown() }
            try KIOSDecodingGraph.create(
                KIOSGraphPlan(phrases: ["red"]), named: "graph", for: recognizer)
            try recognizer.prepare(graphNamed: "graph")
            var frames: [Int64] = []
            for _ in 0..<2 {
                let heard = Task { try await recognizer.nextResponse() }
                try recognizer.startListening(from: .sound(ResponseSoundTests.sound))
                _ = try await heard.value
                frames.append(recognizer.speaker.profile?.frames ?? 0)
            }
            #expect(frames[0] > 10)
            #expect(frames[1] > frames[0])
        }

        @Test(
            "3.2 resetSpeakerAdaptation takes the profile of default, not while listening",
            .fact("keenasr-3.2-36", "keenasr-3.2-37"))
        func resets() throws {
            try withWorld { world in
                let recognizer = world.recognizer
                let profiles = KIOSSpeakerProfiles(
                    folder: world.fixtures.locations.speakerProfiles)
                #expect(recognizer.speaker.name == "default")
                try profiles.save(
                    KIOSSpeakerProfile(frames: 300, mean: [1]), speaker: "default",
                    bundle: "english", route: .builtin)
                recognizer.adaptToSpeaker(withName: "anna")
                recognizer.startListening()
                recognizer.resetSpeakerAdaptation()
                #expect(recognizer.speaker.name == "anna")
                recognizer.stopListening()
                recognizer.resetSpeakerAdaptation()
                #expect(recognizer.speaker.name == "default")
                #expect(recognizer.speaker.profile?.frames == 300)
            }
        }
    }
}
