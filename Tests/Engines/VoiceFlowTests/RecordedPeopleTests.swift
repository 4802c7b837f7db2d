import Testing
import VoiceRecognition
import VoiceRun
import VoiceTestSupport

@testable import VoiceFlow

/// People who were recorded, as sound and simulated.
// The recordings are not part of the package: without the variable the suite is skipped.
@MainActor
@Suite(
    "Recorded people, as sound and simulated",
    .enabled(
        if: Corpus.folder != nil && SpeechModel().isInstalled,
        "set VOICETEST_SPEECH_CORPUS to a speech corpus, and install pocketsphinx-en-us"))
struct RecordedPeopleTests {
    @Test("a dialog goes the same way in both worlds, within a hop")
    func dialog() async throws {
        let rules = Corpus.digits.map { #"{ "input": "\#($0)", "goTo": "Digit" }"# }
        let module = Files.dialog(
            [], id: "M", listens: #""vadParams": {"enableVAD": true}"#,
            goTo: #""userInputCollection": [\#(rules.joined(separator: ", "))]"#)
        let flow = String(
            decoding: Files.flow([module, Files.module("Digit", "node")], from: "M"),
            as: UTF8.self)
        let (count, differences) = try await CorpusWorlds().differing("VoiceFlow") {
            host, _ in
            let runner = STVoiceFlowRunner(host: host)
            runner.initialize()
            runner.loadAudioPromptModules(jsonData: "[]")
            #expect(runner.loadVoiceflow(jsonData: flow) == .ST_SUCCESS)
            #expect(runner.runVoiceflow() == .ST_SUCCESS)
            return runner
        }
        #expect(count > 0 && differences.isEmpty)
    }
}
