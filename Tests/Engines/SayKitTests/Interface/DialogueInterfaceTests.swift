import Testing
import VoiceRun
import VoiceTestSupport

@testable import SayKit

/// Dialogues that an app runs.
@MainActor
@Suite("4.8 Dialogues of an app")
struct DialogueInterfaceTests {
    private func world(_ answers: [String?]) -> ConversationWorld { ConversationWorld(answers) }

    /// Runs the order, and shows how it ended.
    private func run(
        _ world: ConversationWorld, _ dialogue: Dialogue = SwiftDialogue.order
    ) {
        _ = world.host.perform {
            do throws(DialogueError) {
                let answers = try await world.presenter.run(dialogue) { progress in
                    if case .kept(let name, let text) = progress { world.show("\(name): \(text)") }
                    if case .entered(let node) = progress { world.show(node) }
                }
                let size = answers[SwiftDialogue.size]
                world.show(
                    "\(answers.lastNode) \(size?.selectedIndex ?? -1)"
                        + " \(size?.selectedOption?.aliases ?? [])"
                        + " \(answers[SwiftDialogue.count]?.integer ?? -1)")
            } catch {
                world.show("\(error)")
            }
        }
        world.host.go()
    }

    @Test("it gives typed answers, and tells how it goes on", .fact("saykit-4.8-8"))
    func answers() {
        let world = world(["the big one", "twenty", "three", "yes"])
        run(world)
        #expect(
            world.screen.lines == [
                "greet", "size", "size: Large", "count", "count: 20", "many", "count", "count: 3",
                "sure", "done", "done 1 [\"big\"] 3",
            ])
        #expect(world.spoken.last == "Ordered.")
        #expect(world.presenter.presentedRequest == nil)
        let next = SAYConfirmationRequest(promptText: "More?") { world.show("\($0 != nil)") }
        world.answers = ["no"]
        #expect(world.ask(next))
        #expect(world.screen.lines.last == "true")
    }

    @Test("answers of every kind have their types", .fact("saykit-4.8-8"))
    func kinds() async throws {
        let world = world(["anna", "bishop to f 7", "paint it blue", "card"])
        var answers: Dialogue.Answers?
        world.presenter.present(SwiftDialogue.everything) { answers = try? $0.get() }
        world.host.go()
        let kept = try #require(answers)
        #expect(kept.names == ["move", "name", "what"])
        #expect(kept[Dialogue.Key<String>("name")] == "anna")
        let move = kept[Dialogue.Key<SAYPatternMatch>("move")]
        #expect(move?.entities["column"]?.number == ExactNumber(7))
        #expect(move?.entities["piece"]?.string == "bishop")
        let command = kept[Dialogue.Key<SAYCommand>("what")]
        #expect(command == SAYCommand(type: "paint", parameters: ["colour": .string("blue")]))
        #expect(kept.text("what") == "paint")
        #expect(kept[Dialogue.Key<Bool>("name")] == nil && kept.text("none") == nil)
    }

    @Test("requests are refused while it runs", .fact("saykit-4.8-8"))
    func refusesRequests() {
        let world = world([])
        world.presenter.present(SwiftDialogue.order) { _ in world.show("over") }
        world.host.advance(milliseconds: 3_000)
        let request = SAYConfirmationRequest(promptText: "Sure?") {
            world.show($0?.error?.message ?? "none")
        }
        #expect(!world.conversation.presentVoiceRequest(request))
        world.presenter.present(SwiftDialogue.order) { result in
            if case .failure(let error) = result { world.show("\(error)") }
        }
        #expect(
            world.screen.lines == [
                "a dialogue runs. Wait for its end, or cancel it.",
                "a request is presented or a dialogue runs. Wait for its end, or cancel it.",
            ])
    }

    @Test("the app ends it where it is, and the user by the way of its node")
    func cancels() {
        let app = world([])
        app.presenter.present(SwiftDialogue.order) { result in
            if case .failure(let error) = result { app.show("\(error)") }
        }
        app.host.advance(milliseconds: 3_000)
        app.presenter.cancelDialogue()
        app.presenter.cancelDialogue()
        app.host.go()
        #expect(app.screen.lines == ["the dialogue was cancelled."])
        #expect(!app.spoken.contains("Goodbye."))
        let user = world(["cancel"])
        run(user)
        #expect(user.spoken.last == "Goodbye.")
        #expect(user.screen.lines.last == "bye -1 [] -1")
    }

    @Test("a dialogue that cannot go on says why")
    func fails() {
        let lonely = Dialogue(start: "a") {
            Dialogue.Node("a", request: Dialogue.Request.number("How many?").retries(0))
        }
        let world = world(["banana", "cancel"])
        run(world, lonely)
        #expect(world.screen.lines.last == "Please say a number.")
        run(world, lonely)
        #expect(world.screen.lines.last == "the dialogue was cancelled.")
        let loop = Dialogue(start: "a", visits: 5) {
            Dialogue.Node("a", say: "…", next: "b")
            Dialogue.Node("b", say: "…", next: "a")
        }
        run(world, loop)
        #expect(world.screen.lines.last?.hasPrefix("the dialogue entered 5 nodes") == true)
        run(world, Dialogue(start: "x", nodes: []))
        #expect(world.screen.lines.last?.contains("there are no nodes") == true)
    }

    @Test("a display shows its requests, and answers them")
    func displays() {
        let display = NotedDisplay()
        let world = world([])
        world.presenter.display = display
        world.presenter.present(SwiftDialogue.order) { _ in world.show("over") }
        world.host.advance(milliseconds: 3_000)
        display.request?.choose(at: 1)
        world.host.advance(milliseconds: 3_000)
        display.request?.typeAnswer("three")
        world.host.advance(milliseconds: 3_000)
        display.request?.choose(at: 0)
        world.host.go()
        #expect(world.screen.lines == ["over"])
        #expect(
            display.lines.filter { !$0.hasPrefix("microphone") } == [
                "appear", "prompt Which size?", "choices Small|Large", "disappear",
                "appear", "prompt How many Large ones?", "disappear",
                "appear", "prompt 3 Large ones?", "choices Yes|No", "disappear",
            ])
    }

    @Test("without a device it says so")
    func runOver() async {
        let conversation = SAYConversationManager(host: AbsentHost(reason: "no device"))
        await #expect(throws: DialogueError.self) {
            try await conversation.runDialogue(SwiftDialogue.order)
        }
    }
}
