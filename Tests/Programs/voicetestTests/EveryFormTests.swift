import Testing

@testable import voicetest

@Suite("Every form of report")
struct EveryFormTests {
    private let program = Program()

    @Test(
        "says what keeps a run from being complete, and which stage replays begin from",
        arguments: Program.forms)
    func incompleteRun(form: String) throws {
        let session = "\(Program.package)/Corpora/shutdown/field-set.vsession"
        let outcome = try program.run([
            "replay", session, "nothing.vsession", "--from", "words", "--format", form,
            "--no-self-test",
        ])
        #expect(outcome.status == 66)
        let text = outcome.output + outcome.messages
        #expect(text.contains("nothing.vsession: no such file or folder"))
        let start = ["json": "\"from\": \"words\"", "sarif": "\"words\": 1"]
        #expect(outcome.output.contains(start[form] ?? "replayed from words"))
    }
}
