import SayKit
import Testing
import VoiceRun
import VoiceTestSupport

/// Command requests of a manager with a resolver and a dispatcher.
@MainActor
@Suite("Managers of command requests")
struct CommandManagerTests {
    private let world = ConversationWorld()
    private let texts = SAYTextResolutionRegistry()
    private let responses = SAYCommandResponseRegistry()

    private func request(_ prompt: String? = nil) -> SAYVerbalCommandRequest {
        let manager = SAYVerbalCommandRequestManager(
            textResolver: texts, dispatcher: SAYCommandDispatcher(firstResponder: responses))
        return manager.newRequest(promptText: prompt) { result in
            guard let result else { return world.show("cancelled") }
            world.show(result.command?.type ?? result.error?.code.rawValue ?? "none")
        }
    }

    @Test(
        "standard commands come first, then those of the app, and are carried out",
        .fact("saykit-interface-4.7-6"))
    func carriesOut() {
        texts.registerTextResolver { text in
            text.hasPrefix("search") || text == "good night" ? SAYCommand(type: "sleep") : nil
        }
        responses.addResponse(forCommandType: "search") { command in
            world.show("searching \(command.parameters["query"]?.description ?? "")")
        }
        responses.addResponse(forCommandType: "sleep") { _ in world.show("sleeping") }
        world.answers = ["search for cats", "good night"]
        world.ask(request())
        world.ask(request())
        #expect(world.screen.lines == ["searching cats", "search", "sleeping", "sleep"])
    }

    @Test("a command without a responder goes to the next one that has one")
    func fallsThrough() {
        texts.registerTextResolver { _ in SAYCommand(type: "sleep") }
        responses.addResponse(forCommandType: "sleep") { _ in world.show("sleeping") }
        world.answers = ["play"]
        world.ask(request())
        #expect(world.screen.lines == ["sleeping", "sleep"])
    }

    @Test("what has no responder sounds its tone, and is asked for once more")
    func unknown() {
        world.answers = ["play", "play"]
        world.ask(request("What now?"))
        #expect(world.tones.filter { $0 == "unrecognized-command.wav" }.count == 1)
        #expect(world.screen.lines == ["invalidInput"])
    }

    @Test("the manager of the app begins with an empty registry and the system's dispatcher")
    func standardManager() {
        let manager = SAYVerbalCommandRequestManager.defaultManager
        #expect(manager.customCommandResolver is SAYTextResolutionRegistry)
        #expect(manager.commandDispatcher === SAYCommandDispatcher.systemDispatcher)
        #expect(
            SAYCommandDispatcher.systemDispatcher.firstResponder
                === SAYCommandResponseRegistry.sharedInstance)
    }
}
