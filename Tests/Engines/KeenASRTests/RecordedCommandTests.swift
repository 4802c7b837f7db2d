import Foundation
import KeenASR
import Testing
import VoiceAudio
import VoiceRecognition
import VoiceRun
import VoiceTestSupport

extension RecognizerSuite {
    /// People who were recorded, one recognizer for all of them.
    // The recordings are not part of the package: without the variable the suite is skipped.
    @MainActor
    @Suite(
        "Recorded people that one recognizer hears",
        .enabled(
            if: Corpus.folder != nil && SpeechModel().isInstalled,
            "set VOICETEST_SPEECH_CORPUS to a speech corpus, and install pocketsphinx-en-us"))
    struct RecordedCommandTests {
        private let fixtures: KeenFixtures
        private let bundle: String

        init() throws {
            fixtures = try KeenFixtures()
            KIOSRecognizer.standardLocations = fixtures.locations
            bundle = fixtures.folder.path("english")
        }

        /// What a response says, in words.
        private func answer(
            to sound: MonoSound, by recognizer: KIOSRecognizer
        ) async throws -> String {
            let response = try await recognizer.listen(from: .sound(sound))
            let words = response.result?.words ?? []
            let times = words.map { "\($0.startTime?.doubleValue ?? -1)" }
            return "\(response.result?.text ?? "nothing") \(times) \(response.audioDuration)"
                + " \(response.endRule.map { "\($0)" } ?? "end")"
        }

        private func recognizer(
            _ phrases: [String], trigger: String? = nil
        ) throws -> KIOSRecognizer {
            let recognizer = try KIOSRecognizer.initialize(bundleAtPath: bundle, host: SoundHost())
            try KIOSDecodingGraph.create(
                KIOSGraphPlan(phrases: phrases, trigger: trigger), named: "graph",
                for: recognizer)
            try recognizer.prepare(graphNamed: "graph")
            return recognizer
        }

        /// The sound from its first to its last loud sample.
        private func tight(_ sound: MonoSound) -> MonoSound {
            let isLoud = { (sample: Int16) in sample.magnitude > 400 }
            guard let first = sound.samples.firstIndex(where: isLoud),
                let last = sound.samples.lastIndex(where: isLoud)
            else { return sound }
            return MonoSound(
                sampleRate: sound.sampleRate, samples: Array(sound.samples[first...last]))
        }

        @Test("the order of files changes no answer, the first one too", .fact("keenasr-3.15-7"))
        func orders() async throws {
            let all = try Corpus.recordings().filter { $0.isDigit || $0.name.hasPrefix("commands") }
            let count = min(all.count, Corpus.wantedClips ?? 6)
            let clips = (0..<count).map { all[$0 * all.count / count] }
            let phrases = Set(clips.map(\.words)).sorted()
            _ = try KIOSASRBundle.make(
                at: bundle, model: fixtures.installedModel(saying: phrases), copiesModel: false)
            let places = Array(clips.indices)
            let middle = count / 2
            let orders = [
                places, places.reversed(), Array(places[middle...] + places[..<middle]),
            ]
            var answers: [Int: Set<String>] = [:]
            for order in orders {
                let recognizer = try recognizer(phrases)
                defer { KIOSRecognizer.teardown() }
                for place in order {
                    let sound = tight(try Corpus.clip(clips[place].name))
                    answers[place, default: []].insert(
                        try await answer(to: sound, by: recognizer))
                }
            }
            let differing = answers.filter { $0.value.count > 1 }
            print("KeenASR: \(differing.count) of \(count) recordings depend on the order")
            #expect(differing.isEmpty, "\(differing.map { (clips[$0.key].name, $0.value) })")
        }

        @Test(
            "after a trigger phrase a digit is understood as well as alone",
            .fact("keenasr-3.8-18"))
        func commands() async throws {
            // The sorted digits end with those of 18 people.
            let clips = try Corpus.recordings().filter(\.isDigit).suffix(18)
            let phrases = try Corpus.recordings().filter { $0.words == "computer" }
            _ = try KIOSASRBundle.make(
                at: bundle, model: fixtures.installedModel(saying: Corpus.digits + ["computer"]),
                copiesModel: false)
            let recognizer = try recognizer(Corpus.digits, trigger: "computer")
            defer { KIOSRecognizer.teardown() }
            var misheard: [String] = []
            for (place, clip) in clips.enumerated() {
                let phrase = tight(try Corpus.clip(phrases[place % phrases.count].name)).samples
                let pause = [Int16](repeating: 0, count: 4_800 * (place % 3))
                let command = try Corpus.clip(clip.name).samples
                let rest = [Int16](repeating: 0, count: 32_000)
                let response = try await recognizer.listen(
                    from: .sound(
                        MonoSound(sampleRate: 16_000, samples: phrase + pause + command + rest)))
                let text = response.result?.text ?? "nothing"
                if text != clip.words.uppercased()
                    || response.endRule != .timeoutEndSilenceForGoodMatch
                {
                    misheard.append("\(clip.name): \(text)")
                }
            }
            print("KeenASR: \(misheard.count) of \(clips.count) commands after a trigger misheard")
            // One of these people is misheard without a trigger phrase, too.
            #expect(misheard.count <= 1, "\(misheard)")
        }
    }
}
