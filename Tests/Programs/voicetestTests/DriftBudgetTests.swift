import Foundation
import Testing
import VoiceFiles
import VoiceTestSupport

/// What an ordinary edit of a project's files is worth to the budget.
@Suite("The drift budget of a project")
struct DriftBudgetTests {
    private let program = Program()

    private func project() throws -> String { try program.makeScriptedProject() }

    private func edit(_ file: String, _ old: String, _ new: String) throws {
        let path = program.folder.path("pizza/\(file)")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(old))
        try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
    }

    private func lengthenQuestion() throws {
        try edit("prompts.json", "Shall I order it?", "Shall I go ahead and order that for you?")
    }

    @Test("a longer prompt is no drift, however often it is said, and the next edit neither")
    func takesLongerPrompt() throws {
        let project = try project()
        try lengthenQuestion()
        #expect(try program.run(["test", project]).status == 1)
        let accepted = try program.run(["accept", project, "--reason", "friendlier"])
        #expect(accepted.status == 0, "\(accepted.messages)")
        #expect(accepted.output.contains("ms of prompts of another length"))
        #expect(try program.run(["test", project]).status == 0)
        let entry = try #require(try program.ledger("\(project)/barge-in.vsession").last)
        #expect(try #require(entry["driftMs"] as? Int) <= 50)
        #expect(try #require(entry["promptMs"] as? Int) > 500)
        try edit("prompts.json", "order that for you?", "order that now?")
        #expect(try program.run(["test", project]).status == 1)
        #expect(try program.run(["accept", project, "--reason", "politer"]).status == 0)
    }

    @Test("a recorded caller whom a longer prompt keeps from finishing is accepted as it comes out")
    func takesRecordedCaller() throws {
        let project = try program.makeProject()
        let recorded = try program.runShell(
            "cd pizza && voicetest record --input happy.vsession/audio/mic.flac")
        #expect(recorded.status == 0, "\(recorded.messages)")
        let session = "\(project)/mic.vsession"
        #expect(try program.run(["test", session]).status == 0)
        try lengthenQuestion()
        #expect(try program.run(["test", session]).status == 1)
        let accepted = try program.run(["accept", session, "--reason", "friendlier"])
        #expect(accepted.status == 0, "\(accepted.messages)")
        #expect(try program.run(["test", session]).status == 0)
    }

    @Test("an endpoint that fires 600 ms later is drift, also beside a longer prompt")
    func refusesLateEndpoint() throws {
        let project = try project()
        try lengthenQuestion()
        try edit("voicetest.json", "{", #"{"settings": {"endpoint.offsetMs": 600}, "#)
        #expect(try program.run(["test", project]).status == 1)
        let refused = try program.run(["accept", project, "--reason", "a"])
        #expect(refused.status == 1)
        #expect(
            refused.messages.contains(
                /happy.vsession: This change moves the golden 1[12]\d\d ms from its anchor/))
        #expect(refused.messages.contains("Prompts of another length explain another"))
    }

    @Test("of several pending changes all are taken, or none where one is refused")
    func takesAllOrNone() throws {
        let project = try project()
        try edit("prompts.json", "Sorry, I heard nothing.", "Sorry, I did not hear anything.")
        try edit("voicetest.json", "{", #"{"settings": {"endpoint.offsetMs": 600}, "#)
        #expect(try program.run(["test", project]).status == 1)
        #expect(DiskFile.exists("\(project)/silent.vsession.new"))
        let refused = try program.run(["accept", project, "--reason", "a"])
        #expect(refused.status == 1)
        #expect(refused.output.isEmpty)
        #expect(
            refused.messages.contains("nothing was accepted, because 2 of 3 pending changes are"))
        for name in ["happy", "barge-in", "silent"] {
            #expect(!DiskFile.exists("\(project)/\(name).vsession/accepted.jsonl"))
        }
        let line = "voicetest accept \(project)/silent.vsession --reason a"
        #expect(refused.messages.contains("alone with: \(line)"))
        #expect(try program.runShell(line).status == 0)
        let rest = try program.run(["accept", project, "--reason", "slower", "--re-anchor"])
        #expect(rest.status == 0)
        #expect(try program.run(["test", project]).status == 0)
    }
}
