import Foundation
import Testing
import VoiceTestSupport

/// What a test says of names that are other ones in all places.
@Suite struct RenameTests {
    private let program = Program()

    private func edit(_ files: [String], _ old: String, _ new: String) throws {
        for file in files {
            let path = program.folder.path("pizza/\(file)")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            try text.replacing(old, with: new).write(
                toFile: path, atomically: true, encoding: .utf8)
        }
    }

    private func test(_ name: String) throws -> (status: Int32, output: String, messages: String) {
        let run = try program.run(["test", "pizza", "--filter", name, "--no-self-test"])
        let output = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return (run.status, output, run.messages)
    }

    @Test func ofAModuleAreOneCauseAndHideNoEditBeside() throws {
        try program.makeScriptedProject()
        let files = [
            "flow.json", "happy.scenario.json", "barge-in.scenario.json", "silent.scenario.json",
        ]
        try edit(files, "\"AskSize\"", "\"Size\"")
        let renamed = try test("silent")
        #expect(renamed.status == 1)
        #expect(
            renamed.output.contains(
                #"first cause: pizza/flow.json:9: "AskSize" is renamed "Size" in all places."#),
            "\(renamed.output)")
        #expect(!renamed.output.contains("changed as well"))
        try edit(["prompts.json"], "I heard nothing", "I heard no word")
        let edited = try test("silent")
        #expect(edited.output.contains("first cause: pizza/prompts.json:7: "), "\(edited.output)")
        #expect(edited.output.contains("Proven by"), "\(edited.output)")
    }

    @Test func ofAScenarioKeepItsGolden() throws {
        try program.makeScriptedProject()
        let (old, new) = ("pizza/silent.scenario.json", "pizza/mute.scenario.json")
        try FileManager.default.moveItem(
            atPath: program.folder.path(old), toPath: program.folder.path(new))
        let run = try program.run(["test", "pizza", "--no-self-test"])
        #expect(run.status == 1)
        #expect(run.output.contains("3 scenarios: 3 agree"), "\(run.output)")
        #expect(
            run.messages.contains(
                "pizza/silent.vsession: its scenario is renamed pizza/mute.scenario.json. Rename"
                    + " the session as well: mv pizza/silent.vsession pizza/mute.vsession"),
            "\(run.messages)")
        try FileManager.default.moveItem(
            atPath: program.folder.path("pizza/silent.vsession"),
            toPath: program.folder.path("pizza/mute.vsession"))
        #expect(try program.run(["test", "pizza", "--no-self-test"]).status == 0)
    }
}
