import Testing
import VoiceRecognition
import VoiceRun
import VoiceTestSupport

@testable import VoiceKit

/// People who were recorded, as sound and simulated.
// The recordings are not part of the package: without the variable the suite is skipped.
@MainActor
@Suite(
    "Recorded people, as sound and simulated",
    .enabled(
        if: Corpus.folder != nil && SpeechModel().isInstalled,
        "set VOICETEST_SPEECH_CORPUS to a speech corpus, and install pocketsphinx-en-us"))
struct RecordedPeopleTests {
    @Test("a listen goes the same way in both worlds, within a hop")
    func listen() async throws {
        let (count, differences) = try await CorpusWorlds().differing(
            "VoiceKit"
        ) { host, _ in
            let io = RealVoiceIO(
                config: VoiceIOConfig(ttsSuppressAfterFinish: 0), host: host, environment: [:])
            host.perform { _ = try await io.listen(timeout: 12, inactivity: 1, record: false) }
            return io
        }
        #expect(count > 0 && differences.isEmpty)
    }
}
