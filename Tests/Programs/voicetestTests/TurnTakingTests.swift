import Foundation
import Testing
import VoiceFiles
import VoiceTestSupport
import VoiceTrace

@testable import voicetest

@Suite("Turn-taking as an expectation of a project")
struct TurnTakingTests {
    private let program = Program()
    private let flow = "\(Program.package)/Corpora/yes-no"

    /// A project with one scenario, whose caller answers a question.
    private func project(_ settings: String = "", expect: String = "[]") throws {
        let project = program.folder.path("app")
        try FileManager.default.createDirectory(
            atPath: project, withIntermediateDirectories: true)
        for name in ["voiceflow.json", "prompts.json"] {
            try FileManager.default.copyItem(
                atPath: "\(flow)/\(name)", toPath: "\(project)/\(name)")
        }
        try program.write(
            #"{ "recognizer": "scripted"\#(settings) }"#, to: "app/voicetest.json")
        try scenario(expect: expect)
    }

    private func scenario(expect: String, delayMs: Int = 500) throws {
        try program.write(
            """
            { "caller": [
                { "after": { "kind": "media", "item": "P_Ask", "event": "ended" },
                  "delayMs": \(delayMs), "say": "yes" } ],
              "expect": \(expect) }
            """, to: "app/call.scenario.json")
    }

    private func accept() throws {
        #expect(try program.run(["test", "app"]).status == 1)
        #expect(try program.run(["accept", "app", "--reason", "first"]).status == 0)
        #expect(try program.run(["test", "app"]).status == 0)
    }

    private func words(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test("a run that is not as an option expects is red beside a golden that agrees")
    func option() throws {
        try project()
        try accept()
        let met = try program.run(["test", "app", "--expect", "answer<=5000"])
        #expect(met.status == 0)
        let missed = try program.run(["test", "app", "--expect", "answer<=10"])
        #expect(missed.status == 1)
        #expect(words(missed.output).contains("answer<=10: the caller ended at"))
        #expect(words(missed.output).contains("end of turn"))
        #expect(missed.output.contains("app/call.vsession/trace.jsonl:"))
        let replay = try program.run([
            "replay", "app/call.vsession", "--expect", "answer<=10", "--format", "json",
            "--report", "report",
        ])
        #expect(replay.status == 1)
        #expect(replay.output.contains(#""rule": "answer<=10""#))
        let page = try String(
            contentsOfFile: program.folder.path("report/index.html"), encoding: .utf8)
        #expect(page.contains("answer&lt;=10"))
        #expect(
            try program.run(["replay", "app/call.vsession", "--expect", "answer<=5000"]).status == 0
        )
    }

    @Test(
        "an option that says nothing is a wrong command line", arguments: ["answer<10", "says a"])
    func wrongOption(rule: String) throws {
        try project()
        let run = try program.run(["test", "app", "--expect", rule])
        #expect(run.status == 64)
        #expect(run.messages.contains("is invalid for '--expect <rule>': "))
    }

    @Test("a scenario that is not as expected is red without a golden, and taken with a reason")
    func scenarioExpects() throws {
        try project(expect: #"[ "answer<=10" ]"#)
        let first = try program.run(["test", "app"])
        #expect(first.status == 1)
        #expect(words(first.output).contains("answer<=10: the caller ended at"))
        #expect(try program.run(["accept", "app", "--reason", "known"]).status == 1)
        let taken = try program.run(["accept", "app", "--reason", "known", "--unmet"])
        #expect(taken.status == 0)
        #expect(taken.output.contains("accepted although: answer<=10: "))
        let again = try program.run(["test", "app"])
        #expect(again.status == 0)
        #expect(again.messages.contains("accepted with a reason: answer<=10: "))
        #expect(try program.run(["replay", "app/call.vsession"]).status == 0)
    }

    @Test("what was accepted stays accepted at another time, and no other rule with it")
    func acceptedFault() throws {
        try project(expect: #"[ "answer<=10" ]"#)
        #expect(try program.run(["test", "app"]).status == 1)
        #expect(
            try program.run(["accept", "app", "--reason", "known", "--unmet"]).status == 0)
        try scenario(expect: #"[ "answer<=10" ]"#, delayMs: 740)
        #expect(try program.run(["test", "app"]).status == 1)
        #expect(try program.run(["accept", "app", "--reason", "later"]).status == 0)
        #expect(try program.run(["test", "app"]).status == 0)
        try scenario(expect: #"[ "answer<=20" ]"#, delayMs: 740)
        #expect(try program.run(["test", "app"]).status == 1)
        #expect(try program.run(["accept", "app", "--reason", "other"]).status == 1)
    }

    @Test("a project expects of all scenarios, and a scenario says otherwise for itself")
    func projectExpects() throws {
        try project(#", "expect": [ "answer<=10", "repeat=never" ]"#)
        #expect(words(try program.run(["test", "app"]).output).contains("answer<=10: "))
        try scenario(expect: #"[ "answer<=5000" ]"#)
        try accept()
        #expect(DiskFile.exists(program.folder.path("app/call.vsession/flow/expect.json")))
        #expect(try program.run(["replay", "app/call.vsession"]).status == 0)
        #expect(try program.run(["validate", "app/call.vsession"]).status == 0)
    }

    @Test("a recording is judged by the project as it is now, and taken with a reason")
    func recording() throws {
        try project()
        try accept()
        try FileManager.default.removeItem(atPath: program.folder.path("app/call.scenario.json"))
        let old = program.folder.path("app/call.vsession")
        try FileManager.default.removeItem(atPath: "\(old)/flow/scenario.json")
        let manifest = try String(contentsOfFile: "\(old)/session.json", encoding: .utf8)
        let changed = manifest.replacing(/"flow\/scenario.json": \{[^}]*\},\s*/, with: "")
        try changed.write(toFile: "\(old)/session.json", atomically: true, encoding: .utf8)
        #expect(try program.run(["test", "app"]).status == 0)
        try program.write(
            #"{ "recognizer": "scripted", "expect": [ "answer<=10" ] }"#, to: "app/voicetest.json")
        let red = try program.run(["test", "app"])
        #expect(red.status == 1)
        #expect(words(red.output).contains("answer<=10: the caller ended at"))
        let taken = try program.run(["accept", "app", "--reason", "known", "--unmet"])
        #expect(taken.status == 0, "\(taken.messages)")
        #expect(try program.run(["test", "app"]).status == 0)
    }

    @Test("a recording to disk says what is not as expected, and a flight recorder keeps it")
    func record() throws {
        try project(expect: #"[ "answer<=10" ]"#)
        func record(_ options: [String]) throws -> Program.Outcome {
            try program.run(
                [
                    "record", "--flow", "\(flow)/voiceflow.json", "--prompts",
                    "\(flow)/prompts.json", "--scenario", "app/call.scenario.json",
                    "--recognizer", "scripted", "--output", "new.vsession", "--force",
                ] + options)
        }
        let plain = try record([])
        #expect(plain.status == 1)
        #expect(plain.messages.contains("answer<=10: the caller ended at"))
        let manifest = try SessionFolder(path: program.folder.path("new.vsession")).manifest()
        #expect(manifest.unmet.count == 1)
        #expect(try program.run(["replay", "new.vsession"]).status == 1)
        let kept = try record(["--keep-last", "60", "--keep-when", "failure"])
        #expect(kept.status == 1 && kept.output.contains("new.vsession: "))
        try FileManager.default.removeItem(atPath: program.folder.path("new.vsession"))
        try scenario(expect: #"[ "answer<=5000" ]"#)
        let dropped = try record(["--keep-last", "60", "--keep-when", "failure"])
        #expect(dropped.status == 0)
        #expect(!DiskFile.exists(program.folder.path("new.vsession")))
        #expect(try record([]).status == 0)
    }

    @Test("validate names what is wrong in an expectation by line and column")
    func validate() throws {
        try project(expect: #"[ "answr<=10", { "says": "a", "befor": {} } ]"#)
        let found = try program.run(["validate", "app"])
        #expect(found.status == 1)
        #expect(found.output.contains("app/call.scenario.json:4:15"))
        #expect(found.output.contains("Did you mean \"answer\"?"))
        #expect(found.output.contains("Did you mean \"before\"?"))
        try program.write(#"{ "expect": [ "pause<=10" ] }"#, to: "app/voicetest.json")
        let project = try program.run(["validate", "app"])
        #expect(project.messages.contains("\"pause\" needs >= and milliseconds."))
    }
}
