import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport

@Suite("Validate")
struct ValidateCommandTests {
    private let program = Program()

    @Test(
        "finds nothing wrong with the flows of the corpus",
        arguments: [
            "shutdown", "yes-no", "digits", "barge-in", "pause-resume", "sleep-mode",
        ])
    func corpus(name: String) throws {
        let flow = "\(Program.package)/Corpora/\(name)"
        let outcome = try program.run([
            "validate", "\(flow)/voiceflow.json", "\(flow)/prompts.json",
        ])
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test("rules for words that no phrase has, by option and in a project")
    func phrases() throws {
        try program.folder.write(
            """
            [{"id": "VF_START", "type": "node", "goTo": {"DEFAULT": "Ask"}},
             {"id": "Ask", "type": "audioDialog",
              "goTo": {"userInputCollection": [{"input": "lage", "goTo": "VF_END"}],
                       "DEFAULT": "VF_END"},
              "audioDialogParams": {"dialogMaxRetryCount": {"timeout": 0, "garbage": 0},
                "dialogPromptCollection": [{"type": "initial", "promptID": "P_Ask"}]}},
             {"id": "VF_END", "type": "node", "goTo": {"DEFAULT": ""}}]
            """, to: "app/flow.json")
        try program.folder.write(
            #"[{"id": "P_Ask", "style": "single", "textString": "A $[Size] pizza?"}]"#,
            to: "app/prompts.json")
        try program.folder.write("large\nsmall\n", to: "app/phrases.txt")
        try program.folder.write("{}", to: "app/voicetest.json")
        try program.folder.write(
            #"{"caller": [{"atMs": 5, "play": "gone.wav"}]}"#, to: "app/a.scenario.json")
        let files = ["app/flow.json", "app/prompts.json"]
        #expect(try program.run(["validate"] + files).status == 0)
        let told = try program.run(["validate"] + files + ["--phrases", "app/phrases.txt"])
        #expect(told.status == 1)
        #expect(told.output.contains(#"app/flow.json:3:46: error: "lage" is not a word of"#))
        #expect(told.output.contains(#"Did you mean "large"?"#))
        for path in ["app", "app/voicetest.json"] {
            let project = try program.run(["validate", path])
            #expect(project.status == 1)
            #expect(project.output.contains("lage"))
            #expect(project.output.contains(#""$[Size]" is spoken literally"#))
            #expect(project.output.contains(#"The clip "gone.wav" is missing"#))
        }
        #expect(try program.run(["validate"] + files + ["--grammar", "gone.jsgf"]).status == 66)
    }

    @Test("a file of phrases or a grammar that cannot be read is an error with its line")
    func brokenTask() throws {
        let flow = "\(Program.package)/Corpora/yes-no/voiceflow.json"
        try program.write("#JSGF V1.0;\ngrammar g;\npublic <a> = yes | ;\n", to: "bad.jsgf")
        try program.write("# words\nyes\n12 eggs\n", to: "bad.txt")
        for (option, file, line) in [("--grammar", "bad.jsgf", 3), ("--phrases", "bad.txt", 3)] {
            let told = try program.run(["validate", flow, option, file])
            #expect(told.status == 65)
            #expect(told.output.hasPrefix("\(file):\(line):1: error: "), "\(told.output)")
            #expect(told.output.contains("1 error, "))
        }
        try program.write(
            "#JSGF V1.0;\ngrammar g;\npublic <a> = /1./ \"Yes\" | no;\n", to: "a.jsgf")
        #expect(try program.run(["validate", flow, "--grammar", "a.jsgf"]).status == 0)
    }

    @Test("a recognizer that is to fail and follows no script is told, and fails the test")
    func idleFailure() throws {
        let corpus = "\(Program.package)/Corpora/yes-no"
        for file in ["voiceflow.json", "prompts.json", "phrases.txt"] {
            let bytes = try DiskFile.read("\(corpus)/\(file)", limit: 1 << 20)
            try program.folder.write(String(decoding: bytes, as: UTF8.self), to: "app/\(file)")
        }
        try program.folder.write(
            #"{"overrides": [{"scenarios": "scripted*", "recognizer": "scripted"}]}"#,
            to: "app/voicetest.json")
        let scenario = #"""
            {"caller": [{"after": {"kind": "media", "item": "AskYesNo",
                                   "function": "recognizeAudio", "event": "started"},
                         "delayMs": 200, "say": "yes", "fails": "no answer"}]}
            """#
        for name in ["real", "scripted"] {
            try program.folder.write(scenario, to: "app/\(name).scenario.json")
        }
        let told = try program.run(["validate", "app"])
        #expect(told.status == 0)
        #expect(
            told.output.contains(
                #"app/real.scenario.json:3:53: warning: "fails" has no effect: the recognizer "#
                    + "here is pocketsphinx, and only the scripted recognizer fails on request."))
        for (name, isIdle) in [("real", true), ("scripted", false)] {
            let tested = try program.run(["test", "app/\(name).scenario.json"])
            #expect(tested.status == 1)
            let words = tested.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains(#"Caller line 1 ("yes"): "fails" has no effect"#) == isIdle)
        }
    }

    @Test("a start behind the end of a spoken prompt, and malformed SSML")
    func unheard() throws {
        try program.write(
            """
            [{"id": "VF_START", "type": "node", "name": "", "goTo": {"DEFAULT": "A"}},
             {"id": "A", "type": "playAudio", "name": "", "goTo": {"DEFAULT": "VF_END"},
              "playAudioParams": {"promptCollection": [{"promptID": "P"}, {"promptID": "Q"}]}},
             {"id": "VF_END", "type": "node", "name": "", "goTo": {"DEFAULT": ""}}]
            """, to: "flow.json")
        try program.write(
            """
            [{"id": "P", "style": "single", "textString": "Good morning.",
              "audioPlaybackParams": {"startPosMs": 5000}},
             {"id": "Q", "style": "single", "textIsSSML": true, "textString": "<speak>One"}]
            """, to: "prompts.json")
        let told = try program.run(["validate", "flow.json", "prompts.json"])
        #expect(told.status == 1)
        #expect(told.output.contains("prompts.json:2:41: error: The sound of \"P\" is over after "))
        #expect(told.output.contains("<speak> is not closed. Add </speak>"))
        #expect(told.output.contains("2 errors, 0 warnings"))
    }

    @Test("a scenario alone is checked for what never happens")
    func loneScenario() throws {
        try program.write(
            """
            { "caller": [ { "atMs": 5, "say": "yes", "words": "no" },
                          { "after": { "kind": "media", "happens": "x" }, "say": "yes" } ],
              "app": [ { "on": { "callback": "SRHypothesis" }, "times": 0, "stop": true } ],
              "expect": [ { "kind": "medai" } ] }
            """, to: "scenario.json")
        let outcome = try program.run(["validate", "scenario.json"])
        #expect(outcome.status == 1)
        for part in [
            #""words" has no effect beside "say""#,
            #"media has no "happens", so this line never plays"#,
            "this rule never acts", #"Unknown kind of event "medai""#,
        ] { #expect(outcome.output.contains(part), "\(outcome.output)") }
    }

    @Test(
        "finds no error in the projects of the corpus",
        arguments: (try? DiskFile.names(in: "\(Program.package)/Corpora")) ?? [])
    func projects(name: String) throws {
        guard !name.hasSuffix(".md") else { return }
        let outcome = try program.run(["validate", "\(Program.package)/Corpora/\(name)"])
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.messages)")
    }

    @Test("names every finding with file, line, column and path")
    func findings() throws {
        try program.write(
            """
            [
              { "id": "VF_START", "type": "node", "goTo": { "DEFAULT": "Gone" } },
              { "id": "VF_END", "type": "node", "goTo": { "DEFAULT": "" }, "colour": "red" },
              { "id": "Play", "type": "playAudio", "playAudioParams": { "promptID": "P_Gone" },
                "goTo": { "DEFAULT": "VF_END" } }
            ]
            """, to: "flow.json")
        try program.write("[]", to: "prompts.json")
        let outcome = try program.run(["validate", "flow.json", "prompts.json"])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("flow.json:2:60: error: No module is named \"Gone\""))
        #expect(outcome.output.contains("flow.json:3:74: warning: Unknown key \"colour\""))
        #expect(outcome.output.contains("P_Gone"))
        #expect(outcome.output.contains("2 errors, 4 warnings"))
    }

    @Test("checks a flow without its prompts, and prompts without their flow")
    func partial() throws {
        let flow = "\(Program.package)/Corpora/yes-no"
        for name in ["voiceflow.json", "prompts.json"] {
            let outcome = try program.run(["validate", "\(flow)/\(name)"])
            #expect(outcome.status == 0, "\(name): \(outcome.output) \(outcome.messages)")
        }
    }

    @Test("a file that is no JSON is bad data, one that is absent is missing")
    func unreadable() throws {
        try program.write("[ { ]", to: "flow.json")
        let broken = try program.run(["validate", "flow.json"])
        #expect(broken.status == 65)
        #expect(broken.output == "0 errors, 0 warnings, not checked: flow.json\n")
        let told = try program.run(["validate", "flow.json", "--format", "json"])
        let listed = try JSONReader.value(of: Array(told.output.utf8)).object
        #expect(listed?["notChecked"] == .array(["flow.json"]))
        #expect(try program.run(["validate", "gone.json"]).status == 66)
        try program.write("7", to: "seven.json")
        #expect(try program.run(["validate", "seven.json"]).status == 65)
    }

    @Test("names in a scenario that flow and prompts do not have")
    func scenarioNames() throws {
        let flow = "\(Program.package)/Corpora/yes-no"
        try program.write(
            """
            { "caller": [
                { "after": { "kind": "media", "item": "P_Typo" }, "say": "yes" },
                { "after": { "kind": "moduleStart", "module": "AskYesNo" }, "say": "yes" } ],
              "app": [
                { "atMs": 5, "interrupt": "Nowhere" },
                { "atMs": 6, "loadListenerPrompt": "P_None" } ],
              "expect": [ { "kind": "transition", "to": "Gone" } ] }
            """, to: "scenario.json")
        let files = ["\(flow)/voiceflow.json", "\(flow)/prompts.json", "scenario.json"]
        let outcome = try program.run(["validate"] + files)
        #expect(outcome.status == 1)
        #expect(outcome.output.hasSuffix("4 errors, 0 warnings\n"))
        for message in [
            "scenario.json:2:43: error: Nothing is named \"P_Typo\", so",
            "scenario.json:5:31: error: No module is named \"Nowhere\"",
            "error: No prompt is named \"P_None\"",
            "error: No module is named \"Gone\", so this event never comes.",
        ] { #expect(outcome.output.contains(message)) }
        #expect(try program.run(["validate", "scenario.json"]).status == 0)
        // What the reader of the scenario tells is not told again.
        try program.write(#"{ "caller": [ 7 ], "expect": [ 8 ] }"#, to: "scenario.json")
        let odd = try program.run(["validate"] + files)
        #expect(odd.output.hasSuffix("2 errors, 0 warnings\n"))
    }

    @Test("checks a scenario's calls against the engine's")
    func scenario() throws {
        try program.write(#"{ "app": [ { "atMs": 1, "fly": true } ] }"#, to: "scenario.json")
        let outcome = try program.run(["validate", "scenario.json"])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("Unknown call \"fly\""))
    }

    @Test("knows the file of an audio session")
    func audioSession() throws {
        try program.write(
            #"{ "categories": { "duckOthers": "no", "loud": "yes", }, "mode": "default", }"#,
            to: "session.json")
        let outcome = try program.run(["validate", "session.json"])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("session.json:1:47: warning: Unknown key \"loud\""))
        try program.write(#"{ "mode": "whisper" }"#, to: "session.json")
        #expect(try program.run(["validate", "session.json"]).status == 1)
    }

    @Test("finds a sealed session whole")
    func session() throws {
        let session = try program.copySession("yes-no/answers-yes")
        #expect(try program.run(["validate", session]).status == 0)
    }

    @Test("with a media folder, audio files that are missing are named")
    func media() throws {
        try program.write(
            #"[{"id": "P", "audioFile": "gone.wav", "textString": "t"}]"#, to: "prompts.json")
        let folder = try program.run(["validate", "prompts.json", "--media", "."])
        #expect(folder.status == 0)
        #expect(folder.output.contains("gone.wav"))
        #expect(try program.run(["validate", "prompts.json", "--media", "nowhere"]).status == 66)
    }

    @Test("a flow is shown as a list, a picture, dot and JSON; what is not a flow is refused")
    func flow() throws {
        let file = "\(Program.package)/Corpora/yes-no/voiceflow.json"
        for (format, part) in [
            ("text", "AskYesNo (audioDialog)"), ("svg", "<svg "), ("dot", "digraph"),
            ("json", #""key": "maxTimeoutCount""#),
        ] {
            let outcome = try program.run(["flow", file, "--format", format])
            #expect(outcome.status == 0)
            #expect(outcome.output.contains(part), "\(outcome.output)")
        }
        let counted = try program.run([
            "flow", file, "--sessions", "\(Program.package)/Corpora/yes-no",
        ])
        #expect(counted.status == 0)
        #expect(counted.output.contains("SayYes (playAudio)  1 x"))
        let other = ["flow", file, "--sessions", "\(Program.package)/Corpora/shutdown"]
        #expect(try program.run(other).status == 65)
        try program.write("{]", to: "broken.json")
        try program.write("[]", to: "empty.json")
        #expect(try program.run(["flow", "broken.json"]).status == 65)
        #expect(try program.run(["flow", "empty.json"]).status == 65)
        #expect(try program.run(["flow", "nothing.json"]).status == 66)
    }
}
