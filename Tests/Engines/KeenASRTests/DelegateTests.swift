import Foundation
import Testing
import VoiceFiles
import VoiceMedia
import VoiceRecognition
import VoiceRun
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import KeenASR

/// An app that has the names of earlier releases only.
@MainActor
private final class OlderApp: KIOSRecognizerDelegate {
    var told: [String] = []

    func unwindAppAudioBeforeAudioInterrupt() {}

    func recognizerTriggerPhraseDetected(for recognizer: KIOSRecognizer) { told.append("trigger") }

    func recognizerFinalResult(_ result: KIOSResult, for recognizer: KIOSRecognizer) {
        told.append(result.text)
    }
}

/// An app that asks where it is called.
@MainActor
private final class IsolatedApp: KIOSRecognizerDelegate {
    var count = 0

    private nonisolated func check() { MainActor.assertIsolated() }

    func unwindAppAudioBeforeAudioInterrupt() { check() }

    func recognizerFinalResponse(_ response: KIOSResponse, for recognizer: KIOSRecognizer) {
        check()
        count += 1
    }
}

extension RecognizerSuite {
    @MainActor
    @Suite("What a delegate is told")
    struct DelegateTests {
        @Test(
            "3.2 a delegate is not kept alive, and listening goes on without one",
            .fact("keenasr-3.2-3"))
        func weakDelegate() throws {
            try withWorld { world in
                var app: OlderApp? = OlderApp()
                world.recognizer.delegate = app
                #expect(world.recognizer.delegate != nil)
                app = nil
                #expect(app == nil && world.recognizer.delegate == nil)
                world.recognizer.startListening()
                world.host.go()
                #expect(world.recognizer.recognizerState == .readyToListen)
                #expect(world.times("response").count == 1)
            }
        }

        @Test(
            "3.6 a delegate with the older names is called by them",
            .fact("keenasr-3.6-2", "keenasr-3.6-5"))
        func olderNames() throws {
            try withWorld(["red", "blue"], trigger: "hello computer") { world in
                let app = OlderApp()
                world.recognizer.delegate = app
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                world.host.say("hello computer blue", inMilliseconds: 500, lasting: 1_200)
                world.host.go()
                #expect(app.told == ["trigger", "BLUE"])
            }
        }

        @Test(
            "3.4 the recognizer still listens when the trigger phrase is told",
            .fact("keenasr-3.4-13"))
        func listensAtTrigger() throws {
            try withWorld(["red"], trigger: "hello") { world in
                var seen: KIOSRecognizerState?
                world.acts["trigger"] = { seen = world.recognizer.recognizerState }
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                world.host.say("hello red", inMilliseconds: 500, lasting: 1_200)
                world.host.go()
                #expect(seen == .listening)
            }
        }

        @Test(
            "3.4 the callback about a final response may prepare another graph, or tear down",
            .fact("keenasr-3.4-16"))
        func callsInFinal() throws {
            try withWorld(["red"]) { world in
                let recognizer = world.recognizer
                try KIOSDecodingGraph.create(
                    KIOSGraphPlan(phrases: ["blue"]), named: "other", for: recognizer)
                world.host.onEvent = { event in
                    guard event.kind == "listening" else { return }
                    world.host.say(world.finals.isEmpty ? "red" : "blue", inMilliseconds: 300)
                }
                var isTornDown = false
                world.acts["final"] = {
                    if world.finals.count == 1 {
                        #expect(
                            recognizer.prepareForListeningWithDecodingGraph(
                                withName: "other", withGoPComputation: false))
                        recognizer.startListening()
                    } else {
                        isTornDown = KIOSRecognizer.teardown()
                    }
                }
                recognizer.startListening()
                world.host.go()
                #expect(world.finals.map(\.decodingGraphName) == ["graph", "other"])
                #expect(world.finals.map { $0.result?.text } == ["RED", "BLUE"])
                #expect(isTornDown && KIOSRecognizer.sharedInstance() == nil)
            }
        }

        @Test("3.4 callbacks come on the main actor", .fact("keenasr-3.4-12"))
        func mainActor() async throws {
            let fixtures = try KeenFixtures()
            KIOSRecognizer.standardLocations = fixtures.locations
            let host = SoundHost()
            host.listener = { _, _ in .rejected(nil) }
            let recognizer = try KIOSRecognizer.initialize(
                bundleAtPath: fixtures.bundle(), host: host)
            defer { KIOSRecognizer.teardown() }
            let app = IsolatedApp()
            recognizer.delegate = app
            try KIOSDecodingGraph.create(
                KIOSGraphPlan(phrases: ["red"]), named: "graph", for: recognizer)
            try recognizer.prepare(graphNamed: "graph")
            let heard = Task { try await recognizer.nextResponse() }
            try recognizer.startListening(
                from: .sound(ResponseTests.facts().sound))
            _ = try await heard.value
            #expect(app.count == 1)
        }

        @Test(
            "3.7 a response has a UUID, the graph and the bundle, and is saved by the app only",
            .fact("keenasr-3.2-47", "keenasr-3.7-10", "keenasr-3.7-16"))
        func responseFacts() throws {
            try withWorld { world in
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                world.host.say("red", inMilliseconds: 500)
                world.host.go()
                let response = try #require(world.finals.first)
                #expect(UUID(uuidString: response.responseId) != nil)
                #expect(response.decodingGraphName == "graph")
                #expect(response.asrBundleName == "english")
                #expect(!response.echoCancellation)
                #expect(response.jsonFilename.isEmpty && response.audioFilename.isEmpty)
                #expect(!DiskFile.exists(world.fixtures.locations.recordings))
            }
        }

        @Test(
            "3.9 scores of phones come where they were asked for, and are missing silently else",
            .fact("keenasr-3.7-9", "keenasr-3.9-1"))
        func scores() throws {
            for isWanted in [true, false] {
                // A word of the lexicon: guessed ones have no scores.
                try withWorld(["go"]) { world in
                    try world.recognizer.prepare(graphNamed: "graph", computeGoP: isWanted)
                    world.recognizer.startListening()
                    world.host.advance(milliseconds: 10)
                    world.host.say("go", inMilliseconds: 500)
                    world.host.go()
                    let words = try #require(world.finals.first?.result?.words)
                    let scores = words.flatMap { $0.phones ?? [] }.map(\.pronunciationScore)
                    #expect(scores.contains { $0 != nil } == isWanted)
                    #expect(world.finals.first?.result?.text == "GO")
                }
            }
        }

        @Test(
            "3.2 stopListening at the very frame of a rule gives no response either",
            .fact("keenasr-3.2-28"))
        func stopsAtRule() throws {
            try withWorld { world in
                world.recognizer.setVADParameter(.timeoutForNoSpeech, toValue: 1)
                world.recognizer.startListening()
                // The start counts from the next frame, and so does the stop.
                world.host.advance(milliseconds: 1_000)
                world.recognizer.stopListening()
                world.host.go()
                #expect(world.told == [])
                #expect(world.recognizer.recognizerState == .readyToListen)
            }
        }

        @Test(
            "3.4 the recognizer is ready at the final response, also where the app calls then",
            .fact("keenasr-3.4-11"))
        func readyAtCall() throws {
            try withWorld { world in
                var seen: KIOSRecognizerState?
                world.acts["final"] = { seen = world.recognizer.recognizerState }
                world.recognizer.setVADParameter(.timeoutForNoSpeech, toValue: 1)
                world.recognizer.startListening()
                world.host.advance(milliseconds: 1_000)
                #expect(world.recognizer.activateAudioStack())
                world.host.go()
                #expect(seen == .readyToListen)
            }
        }

        @Test(
            "3.2 stopListening in a callback drops those that wait behind it",
            .fact("keenasr-3.2-28"))
        func stopsInCallback() throws {
            try withWorld(["red"], trigger: "hello") { world in
                world.acts["trigger"] = { world.recognizer.stopListening() }
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                // One step of the machine tells of the phrase and of the words after it.
                world.host.say("hello red", inMilliseconds: 500, lasting: 100)
                world.host.go()
                #expect(world.told == ["trigger"])
            }
        }
    }
}
