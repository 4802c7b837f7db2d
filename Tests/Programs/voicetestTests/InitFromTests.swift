import Foundation
import Testing
import VoiceTestSupport

@Suite("Drafting a project for a flow")
struct InitFromTests {
    private let program = Program()

    /// A flow with one question; the second rule can never decide.
    private func writeFlow(to folder: String = "app") throws {
        try FileManager.default.createDirectory(
            atPath: program.folder.path(folder), withIntermediateDirectories: true)
        try program.write(
            """
            [{"id": "VF_START", "type": "node", "name": "s", "goTo": {"DEFAULT": "Ask"}},
             {"id": "Ask", "type": "audioDialog", "name": "a",
              "goTo": {"userInputCollection": [{"input": "yes", "goTo": "VF_END"},
                                               {"input": "yes", "goTo": "VF_END"}],
                       "maxTimeoutCount": "VF_END", "DEFAULT": "VF_END"},
              "recordAudioParams": {"vadParams": {"enableVAD": true, "minSpeechToDetectMs": 100},
                "stopRecordParams": {"maxPreSpeechSilenceLengthMs": 900,
                                     "maxPostSpeechSilenceLengthMs": 300}},
              "audioDialogParams": {"dialogMaxRetryCount": {"timeout": 0, "garbage": 0},
                "dialogPromptCollection": [{"type": "initial", "promptID": "P_Ask"}]}},
             {"id": "VF_END", "type": "node", "name": "e", "goTo": {"DEFAULT": ""}}]
            """, to: "\(folder)/voiceflow.json")
        try program.write(
            #"[{"id": "P_Ask", "style": "single", "textString": "Yes?"}]"#,
            to: "\(folder)/prompts.json")
    }

    private func files(_ folder: String) throws -> [String: Data] {
        let root = program.folder.path(folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: root)
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                FileManager.default.contents(atPath: "\(root)/\(name)").map { (name, $0) }
            })
    }

    @Test("writes a project that takes every way, and counts apart what cannot be reached")
    func writesWholeProject() throws {
        try writeFlow()
        let drafted = try program.run(["init", "--from", "app/voiceflow.json", "tests"])
        #expect(drafted.status == 0, "\(drafted.messages)")
        #expect(drafted.output.contains("unreached.json"))
        let file = try String(
            contentsOfFile: program.folder.path("tests/voicetest.json"), encoding: .utf8)
        #expect(file.contains(#""../app/voiceflow.json""#))
        for verb in ["test", "replay"] {
            let outcome = try program.run([verb, "tests", "--coverage", "100"])
            #expect(outcome.status == 0, "\(outcome.output)")
            #expect(outcome.output.contains("1 cannot be reached\ncoverage: 100.0 %"))
        }
        let report = try program.run(["test", "tests", "--format", "json"])
        #expect(report.output.components(separatedBy: #""unreachable": true"#).count == 2)
    }

    @Test("overwrites nothing, and leaves nothing where it cannot write all")
    func overwritesNothing() throws {
        try writeFlow()
        let folder = ["init", "--from", "app"]
        #expect(try program.run(folder).status == 0)
        let before = try files("app")
        #expect(before["voicetest.json"].map { String(decoding: $0, as: UTF8.self) } != nil)
        let again = try program.run(folder)
        #expect(again.status == 73)
        #expect(again.messages.contains("voicetest.json exists already"))
        #expect(try files("app") == before)
        for name in ["voicetest.json", "unreached.json"] {
            try FileManager.default.removeItem(atPath: program.folder.path("app/\(name)"))
        }
        let rest = try files("app")
        #expect(try program.run(folder).status == 73)
        #expect(try files("app") == rest)
    }

    @Test("needs the flow and its prompts, and says which is missing")
    func needsFiles() throws {
        try writeFlow()
        try FileManager.default.removeItem(atPath: program.folder.path("app/prompts.json"))
        let outcome = try program.run(["init", "--from", "app/voiceflow.json", "tests"])
        #expect(outcome.status == 66)
        #expect(outcome.messages.contains("Name the list with --prompts"))
        #expect(!FileManager.default.fileExists(atPath: program.folder.path("tests")))
        #expect(try program.run(["init", "--from", "none.json", "tests"]).status == 66)
        let lone = try program.run(["init", "--prompts", "p.json", "tests"])
        #expect(lone.status == 64)
        #expect(lone.messages.contains("give --from too"))
    }

    @Test("a list of what cannot be reached that is broken is told", arguments: ["test", "replay"])
    func tellsBrokenList(verb: String) throws {
        try FileManager.default.copyItem(
            atPath: "\(Program.package)/Corpora/shutdown", toPath: program.folder.path("app"))
        try program.write("{}", to: "app/unreached.json")
        let outcome = try program.run([verb, "app"])
        #expect(outcome.status == 65)
        #expect(outcome.messages.contains("app/unreached.json: found no list of format version 1"))
    }
}
