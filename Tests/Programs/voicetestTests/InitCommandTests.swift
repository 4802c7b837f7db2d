import Foundation
import Testing
import VoiceFiles
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
        let change = try #require(begun.output.firstMatch(of: #/sed -i.bak 's/(.+)/(.+)/' (\S+);/#))
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

    @Test("writes a project for VoiceKit that passes, whose files are known by their form")
    func voiceKit() throws {
        let project = program.folder.path("order")
        let begun = try program.run(["init", "--engine", "voicekit", project])
        #expect(begun.status == 0, "\(begun.messages)")
        let tested = try program.run(["test", project, "--coverage", "100"])
        #expect(tested.status == 0)
        let app = "\(project)/app.json"
        let shown = try program.run(["flow", app])
        #expect(shown.status == 0)
        #expect(shown.output.contains("thanks"))
        let files = [app, "\(project)/happy.scenario.json"]
        for order in [files, files.reversed()] {
            let checked = try program.run(["validate"] + order)
            #expect(checked.status == 0)
            #expect(checked.output.contains("0 errors, 0 warnings"))
        }
        let change = try #require(begun.output.firstMatch(of: #/sed -i.bak 's/(.+)/(.+)/' (\S+);/#))
        let text = try String(contentsOfFile: app, encoding: .utf8)
        #expect(text.contains(change.1))
        #expect(change.3 == "app.json")
    }

    @Test("writes a project for KeenASR that passes, and fails when a phrase is another")
    func keenASR() throws {
        let project = program.folder.path("orders")
        let begun = try program.run(["init", "--engine", "keenasr", project])
        #expect(begun.status == 0, "\(begun.messages)")
        let tested = try program.run(["test", project])
        #expect(tested.status == 0)
        #expect(tested.output.contains("3 scenarios: 3 agree, 0 do not"))
        let checked = try program.run(["validate", "--engine", "keenasr", "\(project)/graphs.json"])
        #expect(checked.status == 0)
        let change = try #require(begun.output.firstMatch(of: #/sed -i.bak 's/(.+)/(.+)/' (\S+);/#))
        let graphs = "\(project)/\(change.3)"
        let text = try String(contentsOfFile: graphs, encoding: .utf8)
        #expect(text.contains(change.1))
        try program.folder.write(
            text.replacing(String(change.1), with: String(change.2)), to: "orders/graphs.json")
        let changed = try program.run(["test", project])
        #expect(changed.status == 1)
        #expect(changed.output.contains("graphs.json"))
    }

    @Test("refuses an engine without a first project, and drafts for one that has no drafts")
    func refusesEngines() throws {
        let unknown = try program.run(["init", "--engine", "kaldi", program.folder.path("a")])
        #expect(unknown.status == 64)
        #expect(
            unknown.messages.contains("Use one of: voiceflow, keenasr, voicekit, saykit, program."))
        let drafted = try program.run(["init", "--engine", "voicekit", "--from", "app.json"])
        #expect(drafted.status == 64)
        #expect(drafted.messages.contains("Leave --engine voicekit or --from out."))
    }

    private static let git = "/usr/bin/git"

    @Test(
        "goldens survive a clone with core.autocrlf; without .gitattributes the refusal says why",
        .enabled(if: DiskFile.exists(git)))
    func lineEnds() throws {
        let begin = """
            set -e; voicetest init origin; cd origin; git init -q; git add -A
            git -c user.name=a -c user.email=a@b.c commit -qm first; cd ..
            git -c core.autocrlf=true clone -q origin clone
            grep -q "$(printf '\\r')" clone/flow.json
            """
        #expect(try program.runShell(begin).status == 0)
        let whole = try program.runShell("cd clone && voicetest test")
        #expect(whole.status == 0, "\(whole.output)\(whole.messages)")
        let without = """
            set -e; cd origin; git rm -q .gitattributes
            git -c user.name=a -c user.email=a@b.c commit -qm second; cd ..
            git -c core.autocrlf=true clone -q origin broken; cd broken; voicetest test
            """
        let broken = try program.runShell(without)
        #expect(broken.status == 65)
        let told = broken.output + broken.messages
        #expect(told.contains("its line ends are CRLF and were LF. Git does that"), "\(told)")
        #expect(told.contains("`**/*.vsession/** -text` into .gitattributes"))
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
