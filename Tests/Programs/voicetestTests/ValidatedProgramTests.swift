import Testing
import VoiceJSON
import VoiceTestSupport

/// A program whose keeping of the protocol is checked.
@Suite("voicetest validate --program-command")
struct ValidatedProgramTests {
    private let program = Program()

    private func validate(_ command: String, _ more: [String] = []) throws -> Program.Outcome {
        try program.run(["validate", "--program-command", command] + more)
    }

    private func child(_ way: String) -> String {
        "/usr/bin/python3 -ISB \(Program.package)/Tests/Clients/Conformance/child.py \(way)"
    }

    @Test("takes a program that keeps the protocol, and says what it did not see")
    func good() throws {
        let outcome = try validate(child(""))
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.messages)")
        #expect(outcome.output.contains("0 errors, 0 warnings in "))
        #expect(outcome.output.contains("not checked: calls that stay open"))
    }

    @Test("names the broken rule, in both forms")
    func broken() throws {
        let outcome = try validate(child("goesOnBehindEnded"))
        #expect(outcome.status == 1)
        #expect(
            outcome.output.contains(
                "/usr/bin/python3: error: the program does something behind \"ended\""))
        #expect(outcome.output.contains("[over]"))
        let json = try validate(child("nameless"), ["--format", "json"])
        #expect(json.status == 1)
        let facts = try JSONReader.value(of: Array(json.output.utf8)).object
        #expect(facts?["findings"]?.array?.first?.object?["rule"] == "ready")
    }

    @Test("tells what a program that ended too soon wrote to standard error")
    func crash() throws {
        let outcome = try validate(child("wantsAll"))
        #expect(outcome.status == 1)
        #expect(outcome.messages.contains("program: KeyError: 'durations'"))
    }

    @Test("refuses what cannot be checked")
    func refusals() throws {
        #expect(try validate("/no/such/program").status == 69)
        #expect(try validate("\"open").status == 64)
        #expect(try validate(child(""), ["flow.json"]).status == 64)
        #expect(try program.run(["validate"]).status == 64)
    }
}
