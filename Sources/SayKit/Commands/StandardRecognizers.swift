/// Recognizes the command that asks for help.
public final class SAYHelpCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.help.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that asks what can be said.
public final class SAYAvailableCommandsCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.availableCommands.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that asks to search; parameter `query`.
public final class SAYSearchCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.search.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that takes an item; parameter `itemName` or `itemNumber`.
public final class SAYSelectCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.select.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that starts or resumes playing.
public final class SAYPlayCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.play.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that interrupts playing.
public final class SAYPauseCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.pause.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that moves on to the next item.
public final class SAYNextCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.next.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that goes back to the previous item.
public final class SAYPreviousCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.previous.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that goes to the first screen.
public final class SAYHomeCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.home.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that goes back one screen.
public final class SAYBackCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.back.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that opens the settings.
public final class SAYSettingsCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.settings.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that shows a tab; parameter `tabName` or `tabNumber`.
public final class SAYSwitchTabCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.switchTab.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that makes speech faster.
public final class SAYIncreaseSpeechRateCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.increaseSpeechRate.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that makes speech slower.
public final class SAYDecreaseSpeechRateCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.decreaseSpeechRate.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that sets the rate of speech; parameter `speechRate`.
public final class SAYSetSpeechRateCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.setSpeechRate.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that makes speech louder.
public final class SAYIncreaseSpeechVolumeCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.increaseSpeechVolume.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that makes speech quieter.
public final class SAYDecreaseSpeechVolumeCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.decreaseSpeechVolume.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that sets the volume of speech; parameter `speechVolume`.
public final class SAYSetSpeechVolumeCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.setSpeechVolume.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that sets the voice; parameter `voice`.
public final class SAYSetVoiceCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.setVoice.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes the command that ends what is going on.
public final class SAYCancelCommandRecognizer:
    SAYVerbalCommandRecognizer, SAYStandardCommandRecognizer
{
    /// Recognizes it with the templates of `language`.
    public init(
        language: SpokenLanguage = .english, actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(
            commandType: SAYStandardCommand.cancel.rawValue, language: language,
            actionBlock: actionBlock)
    }
}

/// Recognizes a command of the app's own, with the matchers that the app adds.
public final class SAYCustomCommandRecognizer: SAYVerbalCommandRecognizer {
    /// Recognizes commands of `customType`.
    public init(
        customType: String, language: SpokenLanguage = .english,
        actionBlock: @escaping (SAYCommand) -> Void
    ) {
        super.init(commandType: customType, language: language, actionBlock: actionBlock)
    }
}
