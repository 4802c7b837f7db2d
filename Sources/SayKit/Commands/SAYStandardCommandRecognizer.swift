/// What each recognizer of a documented command, such as ``SAYHelpCommandRecognizer``, can be made
/// from. Its templates come with the language.
public protocol SAYStandardCommandRecognizer: SAYVerbalCommandRecognizer {
    /// Recognizes it with the templates of `language`.
    init(language: SpokenLanguage, actionBlock: @escaping (SAYCommand) -> Void)
}

extension SAYStandardCommandRecognizer {
    /// Recognizes it; `responseBuilder` says what follows each command.
    public init(
        language: SpokenLanguage = .english,
        responseBuilder: @escaping (SAYCommand) -> SAYVoiceRequestResponse
    ) {
        self.init(language: language, actionBlock: { _ in })
        self.responseBuilder = responseBuilder
    }

    /// Recognizes it; `action` says what follows each command, nil for nothing. `target` gets the
    /// commands while it is there; the recognizer does not keep it.
    public init<Target: AnyObject>(
        language: SpokenLanguage = .english, responseTarget target: Target,
        action: @escaping (Target, SAYCommand) -> SAYVoiceRequestResponse?
    ) {
        self.init(language: language, actionBlock: { _ in })
        respond(to: target, action)
    }
}
