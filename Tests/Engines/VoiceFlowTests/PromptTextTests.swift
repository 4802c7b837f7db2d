import Testing
import VoiceFlow
import VoiceTrace

@Suite("What the modules of a graph say")
struct PromptTextTests {
    private func prompt(_ id: String, text: String = "", members: [String] = []) -> String {
        let list = members.map { #"{"promptID": "\#($0)"}"# }.joined(separator: ", ")
        let content =
            members.isEmpty ? #""textString": "\#(text)""# : #""promptCollection": [\#(list)]"#
        return #"{"id": "\#(id)", \#(content)}"#
    }

    private func said(_ module: String, _ prompts: [String]?) throws -> [String]? {
        let start = Files.module("VF_START", "node", to: "Say")
        var files = ["voiceflow.json": Array("[\(start), \(module)]".utf8)]
        files["prompts.json"] = prompts.map { Array("[\($0.joined(separator: ", "))]".utf8) }
        let graph = try VoiceflowFactory.graph(of: files, name: "f")
        return graph.modules.first { $0.id == "Say" }?.says
    }

    @Test("a text, the texts of members, and a field by its spelling, each once")
    func texts() throws {
        let prompts = [
            prompt("A", text: "Good day."), prompt("B", text: "$[Name]"),
            prompt("Both", members: ["A", "B"]),
        ]
        #expect(
            try said(Files.play("Say", ["A", "A", "Both"]), prompts)
                == ["Good day.", "Good day. $[Name]"])
        #expect(try said(Files.play("Say", ["$[Which]", "Gone"]), prompts) == ["$[Which]"])
    }

    @Test("a dialog says all its prompts, and a listener its first")
    func kinds() throws {
        let prompts = [prompt("A", text: "One."), prompt("B", text: "Two.")]
        let dialog = Files.dialog(
            [Files.says("initial", "A"), Files.says("timeout", "B")], id: "Say")
        #expect(try said(dialog, prompts) == ["One.", "Two."])
        #expect(try said(Files.listener("B", id: "Say"), prompts) == ["Two."])
    }

    @Test("prompts that name each other end, and a missing file says nothing")
    func ends() throws {
        let prompts = [prompt("A", members: ["B"]), prompt("B", members: ["A"])]
        #expect(try said(Files.play("Say", ["A"]), prompts)?.isEmpty == true)
        #expect(try said(Files.play("Say", ["A"]), nil)?.isEmpty == true)
    }
}
