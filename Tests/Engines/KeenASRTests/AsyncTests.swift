import Foundation
import Testing
import VoiceAudio
import VoiceRecognition
import VoiceRun
import VoiceTestSupport
import VoiceTime

@testable import KeenASR

extension RecognizerSuite {
    @MainActor
    @Suite("Swift ways beside the delegate")
    struct AsyncTests {
        @Test("3.15 listen waits for the final response", .fact("keenasr-3.15-1"))
        func listens() async throws {
            let world = try KeenWorld(phrases: KeenWorld.colors)
            let heard = world.host.perform { try await world.recognizer.listen() }
            world.host.advance(milliseconds: 10)
            world.host.say("blue", inMilliseconds: 300)
            world.host.go()
            #expect(try await heard.value.result?.text == "BLUE")
            #expect(world.told == ["partial", "final"])
            world.close()
        }

        @Test(
            "3.2 a stop that returns the final response, of which no delegate is told",
            .fact("keenasr-3.2-46"))
        func stopsWithResponse() async throws {
            let world = try KeenWorld(phrases: KeenWorld.colors)
            world.recognizer.startListening()
            world.host.advance(milliseconds: 10)
            world.host.say("blue", inMilliseconds: 100, lasting: 400)
            world.host.advance(milliseconds: 700)
            let stopped = world.host.perform {
                try await world.recognizer.stopListeningAndReturnFinalResponse()
            }
            world.host.go()
            let response = try await stopped.value
            #expect(response.result?.text == "BLUE")
            #expect(response.endRule == nil)
            #expect(world.told == ["partial"])
            let refused = world.host.perform {
                try await world.recognizer.stopListeningAndReturnFinalResponse()
            }
            await #expect(
                throws: KIOSRecognizerError.refused(
                    call: "stopListeningAndReturnFinalResponse", .notListening)
            ) { try await refused.value }
            world.close()
        }

        @Test("streams of partial results and final responses end with teardown")
        func streams() async throws {
            let world = try KeenWorld(phrases: KeenWorld.colors)
            let texts = world.host.perform {
                var texts: [String] = []
                for await result in world.recognizer.partialResults {
                    texts.append(result.text)
                    if texts.count == 2 { break }
                }
                return texts
            }
            let rules = world.host.perform {
                var rules: [KIOSVadParameter?] = []
                for await response in world.recognizer.finalResponses {
                    rules.append(response.endRule)
                }
                return rules
            }
            world.recognizer.startListening()
            world.host.advance(milliseconds: 10)
            world.host.say("red car", inMilliseconds: 300, lasting: 800)
            world.host.go()
            #expect(try await texts.value == ["RED", "RED CAR"])
            KIOSRecognizer.teardown()
            world.host.go()
            #expect(try await rules.value == [.timeoutEndSilenceForGoodMatch])
        }

        private func listener(_ lines: [ScriptedLine]) -> (Utterance, Bool) -> RecognitionOutcome {
            let recognizer = ScriptedRecognizer(lines: lines)
            return { utterance, isOver in
                guard !isOver else { return recognizer.recognize(utterance) }
                return recognizer.recognizeSoFar(utterance).map { .final($0) } ?? .rejected(nil)
            }
        }

        @Test(
            "3.2 startListening(from:) hears a sound and ends with it; the response has it",
            .fact("keenasr-3.2-45"))
        func hearsSound() async throws {
            let fixtures = try KeenFixtures()
            KIOSRecognizer.standardLocations = fixtures.locations
            let host = SoundHost()
            host.listener = listener([])
            let recognizer = try KIOSRecognizer.initialize(
                bundleAtPath: fixtures.bundle(), host: host)
            try KIOSDecodingGraph.create(
                KIOSGraphPlan(phrases: ["red"]), named: "graph", for: recognizer)
            try recognizer.prepare(graphNamed: "graph")
            let heard = Task { try await recognizer.nextResponse() }
            let sound = MonoSound(
                sampleRate: 16_000, samples: [Int16](repeating: 0, count: 32_000))
            let id = try recognizer.startListening(from: .sound(sound))
            let response = try await heard.value
            #expect(response.responseId == id)
            #expect(response.endRule == nil)
            #expect(abs(response.audioDuration - 2) < 0.05)
            #expect(response.audioQualityResult != nil)
            #expect(throws: KIOSRecognizerError.sound(.unsupportedRate(rate: 3))) {
                try recognizer.startListening(from: .stream(AsyncStream { nil }, sampleRate: 3))
            }
            #expect(KIOSRecognizer.teardown())
        }

        @Test(
            "3.2 a stream of another rate is converted, however it is cut into blocks",
            .fact("keenasr-3.2-45"), arguments: [8_000, 16_000, 44_100])
        func convertsStream(rate: Int) async throws {
            let samples = SpeechLikeSound.syllables(frames: rate, sampleRate: rate)
            let whole = try RateConverter.convert(
                MonoSound(sampleRate: rate, samples: samples), to: 16_000)
            for size in [rate, 441] {
                let stream = AsyncStream<[Int16]> { continuation in
                    for start in stride(from: 0, to: samples.count, by: size) {
                        let end = min(start + size, samples.count)
                        continuation.yield(Array(samples[start..<end]))
                    }
                    continuation.finish()
                }
                let opened = try OpenSound(.stream(stream, sampleRate: rate), rate: 16_000)
                guard case .stream(let next) = opened else {
                    Issue.record("a stream is no whole sound")
                    return
                }
                var heard: [Int16] = []
                while let block = await next() { heard += block }
                #expect(heard == whole.samples)
            }
        }

        @Test(
            "3.2 startListening(from:) is refused by a world that hears no sound",
            .fact("keenasr-3.2-45"))
        func refusesSound() throws {
            try withWorld { world in
                #expect(throws: KIOSRecognizerError.takesNoSound) {
                    try world.recognizer.startListening(from: .file(path: "a.wav"))
                }
            }
        }
    }
}
