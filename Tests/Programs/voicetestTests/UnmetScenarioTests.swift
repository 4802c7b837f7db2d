import Foundation
import Testing
import VoiceDiff
import VoiceFiles
import VoiceTestSupport
import VoiceTrace

@testable import voicetest

@Suite("A recording whose scenario did not get what it asks for")
struct UnmetScenarioTests {
    private let program = Program()
    private let flow = "\(Program.package)/Corpora/shutdown"
    private static let line =
        #"Caller line 1 ("are you there") never played: Nowhere did not start."#
    private static let expected = "The expected event transition to=Nowhere never came."

    /// A scenario with a line that is never reached and an expectation that fails.
    private func scenario(expecting target: String = "Nowhere") -> String {
        """
        { "caller": [
            { "after": {"kind": "moduleStart", "module": "Nowhere"}, "say": "are you there" } ],
          "expect": [ { "kind": "transition", "to": "\(target)" } ] }
        """
    }

    private func record() throws -> Program.Outcome {
        try program.write(scenario(), to: "s.json")
        return try program.run([
            "record", "--flow", "\(flow)/voiceflow.json", "--prompts", "\(flow)/prompts.json",
            "--scenario", "s.json", "--recognizer", "scripted", "--output", "new.vsession",
        ])
    }

    private func words(_ outcome: Program.Outcome) -> String {
        outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .replacing("\\\"", with: "\"").replacing("&quot;", with: "\"")
            .replacing("&#34;", with: "\"").replacing("&#40;", with: "(")
            .replacing("&#41;", with: ")")
    }

    @Test("is sealed with what is missing, and said to be no golden yet")
    func sealsWithUnmet() throws {
        let recorded = try record()
        #expect(recorded.status == 1)
        #expect(recorded.messages.contains("new.vsession: is not a golden yet"))
        let manifest = try SessionFolder(path: program.folder.path("new.vsession")).manifest()
        #expect(manifest.unmet == [Self.line, Self.expected])
    }

    @Test(
        "fails in a replay and says why in every form",
        arguments: Program.forms)
    func failsInReplay(form: String) throws {
        #expect(try record().status == 1)
        let replay = try program.run([
            "replay", "new.vsession", "--format", form, "--no-self-test", "--report", "report",
        ])
        #expect(replay.status == 1)
        #expect(words(replay).contains("The recording of the golden had a fault: \(Self.line)"))
        let page = try String(
            contentsOfFile: program.folder.path("report/index.html"), encoding: .utf8)
        #expect(page.contains("The recording of the golden had a fault: Caller line 1"))
    }

    @Test("agrees once an acceptance took it with a reason, which the ledger keeps")
    func agreesOnceAccepted() throws {
        #expect(try record().status == 1)
        #expect(try program.run(["diff", "new.vsession", "new.vsession"]).status == 1)
        #expect(try program.run(["replay", "new.vsession"]).status == 1)
        let change = try PendingChange(SessionFolder(path: program.folder.path("new.vsession")))
        #expect(change.verdict.firstCause?.sentence.contains(Self.line) == true)
        let refused = try program.run(["accept", "new.vsession", "--reason", "known"])
        #expect(refused.status == 1)
        #expect(refused.messages.contains("Its scenario did not get what it asks for: "))
        #expect(refused.messages.contains("\(Self.line) \(Self.expected)"))
        #expect(!(try program.folder.names().contains("new.vsession/accepted.jsonl")))
        let accepted = try program.run(
            ["accept", "new.vsession", "--reason", "known", "--unmet"])
        #expect(accepted.status == 0)
        #expect(accepted.output.contains("accepted although: \(Self.line)"))
        #expect(try program.run(["replay", "new.vsession"]).status == 0)
        #expect(try program.run(["diff", "new.vsession", "new.vsession"]).status == 0)
        let entry = try program.ledger(program.folder.path("new.vsession")).first
        #expect(entry?["unmet"] as? [String] == [Self.line, Self.expected])
    }

    @Test("is named by validate with the place in the manifest")
    func namedByValidate() throws {
        #expect(try record().status == 1)
        let found = try program.run(["validate", "new.vsession"])
        #expect(found.status == 1)
        #expect(found.output.contains("error: When the session was recorded: \(Self.line)"))
        #expect(found.output.contains("session.json:"))
        #expect(found.output.contains("($.unmet[0])"))
    }

    @Test("stays named when the session is redacted, without the caller's words")
    func staysNamedRedacted() throws {
        #expect(try record().status == 1)
        let redacted = try program.run([
            "redact", "new.vsession", "--all-speech", "--output", "r.vsession",
        ])
        #expect(redacted.status == 0)
        let replay = try program.run(["replay", "r.vsession"])
        #expect(replay.status == 1)
        #expect(words(replay).contains("what its scenario asks for did not happen"))
    }

    @Test("is red in a test until it is accepted, and again for what nobody accepted")
    func testAcceptsWithReason() throws {
        let project = program.folder.path("app")
        try FileManager.default.createDirectory(
            atPath: project, withIntermediateDirectories: true)
        for name in ["voiceflow.json", "prompts.json"] {
            try FileManager.default.copyItem(
                atPath: "\(flow)/\(name)", toPath: "\(project)/\(name)")
        }
        try program.write(#"{ "recognizer": "scripted" }"#, to: "app/voicetest.json")
        try program.write(scenario(), to: "app/call.scenario.json")
        let first = try program.run(["test", "app"])
        #expect(first.status == 1)
        #expect(first.output.contains("call.vsession is new: "))
        // Nothing in this flow recognises.
        #expect(!first.messages.contains("the recognizer heard"))
        #expect(first.output.contains("needs --unmet"))
        #expect(try program.run(["accept", "app", "--reason", "known"]).status == 1)
        #expect(!DiskFile.exists(program.folder.path("app/call.vsession")))
        let taken = try program.run(["accept", "app", "--reason", "known", "--unmet"])
        #expect(taken.status == 0)
        #expect(taken.output.contains("accepted a first golden session of "))
        let accepted = try program.run(["test", "app"])
        #expect(accepted.status == 0)
        #expect(accepted.messages.contains("accepted with a reason: \(Self.line)"))
        try program.write(scenario(expecting: "Elsewhere"), to: "app/call.scenario.json")
        let again = try program.run(["test", "app"])
        #expect(again.status == 1)
        #expect(words(again).contains("The expected event transition to=Elsewhere never came."))
    }

    @Test("is damage where nobody can read what is missing", arguments: ["true", "[1]"])
    func refusesUnreadable(value: String) throws {
        #expect(try record().status == 1)
        let path = program.folder.path("new.vsession/session.json")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let changed = text.replacing(/"unmet": \[[^\]]*\]/, with: "\"unmet\": \(value)")
        #expect(changed != text)
        try changed.write(toFile: path, atomically: true, encoding: .utf8)
        let replay = try program.run(["replay", "new.vsession"])
        #expect(replay.status == 65)
        #expect(replay.output.contains("unmet is not a list of strings"))
    }
}
