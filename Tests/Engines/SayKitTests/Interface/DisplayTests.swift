import Foundation
import SayKit
import Testing
import VoiceRun
import VoiceTestSupport

/// Displays, and the recognition manager that they control.
@MainActor
@Suite("Displays")
struct DisplayTests {
    private let world = ConversationWorld()

    @Test(
        "a display is told the prompt, the choices, the microphone and the words",
        .fact("saykit-interface-document-15", "saykit-interface-4.2-6"))
    func display() {
        let display = NotedDisplay()
        display.levelMilliseconds = 200
        world.presenter.display = display
        world.answers = ["yes"]
        world.ask(SAYConfirmationRequest(promptText: "Sure?") { _ in })
        let lines = display.lines.filter { $0 != "level" }
        #expect(
            lines == [
                "appear", "prompt Sure?", "choices Yes|No", "microphone enabled",
                "microphone disabled", "microphone active", "words yes", "microphone disabled",
                "disappear",
            ])
        #expect(world.texts("configured", "settings").isEmpty)
    }

    @Test("what went wrong is shown, and the prompt again")
    func errors() {
        let display = NotedDisplay()
        world.presenter.display = display
        world.answers = ["", "yes"]
        let request = SAYConfirmationRequest(promptText: "Sure?") { _ in }
        request.followupPromptText = "Yes or no?"
        world.ask(request)
        #expect(display.lines.contains("error I didn't hear anything."))
        let prompts = display.lines.filter { $0.hasPrefix("prompt") }
        #expect(prompts == ["prompt Sure?", "prompt Yes or no?"])
    }

    @Test(
        "the recognition manager has the states of its session",
        .fact("saykit-interface-4.2-3", "saykit-interface-4.2-4"))
    func recognitionManager() {
        world.host.recognizerMilliseconds = 500
        let manager = world.presenter.recognitionManager
        let request = SAYStringRequest(prompt: nil)
        var states: [SAYSpeechRecognitionManager.SessionState] = [manager.sessionState]
        world.conversation.presentVoiceRequest(request)
        world.host.advance(milliseconds: 10)
        states.append(manager.sessionState)
        manager.stopListeningNow()
        world.host.advance(milliseconds: 300)
        states.append(manager.sessionState)
        world.host.say("good morning", lasting: 400)
        world.host.advance(milliseconds: 600)
        manager.stopListeningNow()
        world.host.advance(milliseconds: 20)
        states.append(manager.sessionState)
        world.host.go()
        states.append(manager.sessionState)
        #expect(states == [.none, .initializing, .listening, .processing, .none])
        #expect(request.outcome?.value == "good morning")

        world.conversation.presentVoiceRequest(request)
        #expect(request.recognitionManager === manager)
        world.host.advance(milliseconds: 500)
        manager.cancelPrompt()
        world.host.go()
        #expect(request.outcome?.value == nil)
        #expect(world.texts("result", "outcome") == ["answered", "cancelled"])
    }

    @Test(
        "the recognizer is waited for as long as the manager says",
        .fact("saykit-interface-4.2-5"))
    func responseTimeout() {
        let world = ConversationWorld(["yes", "yes"]) { $0.recognizerMilliseconds = 3_000 }
        let manager = world.presenter.recognitionManager
        #expect(manager.responseTimeout == 10)
        manager.responseTimeout = 2
        let request = SAYConfirmationRequest(promptText: "Sure?") { result in
            world.show(result?.error?.code.rawValue ?? "answered")
        }
        request.supportedRetryCount = 0
        world.ask(request)
        manager.responseTimeout = 4
        world.ask(request)
        #expect(world.screen.lines == ["responseTimeout", "answered"])
    }

    @Test(
        "a confirmation has buttons, in the language of the conversation",
        .fact("saykit-interface-document-1"))
    func buttons() {
        let world = ConversationWorld(language: .german)
        let display = NotedDisplay()
        world.presenter.display = display
        for index in [0, 1, 2] {
            let request = SAYConfirmationRequest(promptText: "Sicher?") { result in
                world.show("\(result?.confirmed.map { "\($0)" } ?? "none")")
            }
            world.conversation.presentVoiceRequest(request)
            world.host.advance(milliseconds: 100)
            display.request?.choose(at: index)
            if index == 2 { request.cancel() }
            world.host.go()
        }
        #expect(display.lines.contains("choices Ja|Nein"))
        #expect(world.screen.lines == ["true", "false", "none"])
    }
}
