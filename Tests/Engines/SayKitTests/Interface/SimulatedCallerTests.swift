import Testing
import VoiceRun
import VoiceTrace

@testable import SayKit

@MainActor
@Suite("A simulated caller of a request")
struct SimulatedCallerTests {
    @Test("a text is delivered as the caller's script writes it")
    func unchanged() {
        let world = ConversationWorld()
        world.host.say("Twelve Main Street", after: .listenBegin, inMilliseconds: 300)
        var answers: [String] = []
        world.ask(
            SAYStringRequest(promptText: "Address?") { answers.append($0?.transcription ?? "") })
        #expect(answers == ["Twelve Main Street"])
    }

    @Test("a recognizer that fails is told as the failure of its server")
    func failure() {
        let world = ConversationWorld()
        world.host.say(nil, after: .listenBegin, failure: "no network")
        world.ask(SAYConfirmationRequest(promptText: "Sure?") { _ in })
        #expect(world.texts("failure", "code").first == "serverFailure")
        #expect(world.texts("failure", "message").first == "no network")
    }

    @Test("an event may be left without an answer")
    func silence() {
        let world = ConversationWorld()
        world.host.say("", after: .listenBegin, lasting: 0)
        world.host.say("yes", after: .listenBegin)
        var answers: [Bool?] = []
        world.ask(
            SAYConfirmationRequest(promptText: "Sure?") { answers.append($0?.confirmed) }
        )
        #expect(world.events.filter { $0.kind == "listening" }.count == 2)
        #expect(answers == [true])
    }
}
