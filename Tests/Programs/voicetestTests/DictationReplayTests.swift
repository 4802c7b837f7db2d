import Testing

@Suite("Sessions heard by the general language model")
struct DictationReplayTests {
    private let program = Program()

    @Test("replay alike whatever the same process replayed before")
    func independent() throws {
        let folder = "\(Program.package)/Corpora/saykit-speech"
        let outcome = try program.run([
            "replay", "--jobs", "1", "\(folder)/quantities.vsession", "\(folder)/commands.vsession",
        ])
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.messages)")
        #expect(outcome.output.contains("2 sessions: 2 agree, 0 do not"), "\(outcome.output)")
    }
}
