import Testing
import VoiceDiff
import VoiceTrace

@testable import VoiceFlow

@Suite("A flow's files seen together")
struct WholeSetTests {
    private static let ends = [
        Files.module("VF_START", "node", to: "A"), Files.module("VF_END", "node", to: ""),
    ]

    private func findings(
        _ modules: [String], prompts: [String] = [], map: String? = nil,
        _ surroundings: FlowSurroundings = FlowSurroundings()
    ) throws -> [String] {
        var files = [
            VoiceflowFactory.FileName.flow: Array(
                "[\n\((Self.ends + modules).joined(separator: ",\n"))]".utf8),
            VoiceflowFactory.FileName.prompts: Array(
                "[\n\(prompts.joined(separator: ",\n"))]".utf8),
        ]
        files[VoiceflowFactory.FileName.map] = map.map { Array($0.utf8) }
        return try VoiceflowFactory.findings(
            in: files, named: { $0 }, surroundings: surroundings
        ).map { "\($0.place.line) \($0.severity) \($0.message)" }
    }

    @Test("a whole flow has nothing to be warned of")
    func whole() throws {
        #expect(try findings([Files.module("A", "node")]).isEmpty)
    }

    @Test("a module that nothing leads to is named")
    func unreachable() throws {
        let found = try findings([Files.module("A", "node"), Files.module("B", "node")])
        #expect(found == [#"5 warning "B": no way leads from VF_START to this module"#])
    }

    @Test("a module that only a runtime field can name is told apart")
    func dynamic() throws {
        let found = try findings(
            [Files.module("A", "node", to: "$[Next]"), Files.module("B", "node")],
            FlowSurroundings(fields: ["Next"]))
        #expect(
            found == [
                #"5 warning "B": only a runtime field or the app's interrupt can lead to "#
                    + "this module"
            ])
    }

    @Test("modules from which no way leads to the end are named")
    func endless() throws {
        let found = try findings([
            Files.module("A", "pauseResume", to: "B"), Files.module("B", "pauseResume", to: "A"),
        ])
        #expect(
            found.filter { $0.contains("no way leads from") && $0.contains("to VF_END") }.map {
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
            found.filter { $0.contains("takes no time") } == [
                "5 warning B > C > B takes no time and never ends: the loop guard will stop it"
            ])
    }

    @Test("a prompt that nothing plays is named, unless a field may name it")
    func unusedPrompt() throws {
        let prompts = [Files.text("P"), Files.text("Q")]
        let played = try findings([Files.play("A", ["P"])], prompts: prompts)
        #expect(played == [#"3 warning nothing plays the prompt "Q""#])
        let open = try findings(
            [Files.play("A", ["$[Which]"])], prompts: prompts, FlowSurroundings(fields: ["Which"]))
        #expect(open.isEmpty)
    }

    @Test("a field that is read and never set is named once; the scenario may set it")
    func unsetField() throws {
        let modules = [
            Files.module("A", "node", to: "$[Next]"), Files.module("VF_X", "node", to: "$[Next]"),
        ]
        let message = #"the field "Next" is read and nothing here sets it: the app has to"#
        #expect(try findings(modules).filter { $0.contains(message) }.count == 1)
        let set = FlowSurroundings(fields: ["Next"])
        #expect(try findings(modules, set).filter { $0.contains(message) }.isEmpty)
        let assigned = modules + [Files.process("P", [("Next", #""VF_END""#)])]
        #expect(try findings(assigned).filter { $0.contains(message) }.isEmpty)
    }

    @Test("missing audio is a warning where a text stands in, else an error")
    func missingAudio() throws {
        let prompts = [
            #"{"id": "P", "audioFile": "a.wav", "textString": "t"}"#,
            #"{"id": "Q", "audioFile": "b.wav"}"#, #"{"id": "R", "audioFile": "c.wav"}"#,
            #"{"id": "S", "audioFile": "here.wav"}"#,
        ]
        let found = try findings(
            [Files.play("A", ["P", "Q", "R", "S"])], prompts: prompts,
            map: #"[{"audioFile": "b.wav", "textString": "t", "textLanguage": "en-US"}]"#,
            FlowSurroundings { $0 == "here.wav" })
        #expect(
            found == [
                #"2 warning the audio file "a.wav" is missing; the prompt's own text stands in"#,
                #"3 warning the audio file "b.wav" is missing; the map's text stands in"#,
                #"4 fault the audio file "c.wav" is missing and no text stands in; "#
                    + "running here takes loadPromptFailure",
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
}
