import Foundation
import SayKit
import Testing
import VoiceRun
import VoiceTestSupport

/// What the document says about extending requests.
@MainActor
@Suite("Extending requests")
struct ExtensionSamples {
    private let world = ConversationWorld()

    /// The document's example: a rating from 1 to 10, said or picked in a view of the app. One
    /// class shows the picker and responds.
    @MainActor
    private final class PickNumberResponder: SAYVoiceRequestResponder, SAYVoiceRequestDisplay {
        let world: ConversationWorld
        weak var request: SAYStandardVoiceRequest<Int>?

        init(_ world: ConversationWorld) { self.world = world }

        func pick(_ number: Int) {
            request?.respondImmediately(to: SAYInterpretation(value: number))
        }

        func displayPromptText(_ text: String) { world.show("picker: \(text)") }

        func respond(to interpretation: SAYInterpretation<Int>) -> SAYVoiceRequestResponse {
            guard let rating = interpretation.value else {
                return .reprompt { [world] in world.show("no rating") }
            }
            return .terminalResponse { [world] in world.show("rating \(rating)") }
        }

        func respond(toRecognitionError error: SAYVoiceRequestError) -> SAYVoiceRequestResponse {
            .terminalResponse { [world] in world.show("error \(error.code)") }
        }

        func respondToCancellation(of request: SAYVoiceRequest) -> (@MainActor () -> Void)? {
            { [world] in world.show("cancelled") }
        }
    }

    @MainActor
    private final class RatingRequest: SAYStandardVoiceRequest<Int> {
        let picker: PickNumberResponder
        private let world: ConversationWorld

        init(_ world: ConversationWorld) {
            self.world = world
            picker = PickNumberResponder(world)
            super.init(
                prompt: SAYVoicePrompt(message: "How many stars?"), expecting: .numbers,
                interpreter: SAYStandardInterpreter { result in
                    let number = SAYNumericalInterpreter().interpret(result).value?.integer
                    guard let number, (1...10).contains(number) else {
                        return SAYInterpretation(
                            value: nil, validationErrors: [SAYValidationError(type: .invalidInput)])
                    }
                    return SAYInterpretation(value: number)
                }, responder: picker)
            picker.request = self
            display = picker
        }

        override func didActivate() { world.show("did activate \(presenter != nil)") }
        override func willDeactivate() { world.show("will deactivate") }
    }

    @Test(
        "a rating request takes speech and picks alike",
        .fact(
            "saykit-interface-document-8", "saykit-interface-document-9",
            "saykit-interface-document-13", "saykit-interface-document-14"))
    func rating() {
        world.answers = ["seven"]
        let said = RatingRequest(world)
        world.ask(said)
        let frame = ["picker: How many stars?", "did activate true", "will deactivate"]
        #expect(world.screen.lines == frame + ["rating 7"])
        #expect(said.presenter == nil)

        world.screen.lines = []
        let picked = RatingRequest(world)
        world.conversation.presentVoiceRequest(picked)
        world.host.advance(milliseconds: 200)
        picked.picker.pick(9)
        world.host.go()
        #expect(world.screen.lines == frame + ["rating 9"])
    }

    @Test("a rating that does not fit is asked for again")
    func wrongRating() {
        world.answers = ["twelve", "eleven"]
        world.ask(RatingRequest(world))
        #expect(world.screen.lines.last == "no rating")
        #expect(world.spoken.count == 2)
    }

    @Test("tones are files that the app chooses, or none", .fact("saykit-interface-document-10"))
    func tones() throws {
        let folder = TemporaryFolder()
        let ding = try ToneFile.write(in: folder, named: "ding.wav", milliseconds: 100)
        let request = SAYConfirmationRequest(promptText: "Sure?") { _ in }
        request.supportedRetryCount = 0
        world.ask(request)
        #expect(world.tones == ["microphone-start.wav", "microphone-stop.wav"])
        #expect(world.texts("soundFailed", "reason").isEmpty)
        world.conversation.shutDown()
        world.host.go()

        request.soundBoard.microphoneStartToneURL = ding
        request.soundBoard.microphoneStopTone = .silent
        world.ask(request)
        #expect(world.tones == ["ding.wav"])
        #expect(world.texts("soundEnded", "sound").contains("ding.wav"))
        #expect(request.soundBoard.microphoneStartToneURL == ding)
        request.soundBoard.microphoneStartToneURL = nil
        #expect(request.soundBoard.microphoneStartTone == .standard)
    }

    @MainActor
    private final class LoudSoundBoard: SAYVoiceRequestSoundBoard {
        override func utterance(forPrompt message: SAYSpeechUtterance) -> SAYSpeechUtterance {
            SAYSpeechUtterance(message.text + " Please!")
        }
    }

    @Test(
        "a sound board of the app's own replaces the usual", .fact("saykit-interface-document-11"))
    func soundBoard() {
        let request = SAYConfirmationRequest(promptText: "Sure?") { _ in }
        request.soundBoard = LoudSoundBoard()
        world.answers = ["yes"]
        world.ask(request)
        #expect(world.spoken == ["Sure? Please!"])
    }

    /// A service that "hears" what it is told, at once or when it is stopped.
    @MainActor
    private final class CannedService: SAYSpeechRecognitionService {
        weak var delegate: (any SAYSpeechRecognitionServiceDelegate)?
        var words: String?
        var calls: [String] = []

        func start() {
            calls.append("start")
            delegate?.speechRecognitionService(self, didRecognizePartial: "I")
            if words == "trouble" {
                delegate?.speechRecognitionService(self, didFail: "no line")
            } else if let words {
                let transcript = SAYSpeechTranscript(text: words, confidence: 0.9)
                let result = SAYSpeechRecognitionResult(transcript: transcript)
                delegate?.speechRecognitionServiceDidStopRecording(self)
                delegate?.speechRecognitionService(self, didRecognize: result)
                delegate?.speechRecognitionService(self, didRecognize: result)
            }
        }
        func stop() { calls.append("stop") }
        func cancel() { calls.append("cancel") }
    }

    @Test(
        "a recognition service of the app replaces the built-in one",
        .fact("saykit-interface-document-12", "saykit-interface-4.9-1"))
    func service() {
        let service = CannedService()
        service.words = "I do"
        let display = NotedDisplay()
        let request = SAYConfirmationRequest(promptText: "Sure?") { result in
            world.show("\(String(describing: result?.confirmed))")
        }
        request.recognitionService = service
        request.display = display
        world.ask(request)
        #expect(world.screen.lines == ["Optional(true)"])
        #expect(service.calls == ["start"])
        #expect(display.lines.contains("words I"))
        #expect(world.texts("listening", "task") == ["a service of the app"])
        #expect(world.texts("listened", "by") == ["service"])
    }

    @Test(
        "a service that fails is asked again, one that is silent is cancelled with the request",
        .fact("saykit-interface-4.9-1"))
    func failingService() {
        let service = CannedService()
        service.words = "trouble"
        let request = SAYConfirmationRequest(promptText: "Sure?") { result in
            world.show("\(result?.error?.message ?? "cancelled")")
        }
        request.recognitionService = service
        world.ask(request)
        #expect(world.screen.lines == ["no line"])
        #expect(service.calls == ["start", "start"])

        service.words = nil
        world.conversation.presentVoiceRequest(request)
        world.host.advance(milliseconds: 2_000)
        #expect(world.conversation.presenter.recognitionManager.sessionState == .listening)
        request.tapMicrophone()
        world.host.advance(milliseconds: 500)
        request.cancel()
        world.host.go()
        #expect(world.screen.lines.last == "cancelled")
        #expect(Array(service.calls.suffix(3)) == ["start", "stop", "cancel"])
    }
}
