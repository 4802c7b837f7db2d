import SayKit
import Testing
import VoiceRun
import VoiceTestSupport

/// Interpreters, responders and responses.
@MainActor
@Suite("Responders of an app")
struct ResponderInterfaceTests {
    private let world = ConversationWorld()

    @Test("a prompt is what it shows and what it says", .fact("saykit-interface-4.5-1"))
    func prompt() {
        let plain = SAYVoicePrompt(message: "Sure?")
        #expect(plain == SAYVoicePrompt(message: "Sure?"))
        var quiet = plain
        quiet.spokenMessage = nil
        #expect(quiet != plain && quiet.displayMessage == "Sure?")
        let display = NotedDisplay()
        world.presenter.display = display
        world.answers = ["yes"]
        world.ask(SAYConfirmationRequest(prompt: quiet))
        #expect(world.spoken == [])
        #expect(display.lines.contains("prompt Sure?"))
    }

    /// Answers when it is told to.
    @MainActor
    private final class LateInterpreter: SAYVoiceRequestInterpreter {
        var pending: [@MainActor (SAYInterpretation<String>) -> Void] = []

        func voiceRequest(
            _ request: SAYVoiceRequest, interpret result: SAYSpeechRecognitionResult,
            completion: @escaping @MainActor (SAYInterpretation<String>) -> Void
        ) { pending.append(completion) }
    }

    @Test("an interpreter may answer later, and only once", .fact("saykit-interface-4.5-2"))
    func lateInterpreter() {
        let interpreter = LateInterpreter()
        let request = SAYStandardVoiceRequest<String>(
            prompt: nil, interpreter: interpreter,
            action: { world.show("action \($0 ?? "nil")") })
        world.answers = ["hello"]
        world.ask(request)
        #expect(interpreter.pending.count == 1)
        #expect(world.screen.lines.isEmpty && world.presenter.presentedRequest === request)
        interpreter.pending[0](SAYInterpretation(value: "good day"))
        interpreter.pending[0](SAYInterpretation(value: "late"))
        world.host.go()
        #expect(world.screen.lines == ["action good day"])
        #expect(request.outcome?.transcript == "hello")
    }

    private func responder(
        _ response: @escaping @MainActor (Bool?) -> SAYVoiceRequestResponse
    ) -> SAYStandardRequestResponder<Bool> {
        let responder = SAYStandardRequestResponder<Bool>()
        responder.successResponder = response
        return responder
    }

    @Test(
        "feedback is spoken first; the action comes before the follow-up, and after dismissal",
        .fact("saykit-interface-4.5-3"))
    func responses() {
        let world = world
        let last = SAYConfirmationRequest(
            prompt: SAYVoicePrompt(message: "Really?"),
            responder: responder { value in
                SAYVoiceRequestResponse(feedbackPrompt: SAYVoicePrompt(message: "Fine.")) {
                    let isGone = world.presenter.presentedRequest == nil
                    world.show("last \(value == true) \(isGone) \(world.heardTexts.count)")
                }
            })
        let first = SAYConfirmationRequest(
            prompt: SAYVoicePrompt(message: "Sure?"),
            responder: responder { value in
                SAYVoiceRequestResponse(
                    feedbackPrompt: SAYVoicePrompt(message: "Good."), followupRequest: last
                ) { world.show("first \(value == true) \(world.heardTexts.count)") }
            })
        world.answers = ["yes", "yes"]
        world.ask(first)
        #expect(world.spoken == ["Sure?", "Good.", "Really?", "Fine."])
        #expect(world.screen.lines == ["first true 2", "last true true 4"])
        #expect(first.outcome?.value == true && last.outcome?.value == true)
        #expect(first.presenter == nil && last.presenter == nil)
    }

    @Test("a follow-up that cannot be asked hears that, and the request ends")
    func wrongFollowup() {
        let world = world
        let wrong = SAYSelectRequest(options: [], promptText: "Which?") { result in
            world.show("wrong \(result?.error?.code.rawValue ?? "none")")
        }
        let request = SAYConfirmationRequest(
            prompt: SAYVoicePrompt(message: "Sure?"),
            responder: responder { _ in
                SAYVoiceRequestResponse(followupRequest: wrong) { world.show("first") }
            })
        world.answers = ["yes"]
        world.ask(request)
        #expect(world.screen.lines == ["wrong invalidRequest", "first"])
        #expect(world.presenter.presentedRequest == nil)
    }

    @Test(
        "the standard responder calls its action once, with nil on failure",
        .fact("saykit-interface-4.5-4"),
        arguments: [
            (["yes"], "true"), (["", ""], "nil"), (["a", "b"], "nil"), (["a", "no"], "false"),
        ])
    func userAction(said: [String], shown: String) {
        world.answers = said
        let responder = SAYStandardRequestResponder<Bool> { value in
            world.show(value.map { "\($0)" } ?? "nil")
        }
        world.ask(
            SAYConfirmationRequest(prompt: SAYVoicePrompt(message: "Sure?"), responder: responder))
        #expect(world.screen.lines == [shown])
    }

    @Test(
        "an invalid answer brings a reason and the same request, as often as it may",
        .fact("saykit-interface-4.5-5", "saykit-interface-4.5-6"))
    func invalid() {
        let responder = responder { _ in .terminalResponse { world.show("success") } }
        responder.failureAction = { world.show("failure") }
        let request = SAYConfirmationRequest(
            prompt: SAYVoicePrompt(message: "Sure?"), responder: responder)
        world.answers = ["banana", "yes", "banana", "apple", "", ""]
        world.ask(request)
        #expect(world.spoken == ["Sure?", "Please say yes or no.", "Sure?"])
        world.ask(request)
        world.ask(request)
        world.conversation.presentVoiceRequest(request)
        world.host.advance(milliseconds: 100)
        request.cancel()
        world.host.go()
        #expect(world.screen.lines == ["success", "failure", "failure", "failure"])
    }

    @Test("an invalid responder of the app's own decides")
    func invalidResponder() {
        let responder = SAYStandardRequestResponder<Bool>()
        responder.invalidResponder = { errors in
            world.show("invalid \(errors.map(\.type.rawValue))")
            return .terminalResponse { world.show("over") }
        }
        world.answers = ["banana"]
        world.ask(SAYConfirmationRequest(prompt: nil, responder: responder))
        #expect(world.screen.lines == ["invalid [\"invalidInput\"]", "over"])
    }

    @Test(
        "a silent answer ends the prompt, and one that is late changes nothing",
        .fact("saykit-interface-4.5-7"))
    func silentAnswer() {
        let request = SAYNumericalRequest(promptText: "How many?") { result in
            world.show("\(result?.number ?? -1)")
        }
        request.respondImmediately(to: SAYInterpretation(value: 1))
        world.conversation.presentVoiceRequest(request)
        world.host.advance(milliseconds: 200)
        request.respondImmediately(to: SAYInterpretation(value: 7))
        request.respondImmediately(to: SAYInterpretation(value: 8))
        world.host.go()
        #expect(world.screen.lines == ["7"])
        #expect(world.texts("soundStopped", "sound") == ["How many?"])
    }
}
