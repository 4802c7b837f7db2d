import Testing
import VoiceJSON
import VoiceTestSupport

@testable import VoiceFlow

/// The document quotes elements without the list around them; these are such lists.
@Suite("Fragments of the document in brackets")
struct DocumentFragmentTests {
    private static let targets = [
        "VA_VFM_AIChat_Process_RentryModule", "VA_VFM_AIChat_PlayAudio_NotAbleToListen",
        "VA_VFM_AIChat_PlayAudio_CannotPlayPrompt",
        "VA_VFM_AIChat_PlayAudio_HavingTechnicalIssueListening",
        "VA_VFM_AIChat_Process_AudioListenerCommand", "VA_VFM_AIChat_Process_SleepModeRequested",
        "VA_VFM_AIChat_Process_ShutdownModeRequested",
    ]

    private func errors(flow: String) throws -> [String] {
        let set = try FlowSet(flow: (Array(flow.utf8), "flow"), prompts: nil, map: nil)
        return set.findings.map(\.message)
    }

    @Test("a fragment of prompts loads as it stands", .fact("voiceflow-4-20"))
    func prompts() throws {
        var content = RunnerContent()
        let found = try content.loadPrompts(Array(DocumentFiles.chatPrompts.utf8), "prompts")
        #expect(found == [])
        #expect(content.prompts.keys.sorted() == ["P_AIChat_ChatResponseText"])
    }

    @Test(
        "the listener alone is refused, and everything it lacks is named", .fact("voiceflow-4-20"))
    func listenerAlone() throws {
        #expect(
            try errors(flow: "[\(DocumentFiles.chatListener)]")
                == ["The flow has no module VF_START.", "The flow has no module VF_END."]
                + Self.targets.map { "No module is named \"\($0)\"." })
    }

    @Test("the listener loads with the modules that it names and the ends", .fact("voiceflow-4-20"))
    func listenerAmongOthers() throws {
        let others = Self.targets.map { Files.module($0, "process") }
        let listener = DocumentFiles.chatListener
        let flow =
            [Files.module("VF_START", "node", to: "VA_VFM_AIChat_AudioListener_ChatResponse")]
            + others + [Files.module("VF_END", "node", to: "")]
        #expect(try errors(flow: "[\(listener) \(flow.joined(separator: ", "))]") == [])
        var content = RunnerContent()
        #expect(try content.loadFlow(Array(DocumentFiles.chatFlow.utf8), "flow") == [])
    }
}
