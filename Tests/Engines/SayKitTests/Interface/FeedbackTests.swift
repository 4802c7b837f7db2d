import Testing
import VoiceJSON
import VoiceMedia
import VoiceRun
import VoiceTestSupport
import VoiceTrace

@testable import SayKit

/// Feedback, copies of requests, and what an interpreter gets.
@MainActor
@Suite("Feedback, copies and alternatives")
struct FeedbackTests {
    private let world = ConversationWorld()

    /// Says prompts in capitals.
    private final class LoudBoard: SAYVoiceRequestSoundBoard {
        override func utterance(forPrompt message: SAYSpeechUtterance) -> SAYSpeechUtterance {
            var message = message
            message.text = message.text.uppercased()
            message.pitch = 80
            return message
        }
    }

    @Test("a feedback is spoken by the sound board and shown as its prompt says")
    func feedback() {
        let display = NotedDisplay()
        world.presenter.display = display
        world.conversation.voiceSettings.wordsPerMinute = 140
        let responder = SAYStandardRequestResponder<Bool>()
        responder.successResponder = { _ in
            SAYVoiceRequestResponse(
                feedbackPrompt: SAYVoicePrompt(
                    displayMessage: "✓", spokenMessage: SAYSpeechUtterance("Thank you.")))
        }
        let request = SAYConfirmationRequest(
            prompt: SAYVoicePrompt(message: "Sure?"), responder: responder)
        request.soundBoard = LoudBoard()
        world.answers = ["yes"]
        world.ask(request)
        #expect(world.spoken == ["SURE?", "THANK YOU."])
        #expect(display.lines.filter { $0.hasPrefix("prompt") } == ["prompt Sure?", "prompt ✓"])
        let feedback = world.host.run?.record()?.inputs.compactMap { input -> JSONObject? in
            guard case .call(let call) = input.input, call.name == "respond" else { return nil }
            return call.arguments["response"]?.object?["feedbackPrompt"]?.object
        }
        #expect(feedback?.first?["pitch"] == 80)
        #expect(feedback?.first?["wordsPerMinute"] == 140)
    }

    @Test("the reason why an answer is asked for again is shown")
    func reason() {
        let display = NotedDisplay()
        world.presenter.display = display
        world.answers = ["five or six", "seven"]
        world.ask(SAYNumericalRequest(promptText: "How many?") { _ in })
        #expect(
            display.lines.filter { $0.hasPrefix("prompt") } == [
                "prompt How many?", "prompt Please say one number only. How many?",
            ])
    }

    @Test("a copy of a request has its parts, and is asked on its own")
    func clone() {
        let request = SAYSelectRequest(itemLabels: ["Red", "Blue"], promptText: "Which?") {
            world.show($0?.selectedOption?.label ?? "none")
        }
        request.followupPromptText = "Red or blue?"
        request.supportedRetryCount = 3
        let copy = request.cloneReplacingPrompt(SAYVoicePrompt(message: "And now?"))
        #expect(copy !== request && copy is SAYSelectRequest && copy.choices == ["Red", "Blue"])
        #expect(copy.followupPromptText == "Red or blue?" && copy.supportedRetryCount == 3)
        world.answers = ["red", "blue"]
        world.ask(request)
        world.ask(copy)
        #expect(world.spoken == ["Which?", "And now?"])
        #expect(world.screen.lines == ["Red", "Blue"])
        let sure = SAYConfirmationRequest(promptText: "Sure?") { _ in }.clone()
        #expect(sure is SAYConfirmationRequest && sure.choices == ["Yes", "No"])
        let number = SAYNumericalRequest(promptText: "How many?") {
            world.show("\($0?.number ?? -1)")
        }.clone()
        world.answers = ["three"]
        world.ask(number)
        #expect(world.screen.lines.last == "3")
    }

    /// Notes the results that it gets.
    private final class Notes {
        var results: [SAYSpeechRecognitionResult] = []
    }

    /// Hears "three", or perhaps "tree".
    private final class UnsureService: SAYSpeechRecognitionService {
        weak var delegate: (any SAYSpeechRecognitionServiceDelegate)?

        func start() {
            delegate?.speechRecognitionService(
                self,
                didRecognize: SAYSpeechRecognitionResult(
                    transcript: SAYSpeechTranscript(text: "three", confidence: 0.65),
                    alternatives: [SAYSpeechTranscript(text: "tree", confidence: 0.3)]))
        }
        func stop() {}
        func cancel() {}
    }

    @Test(
        "an interpreter gets the confidence and the alternatives of a service",
        .fact("saykit-4.5-8"))
    func alternatives() {
        let notes = Notes()
        let request = SAYStandardVoiceRequest<String>(
            prompt: nil,
            interpreter: SAYStandardInterpreter { result in
                notes.results.append(result)
                return SAYInterpretation(value: result.transcript.text)
            }, action: { world.show($0 ?? "none") })
        request.recognitionService = UnsureService()
        world.ask(request)
        #expect(world.screen.lines == ["three"])
        #expect(notes.results.first?.transcript.confidence == 0.65)
        #expect(
            notes.results.first?.alternatives
                == [SAYSpeechTranscript(text: "tree", confidence: 0.3)])
        request.recognitionService = nil
        world.conversation.presentVoiceRequest(request)
        world.host.advance(milliseconds: 50)
        request.typeAnswer("four")
        world.host.go()
        #expect(notes.results.last?.transcript == SAYSpeechTranscript(text: "four", confidence: 1))
        #expect(notes.results.last?.alternatives == [])
    }
}
