import Testing
import VoiceAudio
import VoiceJSON
import VoiceRecognition
import VoiceRun
import VoiceTestSupport
import VoiceTrace

@testable import KeenASR

extension RecognizerSuite {
    @MainActor
    @Suite("Other readings")
    struct AlternativeTests {
        /// A recognizer that has so many other readings of whatever it hears.
        private func listener(_ text: String, others: [String]) -> (Utterance, Bool)
            -> RecognitionOutcome
        {
            { utterance, _ in
                let start = utterance.start
                let words = text.split(separator: " ").enumerated().map { index, word in
                    RecognizedWord(
                        text: String(word),
                        range: start + Int64(index) * 1_600..<start + Int64(index + 1) * 1_600,
                        confidence: 900)
                }
                let readings = others.prefix(utterance.alternatives).enumerated().map {
                    AlternativeReading(text: $1, distance: $0)
                }
                return .final(
                    Hypothesis(text: text, confidence: 900, words: words, alternatives: readings))
            }
        }

        private func response(
            asking count: Int, trigger: String? = nil, _ text: String, others: [String]
        ) async throws -> (response: KIOSResponse, parameter: Int64?) {
            let fixtures = try KeenFixtures()
            KIOSRecognizer.standardLocations = fixtures.locations
            let host = SoundHost()
            host.listener = listener(text, others: others)
            let recognizer = try KIOSRecognizer.initialize(
                bundleAtPath: fixtures.bundle(), host: host)
            defer { KIOSRecognizer.teardown() }
            try KIOSDecodingGraph.create(
                KIOSGraphPlan(phrases: ["read two", "go up"], trigger: trigger),
                named: "graph", for: recognizer)
            try recognizer.prepare(graphNamed: "graph")
            recognizer.maximumAlternatives = count
            let heard = Task { try await recognizer.nextResponse() }
            try recognizer.startListening(from: .sound(ResponseSoundTests.sound))
            let response = try await heard.value
            let parameter = recognizer.run?.events.last {
                $0.fields["name"]?.string == "setAlternatives"
            }
            return (response, parameter?.fields["value"]?.integer)
        }

        @Test(
            "3.15 a final result holds as many other readings as are asked for, its JSON too",
            .fact("keenasr-3.15-4"))
        func holdsReadings() async throws {
            let (response, asked) = try await response(
                asking: 2, "read two", others: ["read", "red two#drop", "go up"])
            #expect(response.result?.alternatives == ["READ", "RED TWO#drop"])
            #expect(asked == 2)
            let json = try #require(JSONReader.value(of: Array(response.json.utf8)).object)
            #expect(json["result"]?.object?["alternatives"]?.array == ["READ", "RED TWO#drop"])
        }

        @Test("3.15 no other reading is held where none is asked for", .fact("keenasr-3.15-4"))
        func holdsNone() async throws {
            let (response, asked) = try await response(
                asking: 0, "read two", others: ["read", "go up"])
            #expect(response.result?.text == "READ TWO")
            #expect(response.result?.alternatives == [])
            #expect(asked == nil)
        }

        @Test("other readings lack the trigger phrase too")
        func dropsTrigger() async throws {
            let (response, _) = try await response(
                asking: 20, trigger: "hello", "hello go up",
                others: ["hello read two", "hello", "go up"])
            #expect(response.result?.text == "GO UP")
            #expect(response.result?.alternatives == ["READ TWO"])
        }

        @Test("a number of readings out of range becomes the nearest one that is taken")
        func clamps() throws {
            try withWorld { world in
                world.recognizer.maximumAlternatives = -3
                #expect(world.recognizer.maximumAlternatives == 0)
                world.recognizer.maximumAlternatives = 1_000
                #expect(world.recognizer.maximumAlternatives == 20)
                world.host.advance(milliseconds: 10)
                let values = world.events.filter { $0.fields["name"] == "setAlternatives" }
                    .map { $0.fields["value"]?.integer }
                #expect(values == [20])
            }
        }
    }
}
