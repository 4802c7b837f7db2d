/// Recognizes the command that asks for help.
public final class SAYHelpCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .help }
}

/// Recognizes the command that asks what can be said.
public final class SAYAvailableCommandsCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .availableCommands }
}

/// Recognizes the command that asks to search; parameter `query`.
public final class SAYSearchCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .search }
}

/// Recognizes the command that takes an item; parameter `itemName` or `itemNumber`.
public final class SAYSelectCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .select }
}

/// Recognizes the command that starts or resumes playing.
public final class SAYPlayCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .play }
}

/// Recognizes the command that interrupts playing.
public final class SAYPauseCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .pause }
}

/// Recognizes the command that moves on to the next item.
public final class SAYNextCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .next }
}

/// Recognizes the command that goes back to the previous item.
public final class SAYPreviousCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .previous }
}

/// Recognizes the command that goes to the first screen.
public final class SAYHomeCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .home }
}

/// Recognizes the command that goes back one screen.
public final class SAYBackCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .back }
}

/// Recognizes the command that opens the settings.
public final class SAYSettingsCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .settings }
}

/// Recognizes the command that shows a tab; parameter `tabName` or `tabNumber`.
public final class SAYSwitchTabCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .switchTab }
}

/// Recognizes the command that makes speech faster.
public final class SAYIncreaseSpeechRateCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .increaseSpeechRate }
}

/// Recognizes the command that makes speech slower.
public final class SAYDecreaseSpeechRateCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .decreaseSpeechRate }
}

/// Recognizes the command that sets the rate of speech; parameter `speechRate`.
public final class SAYSetSpeechRateCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .setSpeechRate }
}

/// Recognizes the command that makes speech louder.
public final class SAYIncreaseSpeechVolumeCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .increaseSpeechVolume }
}

/// Recognizes the command that makes speech quieter.
public final class SAYDecreaseSpeechVolumeCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .decreaseSpeechVolume }
}

/// Recognizes the command that sets the volume of speech; parameter `speechVolume`.
public final class SAYSetSpeechVolumeCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .setSpeechVolume }
}

/// Recognizes the command that sets the voice; parameter `voice`.
public final class SAYSetVoiceCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .setVoice }
}

/// Recognizes the command to cancel what is going on.
public final class SAYCancelCommandRecognizer: SAYStandardCommandRecognizer {
    override class var command: SAYStandardCommand { .cancel }
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
