import Testing
import VoiceRecognition
import VoiceRun
import VoiceTestSupport

@testable import SayKit

/// People who were recorded, as sound and simulated.
// The recordings are not part of the package: without the variable the suite is skipped.
@MainActor
@Suite(
    "Recorded people, as sound and simulated",
    .enabled(
        if: Corpus.folder != nil && SpeechModel().isInstalled,
        "set VOICETEST_SPEECH_CORPUS to a speech corpus, and install pocketsphinx-en-us"))
struct RecordedPeopleTests {
    @Test("a request goes the same way in both worlds, within a hop")
    func request() async throws {
        let (count, differences) = try await CorpusWorlds().differing(
            "SayKit", after: 1_500,
            preparing: { host in
                // Prompts are as long as with sound.
                (host as? SimulatedHost)?.millisecondsPerLetter = nil
            },
            { host, recording in
                let conversation = SAYConversationManager(host: host)
                let request: SAYVoiceRequest =
                    recording.isDigit
                    ? SAYSelectRequest(itemLabels: Corpus.digits, promptText: "Say.") { _ in }
                    : SAYStringRequest(promptText: "Say.") { _ in }
                #expect(conversation.presentVoiceRequest(request))
                return conversation
            })
        #expect(count > 0 && differences.isEmpty)
    }
}
