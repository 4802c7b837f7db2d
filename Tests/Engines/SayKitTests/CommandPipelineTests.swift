import Testing
import VoiceTestSupport

@testable import SayKit

@Suite("4.7 Resolvers and dispatchers of commands")
struct CommandPipelineTests {
    /// A responder that carries out the commands of its types.
    private final class Responder: SAYCommandResponder {
        let types: Set<String>
        var nextResponder: (any SAYCommandResponder)?
        var responded: [String] = []

        init(_ types: Set<String>, next: (any SAYCommandResponder)? = nil) {
            self.types = types
            nextResponder = next
        }

        func canRespond(to command: SAYCommand) -> Bool { types.contains(command.type) }

        func respond(to command: SAYCommand) { responded.append(command.type) }
    }

    private func commands(_ types: String...) -> SAYCommandEnumerator {
        SAYCommandEnumerator(types.map { SAYCommand(type: $0) })
    }

    @Test("enumerators compute their commands when they are asked for", .fact("saykit-4.7-11"))
    func lazily() {
        var made = 0
        let later = SAYCommandEnumerator(lazily: {
            made += 1
            return self.commands("c", "d")
        })
        let all = commands("a", "b").appending(later)
        #expect(all.nextCommand()?.type == "a" && all.nextCommand()?.type == "b")
        #expect(made == 0)
        #expect(all.map(\.type) == ["c", "d"])
        #expect(made == 1)
        #expect(all.nextCommand() == nil && SAYCommandEnumerator().nextCommand() == nil)
    }

    @Test(
        "the first command that has a responder goes to the first responder of the chain",
        .fact("saykit-4.7-12"))
    func dispatches() throws {
        let last = Responder(["b", "c"])
        let first = Responder(["c"], next: last)
        let dispatcher = SAYCommandDispatcher(firstResponder: first)
        let rest = commands("a", "b", "c", "d")
        let dispatch = try #require(dispatcher.prepareDispatch(forCommands: rest))
        #expect(dispatch.command.type == "b" && dispatch.responder === last)
        #expect(rest.nextCommand()?.type == "c")
        #expect(last.responded.isEmpty)
        dispatch.perform()
        #expect(last.responded == ["b"])
        #expect(dispatcher.prepareDispatch(forCommands: commands("c"))?.responder === first)
        #expect(dispatcher.prepareDispatch(forCommands: commands("a")) == nil)
        #expect(SAYCommandDispatcher().prepareDispatch(forCommands: commands("a")) == nil)
    }

    @Test("a chain that leads back to itself ends")
    func ring() {
        let one = Responder([])
        one.nextResponder = one
        let dispatcher = SAYCommandDispatcher(firstResponder: one)
        #expect(dispatcher.prepareDispatch(forCommands: commands("a")) == nil)
    }

    @Test("a registry has one response for a type, and asks its validator", .fact("saykit-4.7-13"))
    func responses() {
        let registry = SAYCommandResponseRegistry()
        var said: [String] = []
        registry.addResponse(forCommandType: "call") { _ in said.append("old") }
        registry.addResponse(forCommandType: "call") { said.append("\($0.parameters["number"]!)") }
        registry.addValidator(forCommandType: "call") { $0.parameters["number"] != nil }
        let right = SAYCommand(type: "call", parameters: ["number": .string("5")])
        #expect(registry.canRespond(to: right))
        #expect(!registry.canRespond(to: SAYCommand(type: "call")))
        #expect(!registry.canRespond(to: SAYCommand(type: "write")))
        registry.respond(to: right)
        #expect(said == ["5"])
        registry.removeResponse(forCommandType: "call")
        #expect(!registry.canRespond(to: right))
    }

    @Test("resolvers are asked in their order, and go by their tags", .fact("saykit-4.7-14"))
    func resolvers() {
        let registry = SAYTextResolutionRegistry()
        var asked: [String] = []
        func add(_ type: String, tag: String?) {
            registry.registerTextResolver(withTag: tag) { text in
                asked.append(type)
                return text == "nothing" ? nil : SAYCommand(type: type)
            }
        }
        add("a", tag: nil)
        add("b", tag: "second")
        add("c", tag: nil)
        #expect(registry.resolveCommandsFromText("hi").nextCommand()?.type == "a")
        #expect(asked == ["a"])
        registry.deregisterTextResolver(withTag: "second")
        #expect(registry.resolveCommandsFromText("hi").map(\.type) == ["a", "c"])
        #expect(registry.resolveCommandsFromText("nothing").nextCommand() == nil)
        registry.deregisterAll()
        #expect(registry.resolveCommandsFromText("hi").nextCommand() == nil)
    }

    @Test("standard commands and templates resolve text", .fact("saykit-4.7-11"))
    func resolves() throws {
        let standard = SAYStandardCommandResolver()
        #expect(
            standard.resolveCommandsFromText("speak faster").nextCommand()?.type
                == "increase_speech_rate")
        let search = standard.resolveCommandsFromText("search for cats").nextCommand()
        #expect(search?.parameters["query"]?.description == "cats")
        #expect(standard.resolveCommandsFromText("xyzzy plugh").nextCommand() == nil)
        let pattern = try SAYPatternResolver(
            commandType: "call", templates: ["call @name"])
        #expect(
            pattern.resolveCommandsFromText("call Anna").nextCommand()
                == SAYCommand(type: "call", parameters: ["name": .string("Anna")]))
        #expect(pattern.resolveCommandsFromText("write").nextCommand() == nil)
        #expect(throws: TemplateError.self) {
            _ = try SAYPatternResolver(commandType: "call", templates: ["call @name:Planet"])
        }
    }
}
