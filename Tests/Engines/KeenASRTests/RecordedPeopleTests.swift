import Testing
import VoiceRecognition
import VoiceRun
import VoiceTestSupport

@testable import KeenASR

extension RecognizerSuite {
    /// People who were recorded, as sound and simulated.
    // The recordings are not part of the package: without the variable the suite is skipped.
    @MainActor
    @Suite(
        "Recorded people, as sound and simulated",
        .enabled(
            if: Corpus.folder != nil && SpeechModel().isInstalled,
            "set VOICETEST_SPEECH_CORPUS to a speech corpus, and install pocketsphinx-en-us"))
    struct RecordedPeopleTests {
        @Test("a recognizer listens the same way in both worlds, within a hop")
        func listening() async throws {
            let fixtures = try KeenFixtures()
            KIOSRecognizer.standardLocations = fixtures.locations
            let bundle = fixtures.folder.path("english")
            let worlds = try CorpusWorlds()
            let model = try fixtures.installedModel(saying: Corpus.digits + worlds.phrases)
            _ = try KIOSASRBundle.make(at: bundle, model: model)
            defer { Self.close() }
            var made: Set<String> = []
            let (count, differences) = try await worlds.differing(
                "KeenASR"
            ) { host, recording in
                Self.close()
                let recognizer = try KIOSRecognizer.initialize(bundleAtPath: bundle, host: host)
                let name = recording.isDigit ? "digits" : "phrases"
                if made.insert(name).inserted {
                    let phrases = recording.isDigit ? Corpus.digits : worlds.phrases
                    try KIOSDecodingGraph.create(
                        KIOSGraphPlan(phrases: phrases), named: name, for: recognizer)
                }
                try recognizer.prepare(graphNamed: name)
                #expect(recognizer.startListening(nil))
                return recognizer
            }
            #expect(count > 0 && differences.isEmpty)
        }

        private static func close() {
            KIOSRecognizer.sharedInstance()?.stopListening()
            KIOSRecognizer.teardown()
        }
    }
}
