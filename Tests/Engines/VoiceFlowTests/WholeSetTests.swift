import Testing
import VoiceDiff
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@testable import VoiceFlow

@Suite("A flow's files seen together")
struct WholeSetTests {
    private static let ends = [
        Files.module("VF_START", "node", to: "A"), Files.module("VF_END", "node", to: ""),
    ]

    private func findings(
        _ modules: [String], prompts: [String] = [], map: String? = nil,
        _ surroundings: EngineSurroundings = EngineSurroundings()
    ) throws -> [String] {
        var files = [
            VoiceflowFactory.FileName.flow: Array(
                "[\n\((Self.ends + modules).joined(separator: ",\n"))]".utf8),
            VoiceflowFactory.FileName.prompts: Array(
                "[\n\(prompts.joined(separator: ",\n"))]".utf8),
        ]
        files[VoiceflowFactory.FileName.map] = map.map { Array($0.utf8) }
        return try VoiceflowFactory().findings(
            in: files, named: { $0 }, surroundings: surroundings
        ).map { "\($0.place.line) \($0.severity) \($0.message)" }
    }

    @Test("a whole flow has nothing to be warned of", .fact("voiceflow-4-14"))
    func whole() throws {
        #expect(try findings([Files.module("A", "node")]).isEmpty)
    }

    @Test("a module that nothing leads to is named", .fact("voiceflow-4-14"))
    func unreachable() throws {
        let found = try findings([Files.module("A", "node"), Files.module("B", "node")])
        #expect(found == [#"5 warning No transition leads from VF_START to "B"."#])
    }

    @Test("a module that only a runtime field can name is told apart")
    func dynamic() throws {
        let found = try findings(
            [Files.module("A", "node", to: "$[Next]"), Files.module("B", "node")],
            EngineSurroundings(values: ["Next"]))
        #expect(
            found == [
                #"5 warning Only a runtime field or the app's interrupt can lead to "B"."#
            ])
    }

    @Test("a module that a process or the scenario names in a field is led to")
    func assigned() throws {
        let ways = [
            Files.process("A", [("Next", "\"B\"")], to: "C"), Files.module("B", "node"),
            Files.module("C", "pauseResume", to: "$[Next]"),
        ]
        #expect(try findings(ways) == [])
        let told = [Files.module("A", "node", to: "$[Next]"), Files.module("B", "node")]
        var surroundings = EngineSurroundings(values: ["Next"])
        surroundings.texts = ["Next": ["VF_END", "B"]]
        #expect(try findings(told, surroundings) == [])
    }

    @Test("modules from which no way leads to the end are named", .fact("voiceflow-4-14"))
    func endless() throws {
        let found = try findings([
            Files.module("A", "pauseResume", to: "B"), Files.module("B", "pauseResume", to: "A"),
        ])
        #expect(
            found.filter { $0.contains("No transition leads from") && $0.contains("to VF_END") }.map
            {
                $0.prefix(1)
            } == ["2", "4", "5"])
    }

    @Test("a ring of modules that take no time is named once, in its order")
    func timeless() throws {
        let found = try findings([
            Files.module("A", "node", to: "B"), Files.process("B", [], to: "C"),
            Files.module("C", "node", to: "B"),
        ])
        #expect(
            found.filter { $0.contains("never waits") } == [
                "5 warning The loop B > C > B never waits; the engine stops it with a failure. "
                    + "Add a module that listens or plays a prompt to the loop."
            ])
    }

    @Test(
        "a prompt that nothing plays is named, unless a field may name it", .fact("voiceflow-4-14"))
    func unusedPrompt() throws {
        let prompts = [Files.text("P"), Files.text("Q")]
        let played = try findings([Files.play("A", ["P"])], prompts: prompts)
        #expect(played == [#"3 warning Nothing plays the prompt "Q"."#])
        let open = try findings(
            [Files.play("A", ["$[Which]"])], prompts: prompts, EngineSurroundings(values: ["Which"])
        )
        #expect(open.isEmpty)
    }

    @Test(
        "a field that is read and never set is named once; the scenario may set it",
        .fact("voiceflow-4-14"))
    func unsetField() throws {
        let modules = [
            Files.module("A", "node", to: "$[Next]"), Files.module("VF_X", "node", to: "$[Next]"),
        ]
        let message = #"the field "Next" is read and nothing here sets it: the app has to"#
        #expect(try findings(modules).filter { $0.contains(message) }.count == 1)
        let set = EngineSurroundings(values: ["Next"])
        #expect(try findings(modules, set).filter { $0.contains(message) }.isEmpty)
        let assigned = modules + [Files.process("P", [("Next", #""VF_END""#)])]
        #expect(try findings(assigned).filter { $0.contains(message) }.isEmpty)
    }

    @Test(
        "a missing file is a warning where something stands in, else an error",
        .fact("voiceflow-4-14"))
    func missingAudio() throws {
        let prompts = [
            ("P", #""audioFile": "a.wav", "textString": "t""#), ("Q", #""audioFile": "b.wav""#),
            ("R", #""audioFile": "c.wav""#), ("S", #""audioFile": "here.wav""#),
            ("T", #""textFile": "t.txt""#),
            ("U", #""textFile": "u.txt", "audioFile": "here.wav""#),
            ("V", #""textFile": "v.txt", "audioFile": "d.wav""#),
            ("W", #""textFile": "here.wav", "audioFile": "e.wav""#),
        ].map { id, content in #"{"id": "\#(id)", "style": "single", \#(content)}"# }
        let found = try findings(
            [Files.play("A", ["P", "Q", "R", "S", "T", "U", "V", "W"])], prompts: prompts,
            map: #"[{"audioFile": "b.wav", "textString": "t", "textLanguage": "en-US"}]"#,
            EngineSurroundings { $0 == "here.wav" })
        #expect(
            found == [
                #"2 warning The audio file "a.wav" is missing; "#
                    + "the prompt's own text is used instead.",
                #"3 warning The audio file "b.wav" is missing; the map's text is used instead."#,
                #"4 fault The audio file "c.wav" is missing and the prompt has no text. "#
                    + "The flow takes the edge loadPromptFailure here. "
                    + "Add the file, or a text for the prompt.",
                #"6 fault The text file "t.txt" is missing and the prompt has no text. "#
                    + "The flow takes the edge loadPromptFailure here. "
                    + "Add the file, or a text for the prompt.",
                #"7 warning The text file "u.txt" is missing; its audio file is used instead."#,
                #"8 fault The audio file "d.wav" is missing and the prompt has no text. "#
                    + "The flow takes the edge loadPromptFailure here. "
                    + "Add the file, or a text for the prompt.",
                #"8 fault The text file "v.txt" is missing and the prompt has no text. "#
                    + "The flow takes the edge loadPromptFailure here. "
                    + "Add the file, or a text for the prompt.",
                #"9 warning The audio file "e.wav" is missing; "#
                    + "the prompt's own text is used instead.",
            ])
    }

    @Test("a graph lists every way out, by its key and what tells it from its likes")
    func graph() throws {
        let dialog = Files.dialog(
            [], to: "$[Next]",
            goTo: #""maxTimeoutCount": "B", "userIntentCollection": "#
                + #"[{"intent": "sleep", "goTo": "B"}]"#)
        let flow = [Files.module("VF_START", "node", to: "Ask"), dialog]
        let graph = try VoiceflowFactory.graph(
            of: [VoiceflowFactory.FileName.flow: Array("[\(flow.joined(separator: ","))]".utf8)],
            name: "flow")
        #expect(
            graph.edges.filter { $0.module == "Ask" }.map { "\($0.label) \($0.target)" } == [
                "DEFAULT $[Next]", "maxTimeoutCount B", "userIntentCollection[sleep] B",
            ])
    }

    @Test(
        "a graph shows where an interruption leads, and coverage counts it, inherited or not",
        .fact("voiceflow-4-15"))
    func interruptions() throws {
        func interrupted(_ parameters: String) -> String {
            #""audioInterruptTransitionParams": {\#(parameters)}"#
        }
        let goTo = #""transitionType": "goto", "goToVoiceFlowModuleID""#
        let flow = [
            Files.module("VF_START", "node", to: "Set"),
            Files.module("Set", "process", to: "A", interrupted("\(goTo): \"Recover\"")),
            Files.module("A", "playAudio", to: "B"),
            Files.module("B", "playAudio", to: "C", interrupted(#""transitionType": "repeat""#)),
            Files.module("C", "playAudio", to: "D", interrupted(#""transitionType": "resume""#)),
            Files.module("D", "playAudio", to: "E", interrupted(#""transitionType": "end""#)),
            Files.module("E", "playAudio", interrupted(#""transitionType": "$[What]""#)),
            Files.module("Recover", "playAudio"),
        ]
        let graph = try VoiceflowFactory.graph(
            of: [VoiceflowFactory.FileName.flow: Array("[\(flow.joined(separator: ","))]".utf8)],
            name: "flow")
        let key = "audioInterruptTransition"
        #expect(
            graph.edges.filter { $0.key == key }.map { "\($0.module) > \($0.target)" }
                == ["Set > Recover", "B > B", "E > VF_END"])
        var coverage = FlowCoverage(graph: graph)
        coverage.add(
            [("A", "Recover"), ("B", "B")].map { from, to in
                TraceEvent(
                    frame: 0, tap: .actions, kind: "transition",
                    fields: ["by": .string(key), "from": .string(from), "to": .string(to)])
            }, .voiceflow)
        let taken = zip(graph.edges, coverage.edgeCounts).filter { $0.1 == 1 }.map(\.0.module)
        #expect(taken == ["Set", "B"])
    }
}
