import Testing
import VoiceAudio
import VoiceRecognition
import VoiceRun
import VoiceTestSupport
import VoiceTime

@testable import KeenASR

extension RecognizerSuite {
    @MainActor
    @Suite("Speech that gives no word")
    struct WordlessSpeechTests {
        @Test(
            "3.5 rule A ends listening after a cough too, where silence may be long",
            .fact("keenasr-3.5-5"))
        func cough() throws {
            try withWorld { world in
                world.recognizer.setVADParameter(.timeoutEndSilenceForAnyMatch, toValue: 60)
                world.recognizer.startListening()
                world.host.advance(milliseconds: 10)
                world.host.say(nil, inMilliseconds: 1_000, lasting: 100)
                world.host.go()
                #expect(world.finals.first?.endRule == .timeoutForNoSpeech)
                #expect(world.lasted == 10_000)
            }
        }

        @Test(
            "3.5 words that are judged as noise at a pause are no good match",
            .fact("keenasr-3.5-11"))
        func judged() async throws {
            let fixtures = try KeenFixtures()
            KIOSRecognizer.standardLocations = fixtures.locations
            let host = SoundHost()
            host.listener = { utterance, isOver in
                let isNoise = isOver || utterance.isPaused
                return .final(
                    Hypothesis(text: isNoise ? "<SPOKEN_NOISE>" : "red", confidence: 900, words: [])
                )
            }
            let recognizer = try KIOSRecognizer.initialize(
                bundleAtPath: fixtures.bundle(replacing: true), host: host)
            defer { KIOSRecognizer.teardown() }
            try KIOSDecodingGraph.create(
                KIOSGraphPlan(phrases: ["red"]), named: "graph", for: recognizer)
            try recognizer.prepare(graphNamed: "graph")
            let heard = Task { try await recognizer.nextResponse() }
            try recognizer.startListening(from: .sound(ResponseSoundTests.sound))
            let response = try await heard.value
            #expect(response.endRule == .timeoutEndSilenceForAnyMatch)
            #expect(response.result?.text == "<SPOKEN_NOISE>")
        }

        @Test(
            "3.8 speech outside of the graph is <SPOKEN_NOISE>, and nothing where it is off",
            .fact("keenasr-3.5-11", "keenasr-3.8-10"))
        func noise() throws {
            let noise = (
                text: "<SPOKEN_NOISE>", rule: KIOSVadParameter.timeoutEndSilenceForAnyMatch
            )
            for (probability, text, rule) in [
                (Float(0.5), noise.text, noise.rule), (0, nil, .timeoutForNoSpeech),
            ] {
                try withWorld(noise: probability) { world in
                    world.recognizer.startListening()
                    world.host.advance(milliseconds: 10)
                    world.host.say(nil, inMilliseconds: 200, lasting: 500)
                    world.host.go()
                    #expect(world.finals.first?.result?.text == text)
                    #expect(world.finals.first?.endRule == rule)
                }
            }
        }
    }
}
