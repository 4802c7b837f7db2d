internal import VoiceTrace

/// What became of a ``SAYVerbalCommandRequest``.
public struct SAYVerbalCommandResult: Sendable, Equatable {
    /// The command that was carried out; nil without one.
    public var command: SAYCommand?
    /// Why there is no command.
    public var error: SAYVoiceRequestError?
}

/// Asks for a command, and carries it out.
@MainActor
open class SAYVerbalCommandRequest: SAYStandardVoiceRequest<CommandResolution> {
    /// Whose recognizers are asked.
    public let commandRegistry: any SAYVerbalCommandRegistry

    /// A request for a command of `commandRegistry`; `completionBlock` is called once, after the
    /// command's action, with nil where the request was cancelled.
    ///
    /// - Parameter promptText: nil opens the microphone at once.
    public init(
        commandRegistry: any SAYVerbalCommandRegistry, promptText: String? = nil,
        completionBlock: @escaping @MainActor (SAYVerbalCommandResult?) -> Void = { _ in }
    ) {
        self.commandRegistry = commandRegistry
        let codec = ValueCodec<CommandResolution>(
            read: { _, _, _ in nil },
            write: { resolution in
                guard let winner = resolution.winner else { return .null }
                var parameters = JSONObject()
                for (name, value) in winner.command.parameters.sorted(by: { $0.key < $1.key }) {
                    parameters[name] = .string(value.description)
                }
                return .object([
                    "type": .string(winner.command.type), "parameters": .object(parameters),
                    "confidence": .integer(Int64((winner.confidence * 1_000).rounded())),
                ])
            })
        super.init(
            prompt: promptText.map { SAYVoicePrompt(message: $0) }, expecting: .commands,
            codec: codec,
            responder: CommandResponder(
                registry: commandRegistry, completionBlock: completionBlock))
        interpreter = SAYStandardInterpreter { [commandRegistry] result in
            CommandResponder.interpretation(of: result.transcript.text, commandRegistry)
        }
    }

    /// The labels of the menus of all recognizers.
    open override var choices: [String] { commandRegistry.menu.map(\.item.label) }

    /// Carries out what a menu item stands for.
    open override func choose(at index: Int) {
        let menu = commandRegistry.menu
        guard menu.indices.contains(index) else { return }
        let recognizers = commandRegistry.commandRecognizers
        let place = recognizers.firstIndex { $0 === menu[index].recognizer } ?? 0
        let command = SAYCommand(
            type: menu[index].recognizer.commandType, parameters: menu[index].item.parameters)
        let candidate = CommandResolution.Candidate(
            recognizer: place, command: command, confidence: SAYCommandSuggestion.certain)
        respondImmediately(
            to: SAYInterpretation(
                value: CommandResolution(
                    winner: candidate, rule: .confidence, candidates: [candidate])))
    }
}

/// Carries commands out, and asks again where a sentence is none.
@MainActor
private final class CommandResponder: SAYVoiceRequestResponder {
    private let registry: any SAYVerbalCommandRegistry
    private let completionBlock: @MainActor (SAYVerbalCommandResult?) -> Void

    init(
        registry: any SAYVerbalCommandRegistry,
        completionBlock: @escaping @MainActor (SAYVerbalCommandResult?) -> Void
    ) {
        self.registry = registry
        self.completionBlock = completionBlock
    }

    static func interpretation(
        of text: String, _ registry: any SAYVerbalCommandRegistry
    ) -> SAYInterpretation<CommandResolution> {
        let resolution = registry.resolve(text)
        guard resolution.winner == nil else { return SAYInterpretation(value: resolution) }
        let isSilent = SpokenText(text).words.isEmpty
        return SAYInterpretation(
            value: nil,
            validationErrors: [
                SAYValidationError(type: isSilent ? .noInput : .invalidInput)
            ])
    }

    func respond(
        to interpretation: SAYInterpretation<CommandResolution>
    ) -> SAYVoiceRequestResponse {
        guard let winner = interpretation.value?.winner,
            registry.commandRecognizers.indices.contains(winner.recognizer)
        else {
            return failed(
                SAYVoiceRequestError(.invalidInput, RequestFailure.invalidInput.message))
        }
        let recognizer = registry.commandRecognizers[winner.recognizer]
        let complete: @MainActor () -> Void = { [completionBlock] in
            completionBlock(SAYVerbalCommandResult(command: winner.command))
        }
        guard let builder = recognizer.responseBuilder else {
            return .terminalResponse {
                recognizer.actionBlock(winner.command)
                complete()
            }
        }
        var response = builder(winner.command)
        let action = response.action
        // A request that is asked again is not complete.
        let isOver = !response.asksAgain
        response.action = { [self] in
            action?()
            if isOver { complete() } else { fail(.invalidInput) }
        }
        return response
    }

    private func fail(_ failure: RequestFailure) {
        let code = SAYVoiceRequestError.Code(rawValue: failure.rawValue) ?? .serverFailure
        completionBlock(
            SAYVerbalCommandResult(error: SAYVoiceRequestError(code, failure.message)))
    }

    /// Asks again; the engine sounds its tone where a sentence is not a command.
    private func failed(_ error: SAYVoiceRequestError) -> SAYVoiceRequestResponse {
        var response = SAYVoiceRequestResponse.reprompt { [completionBlock] in
            completionBlock(SAYVerbalCommandResult(error: error))
        }
        response.asksAgain = error.code != .unauthorized
        return response
    }

    func respond(toRecognitionError error: SAYVoiceRequestError) -> SAYVoiceRequestResponse {
        failed(error)
    }

    func respondToCancellation(of request: SAYVoiceRequest) -> (@MainActor () -> Void)? {
        { [completionBlock] in completionBlock(nil) }
    }
}
