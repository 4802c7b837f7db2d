import Foundation
import Testing
import VoiceRun
import VoiceSynthesis
import VoiceTestSupport

@testable import SayKit

@MainActor
@Suite("A conversation that cannot speak or begin", .serialized)
struct MuteTests {
    private func told(_ body: () async throws -> Void) async rethrows -> [String] {
        var lines: [String] = []
        SAYConversationManager.logHandler = { lines.append($0) }
        defer { SAYConversationManager.logHandler = nil }
        try await body()
        return lines
    }

    @Test(
        "says what is missing where nothing can speak", .fact("saykit-interface-4.10-3"))
    func withoutSpeech() async throws {
        let lines = await told {
            let host = UnpacedHost()
            host.studio = RunStudio(
                synthesizer: SpeechSynthesizer(
                    program: "/nowhere/voicetest-speak", cacheFolder: nil))
            let conversation = SAYConversationManager(host: host)
            let sure = SAYConfirmationRequest(prompt: SAYVoicePrompt(message: "Sure?"))
            _ = try? await conversation.presenter.answer(of: sure)
            conversation.shutDown()
        }
        // Other conversations of this process write to the same handler.
        let own = lines.filter { $0.contains("/nowhere/voicetest-speak") }
        #expect(!own.isEmpty && own.allSatisfy { $0.hasPrefix("cannot speak: ") }, "\(lines)")
    }

    @Test("says what to set where no host is set", .fact("saykit-interface-4.10-3"))
    func withoutHost() async throws {
        let lines = await told {
            let conversation = SAYConversationManager()
            let sure = SAYConfirmationRequest(prompt: SAYVoicePrompt(message: "Sure?"))
            _ = try? await conversation.presenter.answer(of: sure)
        }
        #expect(lines.contains { $0.contains("SAYConversationManager.makeHost") }, "\(lines)")
    }

    @Test("a number is an NSNumber where the app expects one", .fact("saykit-interface-4.4-8"))
    func number() {
        let result: SAYNumericalResult? = SAYNumericalResult(
            number: ExactNumber(figures: "2.5"), error: nil)
        let number: NSNumber? = result?.number
        #expect(number == NSNumber(value: 2.5))
        #expect((result?.number as NSNumber?)?.doubleValue == 2.5)
        #expect(result?.number?.figures == "2.5")
        let whole: NSNumber? = SAYNumericalResult(number: 7, error: nil).number
        #expect(whole?.intValue == 7)
    }
}
