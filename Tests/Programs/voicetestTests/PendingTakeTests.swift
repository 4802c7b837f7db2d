import Foundation
import Testing
import VoiceDiff
import VoiceTestSupport
import VoiceTrace

@testable import voicetest

@Suite("Recording a take beside a golden session")
struct PendingTakeTests {
    private let program = Program()
    private let flow = "\(Program.package)/Corpora/shutdown"

    /// Records with the scenario called `scenario`.
    private func record(
        _ scenario: String, _ more: [String] = [], prompts: String? = nil
    ) throws -> Program.Outcome {
        try program.run(
            [
                "record", "--flow", "\(flow)/voiceflow.json", "--prompts",
                prompts ?? "\(flow)/prompts.json", "--scenario",
                "\(flow)/\(scenario).scenario.json", "--output", "new.vsession",
            ] + more)
    }

    @Test("names --pending where a session is there, and leaves both as they are")
    func namesPending() throws {
        #expect(try record("field-set").status == 0)
        let golden = try SessionFolder(path: program.folder.path("new.vsession")).golden()
        let refused = try record("field-unset")
        #expect(refused.status == 73)
        #expect(refused.messages.contains("Pass --pending"))
        let taken = try record("field-unset", ["--pending"])
        #expect(taken.status == 0)
        #expect(taken.messages.contains("voicetest accept new.vsession.new --reason"))
        #expect(
            try SessionFolder(path: program.folder.path("new.vsession")).golden() == golden)
        let again = try record("field-set", ["--pending"])
        #expect(again.status == 73)
        #expect(again.messages.contains("another take is pending"))
        #expect(try record("field-set", ["--pending", "--force"]).status == 0)
    }

    @Test("accept makes the take golden, with its reason and its drift")
    func accepts() throws {
        #expect(try record("field-set").status == 0)
        #expect(try record("field-unset", ["--pending"]).status == 0)
        let accepted = try program.run([
            "accept", "new.vsession", "--reason", "the app asks first", "--budget", "60000",
        ])
        #expect(accepted.status == 0)
        #expect(try program.run(["replay", "new.vsession"]).status == 0)
        #expect(!(try program.folder.names().contains("new.vsession.new")))
        let ledger = try program.ledger(program.folder.path("new.vsession"))
        #expect(ledger.map { $0["reason"] as? String } == ["the app asks first"])
        // The ledger says that the whole session was taken: its manifest is that of the golden.
        let path = program.folder.path("new.vsession/accepted.jsonl")
        let whole = try String(contentsOfFile: path, encoding: .utf8)
        #expect(whole.contains(#""recorded":true"#))
        try program.write(
            whole.replacing(#""recorded":true"#, with: #""recorded":false"#),
            to: "new.vsession/accepted.jsonl")
        let edited = try program.run(["replay", "new.vsession"])
        #expect(edited.status == 65)
        #expect(edited.output.contains("line 1 was edited by hand: 'recorded' is true, or is not"))
        try program.write(whole, to: "new.vsession/accepted.jsonl")
        let manifest = program.folder.path("new.vsession/session.json")
        let counted = try String(contentsOfFile: manifest, encoding: .utf8)
        try program.write(
            counted.replacing(#/"events": \d+/#) { _ in #""events": 3"# },
            to: "new.vsession/session.json")
        let miscounted = try program.run(["replay", "new.vsession"])
        #expect(miscounted.status == 1)
        #expect(miscounted.output.contains("session.json counts 3 events"))
        try program.write(counted, to: "new.vsession/session.json")
        let forced = try record("field-set", ["--force"])
        #expect(forced.status == 73)
        #expect(forced.messages.contains("was accepted with reasons"))
    }

    @Test("review names the prompt that changed between golden and take")
    func reviewNamesChange() throws {
        #expect(try record("field-set").status == 0)
        let text = try String(contentsOfFile: "\(flow)/prompts.json", encoding: .utf8)
        let word = "Turning off"
        try program.write(text.replacing("\"\(word)", with: "\"So \(word)"), to: "p.json")
        #expect(try record("field-set", ["--pending"], prompts: "p.json").status == 0)
        let change = try PendingChange(SessionFolder(path: program.folder.path("new.vsession")))
        #expect(change.verdict.firstCause?.sentence.contains("\"So \(word)") == true)
        #expect(change.verdict.firstCause?.sentence.contains("textString") == true)
    }

    @Test("test leaves a take alone, whether its golden agrees or not", arguments: [true, false])
    func testKeepsTake(agrees: Bool) throws {
        let project = program.folder.path("app")
        try FileManager.default.copyItem(atPath: flow, toPath: project)
        let name = "\(project)/field-set.vsession"
        let recorded = try program.run([
            "record", "--flow", "\(flow)/voiceflow.json", "--prompts", "\(flow)/prompts.json",
            "--scenario", "\(flow)/field-unset.scenario.json", "--output", name, "--pending",
        ])
        #expect(recorded.status == 0)
        if !agrees {
            let prompts = "\(project)/prompts.json"
            let text = try String(contentsOfFile: prompts, encoding: .utf8)
            try text.replacing("\"textString\": \"", with: "\"textString\": \"So ")
                .write(toFile: prompts, atomically: true, encoding: .utf8)
        }
        let tested = try program.run(["test", name])
        #expect(tested.status == (agrees ? 0 : 1))
        #expect(tested.messages.contains("A take of `voicetest record` is pending there"))
        let take = SessionFolder(path: name + ".new")
        #expect(try take.manifest().isTake)
        #expect(try take.golden().events.count != SessionFolder(path: name).golden().events.count)
    }

    @Test("a take whose recorder was stopped by a full disk can be sealed, and then accepted")
    func recoversTake() throws {
        let flow = "\(Program.package)/Corpora/pause-resume"
        let full = try program.runLimited(
            blocks: 80,
            [
                "record", "--flow", "\(flow)/voiceflow.json", "--prompts",
                "\(flow)/prompts.json", "--scenario", "\(flow)/app-stops.scenario.json",
                "--recognizer", "scripted", "--output", "new.vsession", "--pending",
            ])
        #expect(full.status == 74)
        #expect(full.messages.contains("voicetest recover new.vsession.new.partial"))
        #expect(try program.run(["recover", "new.vsession.new.partial"]).status == 0)
        let accepted = try program.run(["accept", "new.vsession.new", "--reason", "a"])
        #expect(accepted.status == 0)
        #expect(try program.run(["replay", "new.vsession"]).status == 0)
    }

    @Test("says words as an aliases file has them, and keeps the file in the session")
    func takesAliases() throws {
        try program.write("Turning: a rather longer thing to say\n", to: "aliases.txt")
        #expect(try record("field-set").status == 0)
        let golden = try SessionFolder(path: program.folder.path("new.vsession")).manifest()
        #expect(try record("field-set", ["--pending", "--aliases", "aliases.txt"]).status == 0)
        let take = try SessionFolder(path: program.folder.path("new.vsession.new")).manifest()
        #expect(take.frames > golden.frames)
        #expect(take.files.contains { $0.path == "flow/aliases.txt" })
        #expect(try program.run(["replay", "new.vsession.new"]).status == 0)
    }
}
