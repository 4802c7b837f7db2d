import Foundation
import KeenASR
import Testing
import VoiceAudio
import VoiceRecognition
import VoiceRun
import VoiceSynthesis
import VoiceTestSupport

private let canSpeak = (try? SpeechSynthesizer(cacheFolder: nil).engineVersion()) != nil

extension RecognizerSuite {
    @Suite(
        "Sounds that one recognizer hears one after the other",
        .enabled(
            if: SpeechModel().isInstalled && canSpeak,
            "voicetest-speak or the package pocketsphinx-en-us is not there"))
    @MainActor
    struct SoundOrderTests {
        /// What a response says of a sound, in seconds from its begin.
        private struct Answer: Equatable {
            var text: String?
            var times: [Double?]
            var endRule: KIOSVadParameter?
            var seconds: Double
        }

        private static let phrases = ["go to sleep", "nine", "play some music"]
        private let fixtures: KeenFixtures

        init() throws {
            fixtures = try KeenFixtures()
            KIOSRecognizer.standardLocations = fixtures.locations
        }

        /// A word from the first sample on, one in a room that is not silent, and a quiet one; none
        /// is a whole number of hops.
        private func sounds() throws -> [MonoSound] {
            let synthesizer = SpeechSynthesizer(cacheFolder: nil)
            let spoken = try Self.phrases.map {
                try RateConverter.convert(
                    synthesizer.render(SpeechRequest(text: $0)), to: 16_000
                ).samples
            }
            var noise: UInt32 = 1
            var inRoom = (0..<40_077).map { _ -> Int16 in
                noise = noise &* 1_664_525 &+ 1_013_904_223
                return Int16(truncatingIfNeeded: Int32(noise >> 24) - 128)
            }
            for (place, sample) in spoken[1].enumerated() { inRoom[8_000 + place] += sample / 2 }
            let silence = [Int16](repeating: 0, count: 40_033)
            return [spoken[0] + silence, inRoom, silence + spoken[2].map { $0 / 8 } + silence]
                .map { MonoSound(sampleRate: 16_000, samples: $0) }
        }

        /// The answers to sounds in the order in which one recognizer hears them.
        private func answers(to sounds: [MonoSound], _ bundle: String) async throws -> [Answer] {
            let recognizer = try KIOSRecognizer.initialize(bundleAtPath: bundle, host: SoundHost())
            defer { KIOSRecognizer.teardown() }
            try KIOSDecodingGraph.create(
                KIOSGraphPlan(phrases: Self.phrases), named: "graph", for: recognizer)
            try recognizer.prepare(graphNamed: "graph")
            var answers: [Answer] = []
            for sound in sounds {
                let response = try await recognizer.listen(from: .sound(sound))
                let words = response.result?.words ?? []
                answers.append(
                    Answer(
                        text: response.result?.text,
                        times: words.map { $0.startTime?.doubleValue },
                        endRule: response.endRule, seconds: response.audioDuration))
            }
            return answers
        }

        @Test("get the same answers in other orders")
        func ignoresOrder() async throws {
            let bundle = fixtures.folder.path("english")
            _ = try KIOSASRBundle.make(
                at: bundle, model: fixtures.installedModel(saying: Self.phrases),
                copiesModel: false)
            let sounds = try sounds()
            let first = try await answers(to: sounds, bundle)
            #expect(first.map(\.text) == ["GO TO SLEEP", "NINE", "PLAY SOME MUSIC"])
            for order in [[2, 1, 0], [1, 1, 1]] {
                let again = try await answers(to: order.map { sounds[$0] }, bundle)
                #expect(again == order.map { first[$0] }, "in the order \(order)")
            }
        }

        @Test("the first sound that a recognizer hears is heard as all others are")
        func firstSound() async throws {
            let bundle = fixtures.folder.path("english")
            _ = try KIOSASRBundle.make(
                at: bundle, model: fixtures.installedModel(saying: Self.phrases),
                copiesModel: false)
            // Speech touches both ends.
            let sound = try sounds()[0]
            let isLoud = { (sample: Int16) in sample.magnitude > 200 }
            let first = try #require(sound.samples.firstIndex(where: isLoud))
            let last = try #require(sound.samples.lastIndex(where: isLoud))
            let tight = MonoSound(
                sampleRate: 16_000, samples: Array(sound.samples[first...last]))
            let answers = try await answers(to: Array(repeating: tight, count: 4), bundle)
            #expect(answers.allSatisfy { $0 == answers[1] }, "\(answers)")
        }

        @Test(
            "a response that came before it was asked for is kept, once",
            .fact("keenasr-3.15-6"))
        func keepsResponse() async throws {
            let bundle = fixtures.folder.path("english")
            _ = try KIOSASRBundle.make(
                at: bundle, model: fixtures.installedModel(saying: Self.phrases),
                copiesModel: false)
            let recognizer = try KIOSRecognizer.initialize(bundleAtPath: bundle, host: SoundHost())
            defer { KIOSRecognizer.teardown() }
            try KIOSDecodingGraph.create(
                KIOSGraphPlan(phrases: Self.phrases), named: "graph", for: recognizer)
            try recognizer.prepare(graphNamed: "graph")
            let sounds = try sounds()
            let finals = recognizer.finalResponses
            let id = try recognizer.startListening(from: .sound(sounds[0]))
            var reader = finals.makeAsyncIterator()
            #expect(await reader.next()?.responseId == id)
            #expect(try await recognizer.nextResponse().responseId == id)
            // The next one is waited for, not the one before given again.
            async let next = recognizer.nextResponse()
            let later = try recognizer.startListening(from: .sound(sounds[1]))
            #expect(try await next.responseId == later)
        }
    }
}
