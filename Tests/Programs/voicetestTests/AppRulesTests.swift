import Foundation
import Testing
import VoiceTestSupport

/// Rules of the app that resume a flow, in a scenario and in the project's file.
@Suite("Rules of the app in a project")
struct AppRulesTests {
    private let program = Program()

    private static let flow = """
        [
            { "id": "VF_START", "type": "node", "name": "S", "goTo": { "DEFAULT": "Wait" } },
            { "id": "Wait", "type": "pauseResume", "name": "W", "goTo": { "DEFAULT": "VF_END" } },
            { "id": "VF_END", "type": "node", "name": "E", "goTo": { "DEFAULT": "" } }
        ]
        """

    private static let resume = """
        { "on": {"callback": "PreModuleStart", "module": "Wait"},
          "delayMs": 1500, "resume": true }
        """

    private func write(project: String, scenario: String) throws {
        for (name, text) in [
            ("flow.json", Self.flow), ("prompts.json", "[]"), ("voicetest.json", project),
            ("a.scenario.json", scenario),
        ] {
            try program.folder.write(text, to: "app/\(name)")
        }
    }

    private func accept() throws {
        _ = try program.run(["test", "app"])
        #expect(try program.run(["accept", "app", "--reason", "first"]).status == 0)
        #expect(try program.run(["test", "app"]).status == 0)
    }

    @Test("a scenario resumes the flow so much later than a callback, and may not inside of it")
    func resumes() throws {
        let ends = #""expect": [ { "kind": "flowEnd", "reason": "end" } ]"#
        try write(project: "{}", scenario: "{ \"app\": [ \(Self.resume) ], \(ends) }")
        #expect(try program.run(["validate", "app"]).output == "0 errors, 0 warnings\n")
        try accept()
        let dump = try program.run(["dump", "app/a.vsession", "--kind", "flowEnd"])
        #expect(dump.output.hasPrefix("    1500 ms"), "\(dump.output)")
        #expect(try program.run(["replay", "app/a.vsession"]).status == 0)
        try write(
            project: "{}",
            scenario: "{ \"app\": [ \(Self.resume.replacing("1500", with: "0")) ] }")
        let refused = try program.run(["validate", "app"])
        #expect(refused.status == 1)
        #expect(refused.output.contains("app/a.scenario.json:2:27: error: The call \"resume\" is"))
    }

    @Test("a sound file as the caller has the project's rules, and those of a scenario beside it")
    func soundFile() throws {
        let clip = "\(Program.package)/Corpora/yes-no/answers-yes.vsession/audio/mic.flac"
        func end(_ name: String, _ options: String) throws -> String {
            let outcome = try program.runShell(
                "cd app && voicetest record --input \(clip) --duration 4 \(options)"
                    + " --output \(name).vsession")
            #expect(outcome.status == 0, "\(outcome.messages)")
            return try program.run(["dump", "app/\(name).vsession", "--kind", "flowEnd"]).output
        }
        try write(
            project: "{ \"recognizer\": \"pocketsphinx\", \"app\": [ \(Self.resume) ] }",
            scenario: "{ \"caller\": [ { \"atMs\": 0, \"say\": \"yes\" } ] }")
        #expect(try end("alone", "").hasPrefix("    1500 ms"))
        #expect(try end("beside", "--scenario a.scenario.json").hasPrefix("    1500 ms"))
        #expect(try program.run(["replay", "app/beside.vsession"]).status == 0)
        try write(
            project: #"{ "recognizer": "pocketsphinx" }"#,
            scenario: "{ \"app\": [ \(Self.resume.replacing("1500", with: "1700")) ] }")
        #expect(try end("own", "--scenario a.scenario.json").hasPrefix("    1700 ms"))
        #expect(try end("none", "") == "")
    }

    @Test("a change of the project's rules is the cause, at its line")
    func causes() throws {
        let silent = #"{ "silence": "digital" }"#
        func project(_ rule: String) -> String {
            "{ \"recognizer\": \"scripted\",\n  \"app\": [\n    \(rule) ] }"
        }
        func cause(_ text: String) throws -> String {
            try program.folder.write(text, to: "app/voicetest.json")
            let outcome = try program.run(["test", "app"], variables: ["CI": "1"])
            #expect(outcome.status == 1)
            return outcome.output
        }
        try write(project: project(Self.resume), scenario: silent)
        try accept()
        #expect(try program.run(["validate", "app/a.vsession"]).status == 0)
        let late = try cause(project(Self.resume.replacing("1500", with: "1700")))
        #expect(late.contains("voicetest.json:4: app[0].delayMs 1500 -> 1700"), "\(late)")
        let none = try cause(#"{ "recognizer": "scripted" }"#)
        #expect(none.contains("voicetest.json: app[0] is gone"), "\(none)")
        let own = try cause(
            """
            { "recognizer": "scripted", "app": [ \(Self.resume) ],
              "overrides": [ { "scenarios": "a",
                "app": [ \(Self.resume.replacing("1500", with: "1800")) ] } ] }
            """)
        #expect(
            own.contains("voicetest.json:5: overrides[0].app[0].delayMs 1500 -> 1800"), "\(own)")
    }

    @Test("validate checks the project's rules with each scenario, and says each fault once")
    func validates() throws {
        try write(
            project: #"{"app": [{"on": {"callback": "PreModuleStart"}, "resum": true}]}"#,
            scenario: "{}")
        try program.folder.write("{}", to: "app/b.scenario.json")
        let wrong = try program.run(["validate", "app"])
        let line = #"app/voicetest.json:1:58: error: Unknown call "resum". Did you mean "resume"?"#
        #expect(wrong.output.components(separatedBy: line).count == 2, "\(wrong.output)")
        try program.folder.write(
            #"{"app": [{"on": {"callback": "PreModuleStart", "module": "W"}, "stop": true}]}"#,
            to: "app/voicetest.json")
        let never = try program.run(["validate", "app"])
        #expect(
            never.output.contains(
                #"app/voicetest.json:1:58: error: No module is named "W", so this rule never"#),
            "\(never.output)")
        #expect(never.output.contains("1 error,"))
    }
}
