import Foundation
import SayKit

/// Takes an order for a pizza: a command, a choice, a number and a confirmation; a no asks again.
///
/// It knows SayKit alone, and not whether it runs live, simulated or replayed.
@MainActor
final class PizzaApp {
    private static let sizes = [
        SAYSelectOption(label: "Small"), SAYSelectOption(label: "Medium", aliases: ["Normal"]),
        SAYSelectOption(label: "Large", aliases: ["Big", "Family"]),
    ]

    private let conversation: SAYConversationManager
    private let commands = SAYConversationTopic()
    /// What stands on the screen, line by line.
    private(set) var screen: [String] = []

    init(_ conversation: SAYConversationManager) {
        self.conversation = conversation
        let order = SAYCustomCommandRecognizer(customType: "order") { _ in }
        order.addTextMatcher(
            SAYPatternCommandMatcher(
                templates: ["@[I want to] order @(a|some) @dish", "a @dish please"]))
        order.responseBuilder = { [unowned self] command in
            let dish = command.parameters["dish"]?.description ?? ""
            show("DISH: \(dish)")
            return SAYVoiceRequestResponse(
                feedbackPrompt: SAYVoicePrompt(message: "One \(dish)."),
                followupRequest: askForSize())
        }
        commands.addCommandRecognizer(order)
        commands.addCommandRecognizer(
            SAYAvailableCommandsCommandRecognizer.answering(from: commands))
        conversation.commandRegistry = commands
    }

    func run() {
        let main = conversation.trackCoordinator.track(
            withIdentifier: SAYAudioTrackMainIdentifier)
        main?.addEvents([
            SAYSpeechEvent(utteranceString: "Welcome to the pizza line."),
            SAYSilenceEvent(interval: 0.3),
        ]) { [self] in
            show("WELCOME")
            conversation.presentCommandRequest(promptText: "What can I do for you?")
        }
    }

    private func show(_ line: String) {
        screen.append(line)
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private func askForSize() -> SAYSelectRequest {
        SAYSelectRequest(options: Self.sizes, promptText: "Which size?") { [self] result in
            guard let size = result?.selectedOption?.label else { return sayGoodbye("NO SIZE") }
            show("SIZE: \(size)")
            Task { await askForTheRest(size) }
        }
    }

    /// The rest of the order, as one task.
    private func askForTheRest(_ size: String) async {
        let presenter = conversation.presenter
        do {
            let count = SAYNumericalRequest(prompt: SAYVoicePrompt(message: "How many?"))
            guard let number = try await presenter.answer(of: count) else { return }
            show("NUMBER: \(number)")
            let sure = SAYConfirmationRequest(
                prompt: SAYVoicePrompt(message: "\(number), \(size). Is that right?"))
            if try await presenter.answer(of: sure) == true {
                sayGoodbye("ORDERED")
            } else {
                show("AGAIN")
                conversation.presentVoiceRequest(askForSize())
            }
        } catch {
            sayGoodbye("FAILED: \(error)")
        }
    }

    private func sayGoodbye(_ line: String) {
        show(line)
        let main = conversation.trackCoordinator.track(
            withIdentifier: SAYAudioTrackMainIdentifier)
        main?.addEvent(SAYSpeechEvent(utteranceString: "Thank you, and good bye.")) { [self] in
            show("THE END")
            conversation.shutDown()
        }
    }
}
