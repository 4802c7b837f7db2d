/// Steps by which a request finds the command that a sentence is, and carries it out.
@MainActor
struct CommandPipeline {
    /// Function that finds the command that a text is.
    let resolve: @MainActor (String) -> CommandResolution
    /// Function that gives the response to a command, its action included; nil where it cannot be
    /// carried out.
    let response: @MainActor (CommandResolution.Candidate) -> SAYVoiceRequestResponse?

    /// Asks the recognizers of `registry`.
    init(_ registry: any SAYVerbalCommandRegistry) {
        resolve = { registry.resolve($0) }
        response = { candidate in
            let recognizers = registry.commandRecognizers
            guard recognizers.indices.contains(candidate.recognizer) else { return nil }
            return recognizers[candidate.recognizer].response(to: candidate.command)
        }
    }

    /// Creates a pipeline in which `resolver` gives the commands of a text, and `dispatcher`
    /// carries them out.
    init(_ resolver: any SAYTextCommandResolver, _ dispatcher: SAYCommandDispatcher) {
        resolve = { text in
            let commands = resolver.resolveCommandsFromText(text)
            guard let dispatch = dispatcher.prepareDispatch(forCommands: commands) else {
                return CommandResolution(rule: .unknown, candidates: [])
            }
            // A resolver gives no confidence: that it gives the command says that it is likely.
            let winner = CommandResolution.Candidate(
                recognizer: 0, command: dispatch.command,
                confidence: SAYCommandSuggestion.likely)
            return CommandResolution(winner: winner, rule: .order, candidates: [winner])
        }
        response = { candidate in
            let commands = SAYCommandEnumerator([candidate.command])
            guard let dispatch = dispatcher.prepareDispatch(forCommands: commands) else {
                return nil
            }
            return .terminalResponse { dispatch.perform() }
        }
    }
}
