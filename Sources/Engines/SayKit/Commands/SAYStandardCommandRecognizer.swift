/// Recognizes one of the documented commands: for example, ``SAYHelpCommandRecognizer`` recognizes
/// that of help. Its templates come with the language.
public class SAYStandardCommandRecognizer: SAYVerbalCommandRecognizer {
    /// The command; each recognizer has its own.
    class var command: SAYStandardCommand {
        preconditionFailure("\(self) recognizes no standard command")
    }

    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: Self.command.rawValue, language: language, actionBlock: actionBlock)
    }

    /// Recognizes it; `responseBuilder` says what follows each command.
    public convenience init(
        language: SpokenLanguage = .english,
        responseBuilder: @escaping (SAYCommand) -> SAYVoiceRequestResponse
    ) {
        self.init(language: language, actionBlock: { _ in })
        self.responseBuilder = responseBuilder
    }

    /// Recognizes it; `action` says what follows each command, nil for nothing. `target` gets the
    /// commands while it is there; the recognizer does not keep it.
    public convenience init<Target: AnyObject>(
        language: SpokenLanguage = .english, responseTarget target: Target,
        action: @escaping (Target, SAYCommand) -> SAYVoiceRequestResponse?
    ) {
        self.init(language: language, actionBlock: { _ in })
        respond(to: target, action)
    }
}
