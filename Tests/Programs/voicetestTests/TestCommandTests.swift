import Foundation
import Testing
import VoiceTestSupport

@Suite("Testing a project")
struct TestCommandTests {
    private let program = Program()

    /// A copy of the yes-no project of the corpus, without a real recognizer.
    private func copyProject() throws -> String {
        let target = program.folder.path("app")
        try FileManager.default.copyItem(
            atPath: "\(Program.package)/Corpora/yes-no", toPath: target)
        for name in ["answers-yes", "garbage-then-no"] {
            try FileManager.default.removeItem(atPath: "\(target)/\(name).scenario.json")
            try FileManager.default.removeItem(atPath: "\(target)/\(name).vsession")
        }
        return target
    }

    private func change(_ file: String, _ old: String, to new: String) throws {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains(old))
        try text.replacingOccurrences(of: old, with: new)
            .write(toFile: file, atomically: true, encoding: .utf8)
    }

    @Test("agrees while the files are what the goldens were recorded from")
    func agreesWithUnchangedFiles() throws {
        let project = try copyProject()
        let outcome = try program.run(["test", project])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("3 scenarios: 3 agree, 0 do not"))
    }

    @Test("names file, line and key of the rule that was bent, and leaves the new session")
    func namesBentRule() throws {
        let project = try copyProject()
        try change(
            "\(project)/voiceflow.json", #""maxTimeoutCount": "SayNobody""#,
            to: #""maxTimeoutCount": "SayNo""#)
        let outcome = try program.run(["test", project, "--filter", "nobody"])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("voiceflow.json:37: AskYesNo.goTo.maxTimeoutCount"))
        let pending = "\(project)/nobody-answers.vsession.new"
        #expect(FileManager.default.fileExists(atPath: "\(pending)/session.json"))
        #expect(try program.run(["replay", pending]).status == 0)
    }

    @Test("names the scenarios when a filter matches none")
    func filterWithoutMatch() throws {
        let outcome = try program.run(["test", copyProject(), "--filter", "zzz"])
        #expect(outcome.status == 66)
        #expect(outcome.messages.contains("no scenario has \"zzz\" in its name"))
        #expect(outcome.messages.contains("never-understood, nobody-answers, recognizer-fails."))
    }

    @Test("stays green for a comment and another order of keys")
    func ignoresHowFilesAreWritten() throws {
        let project = try copyProject()
        try change(
            "\(project)/voiceflow.json", #""type": "audioDialog","#,
            to: #""_why": "asks", "type": "audioDialog","#)
        #expect(try program.run(["test", project]).status == 0)
    }

    @Test("fails for a scenario without a golden and a golden without its scenario")
    func failsWithoutPartner() throws {
        let project = try copyProject()
        try FileManager.default.moveItem(
            atPath: "\(project)/nobody-answers.scenario.json",
            toPath: "\(project)/new.scenario.json")
        try change("\(project)/new.scenario.json", "Silence: the", to: "The")
        let outcome = try program.run(["test", project])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("new.vsession is missing"))
        #expect(outcome.messages.contains("nobody-answers.vsession: its scenario is gone"))
    }

    @Test("fails for an expectation that no longer holds, though the golden agrees")
    func failsForExpectation() throws {
        let project = try copyProject()
        try change(
            "\(project)/nobody-answers.scenario.json", #""by": "maxTimeoutCount""#,
            to: #""by": "DEFAULT", "from": "AskYesNo""#)
        let outcome = try program.run(["test", project, "--filter", "nobody"])
        #expect(outcome.status == 1)
        // A long path breaks the lines elsewhere.
        let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("never came"))
    }

    @Test("writes nothing beside the project with CI set")
    func writesNothingInCI() throws {
        let project = try copyProject()
        try change("\(project)/prompts.json", "Shall I", to: "Should I")
        let before = try FileManager.default.subpathsOfDirectory(atPath: project)
        let outcome = try program.run(["test", project], variables: ["CI": "1"])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("P_Ask.textString"))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: project) == before)
    }

    @Test("refuses a flow that cannot run, with its place")
    func refusesBrokenFlow() throws {
        let project = try copyProject()
        try change("\(project)/voiceflow.json", #""goTo": { "DEFAULT": "AskYesNo" }"#, to: "oops")
        let outcome = try program.run(["test", project])
        #expect(outcome.status == 65)
        #expect(outcome.output.contains("voiceflow.json:6:9: not JSON"))
    }

    @Test("its report's shares are merged into the page of the whole run")
    func mergesShares() throws {
        let project = try copyProject()
        #expect(try program.run(["test", project, "--report", "whole"]).status == 0)
        #expect(try program.run(["report", "whole", "--output", "again"]).status == 0)
        for share in ["1", "2"] {
            let outcome = try program.run([
                "test", project, "--shard", "\(share)/2", "--report", "part\(share)",
            ])
            #expect(outcome.status == 0, "\(outcome.messages)")
        }
        let merged = try program.run(["report", "part1", "part2", "--output", "merged"])
        #expect(merged.status == 0, "\(merged.messages)")
        let pages = ["whole", "again", "merged"].map { name in
            FileManager.default.contents(
                atPath: program.folder.path("\(name)/index.html"))
        }
        #expect(pages[0] != nil && pages[0] == pages[1] && pages[0] == pages[2])
    }

    @Test(
        "coverage passes or fails the merged run as it does the whole one, by option or project",
        arguments: [(true, nil), (true, 100), (false, nil), (false, 100)] as [(Bool, Int?)])
    func judgesMergedCoverage(gap: Bool, option: Int?) throws {
        let project = "cover"
        try program.makeScriptedProject(at: project)
        if gap {
            try FileManager.default.removeItem(
                atPath: program.folder.path("cover/silent.scenario.json"))
            try FileManager.default.removeItem(atPath: program.folder.path("cover/silent.vsession"))
        }
        if option == nil {
            try program.write(
                #"{"recognizer": "scripted", "coverage": 100}"#, to: "cover/voicetest.json")
        }
        let command = ["test", project] + (option.map { ["--coverage", "\($0)"] } ?? [])
        let whole = try program.run(command + ["--report", "whole"])
        #expect(whole.status == (gap ? 1 : 0), "\(whole.messages)")
        for share in ["1", "2"] {
            let part = try program.run(
                command + ["--shard", "\(share)/2", "--report", "part\(share)"])
            #expect(part.status == 0, "\(part.messages)")
            #expect(part.messages.contains("is judged by `voicetest report`."))
        }
        let merged = try program.run(["report", "part2", "part1", "--output", "merged"])
        #expect(merged.status == whole.status)
        #expect(merged.messages.contains("the sessions cover 7") == (gap && option == nil))
        for name in ["index.html", "result.json", "result.jsonl"] {
            let files = ["whole", "merged"].map {
                FileManager.default.contents(atPath: program.folder.path("\($0)/\(name)"))
            }
            #expect(files[0] != nil && files[0] == files[1], "\(name)")
        }
        guard gap, option == nil else { return }
        // A part of a project owes the project nothing.
        #expect(try program.run(["test", "\(project)/happy.scenario.json"]).status == 0)
    }

    @Test("after another sample rate, times of the golden are those of its own clock")
    func otherSampleRate() throws {
        try program.makeProject(at: "app")
        try program.write(#"{"sampleRate": 8000}"#, to: "app/voicetest.json")
        let tested = try program.run(["test", "app", "--filter", "silent", "--format", "json"])
        #expect(tested.status == 1)
        #expect(tested.output.contains("sampleRate 16000 -> 8000"))
        let root = try JSONSerialization.jsonObject(with: Data(tested.output.utf8))
        let sessions = (root as? [String: Any])?["sessions"] as? [[String: Any]]
        let differences = try #require(sessions?.first?["differences"] as? [[String: Any]])
        #expect(!differences.isEmpty)
        for difference in differences {
            let shift = try #require(difference["shift"] as? Int)
            #expect(abs(shift) < 80, "less than 10 ms")
        }
    }

    #if canImport(Glibc)
        @Test(
            "a scenario whose name is not UTF-8 is named, and nothing else is left out",
            arguments: ["test", "validate"])
        func unnameable(verb: String) throws {
            try program.makeScriptedProject(at: "app")
            #expect(try program.run([verb, "app"]).status == 0)
            program.folder.makeUnnameable(".scenario.json", in: "app")
            let outcome = try program.run([verb, "app"])
            #expect(outcome.status == 74)
            #expect(outcome.messages.contains("its name is not UTF-8"))
            #expect(outcome.output.contains(verb == "test" ? "3 agree" : "0 errors"))
        }

        @Test("a folder beside a project whose name is not UTF-8 is named, for it may hold one")
        func unnameableFolder() throws {
            try program.makeScriptedProject(at: "all/app")
            program.folder.makeUnnameable("", in: "all")
            let outcome = try program.run(["test", "all"])
            #expect(outcome.status == 74)
            #expect(outcome.messages.contains("its name is not UTF-8"))
            #expect(outcome.output.contains("3 agree"))
        }
    #endif

    @Test("runs again only what failed")
    func runsLastFailed() throws {
        let project = try copyProject()
        #expect(try program.run(["test", project, "--last-failed"]).status == 66)
        #expect(try program.run(["test", project]).status == 0)
        let none = try program.run(["test", project, "--last-failed"])
        #expect(none.status == 0)
        #expect(none.output.contains("no scenario here failed in its last run"))
        #expect(!none.output.contains("The run fails"))
        #expect(!none.output.contains("The run is not complete"))
        try change(
            "\(project)/voiceflow.json", #""maxTimeoutCount": "SayNobody""#,
            to: #""maxTimeoutCount": "SayNo""#)
        #expect(try program.run(["test", project]).status == 1)
        let again = try program.run(["test", project, "--last-failed", "--format", "json"])
        #expect(again.status == 1)
        #expect(again.output.components(separatedBy: "\"outcome\"").count == 2)
    }

    @Test(
        "tests all where it is not known what failed",
        arguments: ["", #"{"failed": [1]}"#, #"{"failed": [], "running": true}"#])
    func testsAllBehindADamagedList(list: String) throws {
        let project = try copyProject()
        let own = ["XDG_CACHE_HOME": program.folder.path("cache")]
        #expect(try program.run(["test", project], variables: own).status == 0)
        let folder = program.folder.path("cache/voicetest/failed")
        let file = try #require(FileManager.default.contentsOfDirectory(atPath: folder).first)
        try list.write(toFile: "\(folder)/\(file)", atomically: true, encoding: .utf8)
        let outcome = try program.run(["test", project, "--last-failed"], variables: own)
        #expect(outcome.status == 0)
        #expect(outcome.messages.contains("not known what failed last"))
        #expect(!outcome.output.contains("Nothing to test"))
    }

    @Test("tests all where what failed is renamed")
    func testsAllBehindARename() throws {
        let project = try copyProject()
        try change(
            "\(project)/voiceflow.json", #""maxTimeoutCount": "SayNobody""#,
            to: #""maxTimeoutCount": "SayNo""#)
        #expect(try program.run(["test", project]).status == 1)
        for name in try FileManager.default.contentsOfDirectory(atPath: project)
        where name.hasSuffix(".scenario.json") || name.hasSuffix(".vsession") {
            try FileManager.default.moveItem(
                atPath: "\(project)/\(name)", toPath: "\(project)/new-\(name)")
        }
        let outcome = try program.run(["test", project, "--last-failed"])
        #expect(outcome.status == 1)
        #expect(outcome.messages.contains("renamed or gone"), "\(outcome.messages)")
    }

    @Test("says how a project without scenarios gets one, and praises nothing that did not run")
    func saysHowToGetScenarios() throws {
        let project = try copyProject()
        for name in try FileManager.default.contentsOfDirectory(atPath: project)
        where name.hasSuffix(".scenario.json") || name.hasSuffix(".vsession") {
            try FileManager.default.removeItem(atPath: "\(project)/\(name)")
        }
        let outcome = try program.run(["test", project])
        #expect(outcome.status == 66)
        #expect(outcome.messages.contains("`voicetest init --from FLOW`"))
        #expect(!outcome.output.contains("run `voicetest test` again"))
    }

    @Test("says where a project is missing")
    func saysThatNoProjectIsThere() throws {
        let outcome = try program.run(["test"])
        #expect(outcome.status == 66)
        #expect(outcome.messages.contains("no voicetest.json in this folder or above it"))
    }
}
