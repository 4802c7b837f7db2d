import SayKit
import Testing
import VoiceRun
import VoiceTestSupport
import VoiceTrace

/// Requests from their presentation to their completion.
@MainActor
@Suite("Requests of an app")
struct RequestInterfaceTests {
    private let world = ConversationWorld()

    private func confirmation(_ name: String = "") -> SAYConfirmationRequest {
        SAYConfirmationRequest(promptText: "Sure?") { result in
            guard let result else { return world.show("\(name)cancelled") }
            if let confirmed = result.confirmed { return world.show("\(name)\(confirmed)") }
            world.show("\(name)\(result.error?.code.rawValue ?? "none")")
        }
    }

    @Test(
        "a second request is refused while one is presented, and hears that it is busy",
        .fact("saykit-interface-4.2-1"))
    func busy() {
        world.answers = ["yes"]
        let first = confirmation("first ")
        #expect(world.conversation.presentVoiceRequest(first))
        #expect(world.presenter.presentedRequest === first)
        #expect(!world.conversation.presentVoiceRequest(confirmation("second ")))
        #expect(!world.conversation.presentVoiceRequest(first))
        world.host.go()
        #expect(world.screen.lines == ["second busy", "first true"])
    }

    @Test(
        "cancelling completes with nil, in every state, once", .fact("saykit-interface-4.4-1"),
        arguments: [0, 200, 600, 900, 1_500, 2_500] as [Int64])
    func cancel(after milliseconds: Int64) {
        world.answers = ["yes"]
        let request = confirmation()
        world.conversation.presentVoiceRequest(request)
        world.host.advance(milliseconds: milliseconds)
        request.cancel()
        world.host.go()
        let isAnswered = milliseconds == 2_500
        #expect(world.screen.lines == [isAnswered ? "true" : "cancelled"])
        #expect(world.presenter.presentedRequest == nil && request.presenter == nil)
    }

    @Test("a request that is cancelled before its activation completes with nil, once")
    func cancelBeforeActivation() {
        final class Hooked: SAYConfirmationRequest {
            var hooks: [String] = []
            override func didActivate() { hooks.append("active") }
            override func willDeactivate() { hooks.append("inactive") }
        }
        let request = Hooked(promptText: "Sure?") { result in
            world.show(result == nil ? "cancelled" : "answered")
        }
        world.answers = ["yes"]
        #expect(world.conversation.presentVoiceRequest(request))
        request.cancel()
        request.cancel()
        #expect(world.screen.lines.isEmpty)
        world.host.go()
        #expect(world.screen.lines == ["cancelled"])
        #expect(request.hooks.isEmpty)
        #expect(world.spoken.isEmpty && world.texts("listening", "listen").isEmpty)
        #expect(world.presenter.presentedRequest == nil && request.presenter == nil)
        world.ask(confirmation())
        #expect(world.screen.lines == ["cancelled", "true"])
    }

    @Test("dismissing cancels, and completes at last", .fact("saykit-interface-4.2-2"))
    func dismiss() {
        world.presenter.dismissPresentedRequest { world.show("nothing to dismiss") }
        world.conversation.presentVoiceRequest(confirmation())
        world.host.advance(milliseconds: 1_000)
        world.presenter.dismissPresentedRequest { world.show("dismissed") }
        world.host.go()
        #expect(world.screen.lines == ["nothing to dismiss", "cancelled", "dismissed"])
        #expect(world.presenter.recognitionManager.sessionState == .none)
    }

    @Test(
        "without an answer the result has an error",
        .fact("saykit-interface-4.4-2", "saykit-interface-4.4-4"),
        arguments: [
            (["", ""], "noContent"), (["banana", "apple"], "invalidInput"),
            ([nil, nil], "noContent"), (["banana", "yes"], "true"),
        ] as [([String?], String)])
    func failures(said: [String?], shown: String) {
        world.answers = said
        world.ask(confirmation())
        #expect(world.screen.lines == [shown])
        #expect(world.spoken.count == 2)
    }

    @Test("where the microphone is not allowed the request says so and is not asked again")
    func unauthorized() {
        let world = ConversationWorld { $0.answers = [.microphone: .denied] }
        let request = SAYStringRequest(promptText: "Name?") { result in
            world.show(result?.error?.code.rawValue ?? "none")
        }
        world.ask(request)
        #expect(world.screen.lines == ["unauthorized"])
    }

    @Test(
        "the follow-up prompt is spoken before asking again; without one, a sentence",
        .fact("saykit-interface-4.4-3"))
    func followupPrompt() {
        world.answers = ["banana", "yes", "banana", "yes"]
        let request = confirmation()
        world.ask(request)
        request.followupPromptText = "Yes or no?"
        world.ask(request)
        #expect(
            world.spoken == [
                "Sure?", "Please say yes or no. Sure?", "Sure?", "Yes or no?",
            ])
        #expect(world.screen.lines == ["true", "true"])
    }

    @Test("retries are as many as the app says")
    func retries() {
        world.answers = ["a", "b", "c", "d", "yes"]
        let never = confirmation()
        never.supportedRetryCount = 0
        world.ask(never)
        let ever = confirmation()
        ever.supportedRetryCount = SAYVoiceRequestRetryForever
        world.ask(ever)
        #expect(world.screen.lines == ["invalidInput", "true"])
    }

    @Test(
        "a select request of labels has no option without an answer",
        .fact("saykit-interface-4.4-5"))
    func select() {
        world.answers = ["tea", "", ""]
        func request() -> SAYSelectRequest {
            SAYSelectRequest(itemLabels: ["Coffee", "Tea"], promptText: "What?") { result in
                world.show("\(result?.selectedIndex ?? -1) \(result?.error?.code.rawValue ?? "")")
            }
        }
        world.ask(request())
        world.ask(request())
        let empty = SAYSelectRequest(options: [], promptText: "What?") { result in
            world.show("\(result?.error?.code.rawValue ?? "") \(result?.error?.message ?? "")")
        }
        world.ask(empty)
        #expect(
            world.screen.lines == [
                "1 ", "-1 noContent",
                "invalidRequest The request has no options. Give at least one.",
            ])
    }

    @Test("a wrong template is an error of the result, or thrown", .fact("saykit-interface-4.4-6"))
    func wrongTemplate() {
        let request = SAYPatternMatchRequest(promptText: "Move?", templates: ["@x:Chess"]) {
            result in world.show(result?.error?.code.rawValue ?? "none")
        }
        world.ask(request)
        #expect(world.screen.lines == ["invalidRequest"])
        #expect(throws: TemplateError.self) {
            _ = try SAYPatternMatchRequest(promptText: "Move?", validating: ["@x:Chess"]) { _ in }
        }
    }

    @Test(
        "an async caller gets the value, or the failure is thrown",
        .fact("saykit-interface-4.10-2"))
    func asyncForms() async throws {
        let world = world
        let presenter = world.presenter
        world.answers = ["forty two", "", ""]
        let number = SAYNumericalRequest(prompt: SAYVoicePrompt(message: "How many?"))
        let value = world.host.perform { try await presenter.answer(of: number) }
        world.host.go()
        #expect(try await value.value == 42)
        let failing = world.host.perform { try await presenter.answer(of: number) }
        world.host.go()
        let error = await #expect(throws: SAYVoiceRequestError.self) { try await failing.value }
        #expect(error?.code == .noContent)
        let cancelled = world.host.perform { try await presenter.answer(of: number) }
        world.host.advance(milliseconds: 700)
        cancelled.cancel()
        world.host.go()
        let end = await #expect(throws: SAYVoiceRequestError.self) { try await cancelled.value }
        #expect(end?.code == .cancelled)
        #expect(world.texts("result", "outcome") == ["answered", "failed", "cancelled"])
        #expect(presenter.presentedRequest == nil)
    }

    @Test("without a world, and after the end of a run, a request fails and says why")
    func withoutRun() {
        let conversation = SAYConversationManager()
        conversation.presentVoiceRequest(confirmation())
        #expect(world.screen.lines == ["runOver"])
        let request = SAYStringRequest(promptText: "Name?") { result in
            world.show(result?.error?.message ?? "cancelled")
        }
        conversation.presentVoiceRequest(request)
        #expect(world.screen.lines.last?.contains("makeHost is not set") == true)

        world.conversation.presentVoiceRequest(confirmation("open "))
        world.host.advance(milliseconds: 300)
        world.conversation.shutDown()
        world.host.go()
        #expect(world.screen.lines.last == "open cancelled")
        world.answers = ["yes"]
        world.ask(confirmation("next "))
        #expect(world.screen.lines.last == "next true")
    }

    @Test("a conversation in German understands German and asks again in the same way")
    func german() {
        let world = ConversationWorld(["jawohl", "zweiundvierzig"], language: .german)
        let sure = SAYConfirmationRequest(promptText: "Sicher?") { result in
            world.show("\(result?.confirmed == true)")
        }
        world.ask(sure)
        world.ask(
            SAYNumericalRequest(promptText: "Wie viele?") { result in
                world.show("\(result?.number ?? 0)")
            })
        #expect(world.screen.lines == ["true", "42"])
    }
}
