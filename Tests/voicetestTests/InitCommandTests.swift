import Foundation
import Testing
import VoiceTestSupport

@Suite("A first project")
struct InitCommandTests {
    private let program = Program()

    @Test("goes from nothing to an accepted change by what each command prints")
    func leadsFromCommandToCommand() throws {
        let project = program.folder.path("pizza")
        let begun = try program.run(["init", project])
        #expect(begun.status == 0)
        #expect(begun.output.contains("cd \(project) && voicetest test"))
        #expect(begun.output.contains("voicetest accept . --reason"))
        let green = try program.run(["test", project])
        #expect(green.status == 0)
        #expect(green.output.contains("prompts.json and run `voicetest test` again"))
        // The change that init suggests has to fit what it wrote.
        let change = try #require(begun.output.firstMatch(of: #/sed -i 's/(.+)/(.+)/' (\S+);/#))
        let file = "\(project)/\(change.3)"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains(change.1))
        try text.replacing(change.1, with: change.2)
            .write(toFile: file, atomically: true, encoding: .utf8)
        let red = try program.run(["test", project])
        #expect(red.status == 1)
        #expect(red.output.contains("prompts.json:9: P_Confirm.textString"))
        #expect(red.output.contains("voicetest accept \(project) --reason"))
        let accepted = try program.run(["accept", project, "--reason", "clearer"])
        #expect(accepted.status == 0)
        #expect(accepted.output.contains("Run `voicetest test` again"))
        let again = try program.run(["test", project])
        #expect(again.status == 0)
        #expect(!again.output.contains("run `voicetest test` again"))
    }

    @Test("leaves a folder that is not empty alone")
    func refusesFullFolder() throws {
        try program.folder.write("mine", to: "full/notes.txt")
        let outcome = try program.run(["init", program.folder.path("full")])
        #expect(outcome.status == 73)
        #expect(outcome.messages.contains("the folder is not empty"))
        let names = try FileManager.default.contentsOfDirectory(
            atPath: program.folder.path("full"))
        #expect(names == ["notes.txt"])
    }
}
