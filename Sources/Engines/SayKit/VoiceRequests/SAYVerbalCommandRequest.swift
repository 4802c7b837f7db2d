internal import VoiceJSON

/// Result of a ``SAYVerbalCommandRequest``.
public struct SAYVerbalCommandResult: Sendable, Equatable {
    /// The command that was carried out; nil without one.
    public var command: SAYCommand?
    /// Reason why there is no command.
    public var error: SAYVoiceRequestError?
}

/// Asks for a command, and carries it out.
@MainActor
open class SAYVerbalCommandRequest: SAYStandardVoiceRequest<CommandResolution> {
    /// Registry whose recognizers are asked; one without recognizers where a resolver is asked.
    public let commandRegistry: any SAYVerbalCommandRegistry

    /// A request for a command of `commandRegistry`; `completionBlock` is called once, after the
    /// command's action, with nil where the request was cancelled.
    ///
    /// Without `promptText` the microphone opens at once.
    public init(
        commandRegistry: any SAYVerbalCommandRegistry, promptText: String? = nil,
        completionBlock: @escaping @MainActor (SAYVerbalCommandResult?) -> Void = { _ in }
    ) {
        self.commandRegistry = commandRegistry
        let pipeline = CommandPipeline(commandRegistry)
        super.init(
            prompt: promptText.map { SAYVoicePrompt(message: $0) }, expecting: .commands,
            codec: Self.codec,
            responder: CommandResponder(pipeline: pipeline, completionBlock: completionBlock))
        interpreter = CommandResponder.interpreter(pipeline)
        speakLanguageOfConversation()
    }

    /// A request for a command that `commandResolver` makes of the sentence and a responder of
    /// `dispatcher` carries out: the first command that has a responder. `completionBlock` is
    /// called once, after that, with nil where the request was cancelled.
    ///
    /// Without `promptText` the microphone opens at once.
    public init(
        commandResolver: any SAYTextCommandResolver, dispatcher: SAYCommandDispatcher,
        promptText: String? = nil,
        completionBlock: @escaping @MainActor (SAYVerbalCommandResult?) -> Void = { _ in }
    ) {
        commandRegistry = SAYCommandRecognizerCatalog()
        let pipeline = CommandPipeline(commandResolver, dispatcher)
        super.init(
            prompt: promptText.map { SAYVoicePrompt(message: $0) }, expecting: .commands,
            codec: Self.codec,
            responder: CommandResponder(pipeline: pipeline, completionBlock: completionBlock))
        interpreter = CommandResponder.interpreter(pipeline)
        speakLanguageOfConversation()
    }

    private func speakLanguageOfConversation() {
        (responder as? CommandResponder)?.language = { [weak self] in self?.language ?? .english }
    }

    private static let codec = ValueCodec<CommandResolution>(
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

    /// The labels of the menus of all recognizers.
    open override var choices: [String] { commandRegistry.menu.map(\.item.label) }

    /// Carries out the command of a menu item.
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

/// Carries commands out, and asks again for a sentence that is no command.
@MainActor
private final class CommandResponder: SAYVoiceRequestResponder {
    private let pipeline: CommandPipeline
    private let completionBlock: @MainActor (SAYVerbalCommandResult?) -> Void
    /// The language of the request's conversation.
    var language: @MainActor () -> SpokenLanguage = { .english }

    init(
        pipeline: CommandPipeline,
        completionBlock: @escaping @MainActor (SAYVerbalCommandResult?) -> Void
    ) {
        self.pipeline = pipeline
        self.completionBlock = completionBlock
    }

    static func interpreter(
        _ pipeline: CommandPipeline
    ) -> SAYStandardInterpreter<CommandResolution> {
        SAYStandardInterpreter { interpretation(of: $0.transcript.text, pipeline) }
    }

    private static func interpretation(
        of text: String, _ pipeline: CommandPipeline
    ) -> SAYInterpretation<CommandResolution> {
        let resolution = pipeline.resolve(text)
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
            var response = pipeline.response(winner)
        else {
            return failed(
                SAYVoiceRequestError(
                    .invalidInput, RequestFailure.invalidInput.message(in: language())))
        }
        let action = response.action
        // A request that is asked again is not complete.
        let isOver = !response.asksAgain
        response.action = { [self] in
            action?()
            guard isOver else { return fail(.invalidInput) }
            completionBlock(SAYVerbalCommandResult(command: winner.command))
        }
        return response
    }

    private func fail(_ failure: RequestFailure) {
        let message = failure.message(in: language())
        completionBlock(SAYVerbalCommandResult(error: SAYVoiceRequestError(failure, message)))
    }

    /// Asks again; the engine sounds its tone for a sentence that is no command.
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
