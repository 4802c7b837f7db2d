/// A command of the user: what to do, and with what.
public struct SAYCommand: Sendable, Equatable {
    /// Type of the command; a standard command has a type of ``SAYStandardCommand``.
    public var type: String
    /// Parameters of the command, by their names.
    public var parameters: [String: EntityValue]

    /// A command.
    public init(type: String, parameters: [String: EntityValue] = [:]) {
        self.type = type
        self.parameters = parameters
    }
}

/// The types of the standard commands.
public enum SAYStandardCommand: String, Sendable, CaseIterable {
    /// Asks how to use the app.
    case help
    /// Asks for the available commands.
    case availableCommands = "available_commands"
    /// Searches for the words that follow.
    case search
    /// Chooses the item that is named.
    case select
    /// Starts or continues playback.
    case play
    /// Pauses playback.
    case pause
    /// Goes to the next item.
    case next
    /// Goes to the previous item.
    case previous
    /// Goes to the app's first screen.
    case home
    /// Goes to the screen before this one.
    case back
    /// Opens the settings.
    case settings
    /// Goes to the tab that is named.
    case switchTab = "switch_tab"
    /// Makes the app speak faster.
    case increaseSpeechRate = "increase_speech_rate"
    /// Makes the app speak more slowly.
    case decreaseSpeechRate = "decrease_speech_rate"
    /// Sets the speed of the app's speech.
    case setSpeechRate = "set_speech_rate"
    /// Makes the app speak louder.
    case increaseSpeechVolume = "increase_speech_volume"
    /// Makes the app speak more softly.
    case decreaseSpeechVolume = "decrease_speech_volume"
    /// Sets the loudness of the app's speech.
    case setSpeechVolume = "set_speech_volume"
    /// Chooses the voice of the app.
    case setVoice = "set_voice"
    /// Ends the request under way.
    case cancel
}

// The types of the standard commands by their names of version 0.8.

/// The type of ``SAYStandardCommand/help``.
public let SAYStandardCommandHelp = SAYStandardCommand.help.rawValue
/// The type of ``SAYStandardCommand/availableCommands``.
public let SAYStandardCommandAvailableCommands = SAYStandardCommand.availableCommands.rawValue
/// The type of ``SAYStandardCommand/search``.
public let SAYStandardCommandSearch = SAYStandardCommand.search.rawValue
/// The type of ``SAYStandardCommand/select``.
public let SAYStandardCommandSelect = SAYStandardCommand.select.rawValue
/// The type of ``SAYStandardCommand/play``.
public let SAYStandardCommandPlay = SAYStandardCommand.play.rawValue
/// The type of ``SAYStandardCommand/pause``.
public let SAYStandardCommandPause = SAYStandardCommand.pause.rawValue
/// The type of ``SAYStandardCommand/next``.
public let SAYStandardCommandNext = SAYStandardCommand.next.rawValue
/// The type of ``SAYStandardCommand/previous``.
public let SAYStandardCommandPrevious = SAYStandardCommand.previous.rawValue
/// The type of ``SAYStandardCommand/home``.
public let SAYStandardCommandHome = SAYStandardCommand.home.rawValue
/// The type of ``SAYStandardCommand/back``.
public let SAYStandardCommandBack = SAYStandardCommand.back.rawValue
/// The type of ``SAYStandardCommand/settings``.
public let SAYStandardCommandSettings = SAYStandardCommand.settings.rawValue
/// The type of ``SAYStandardCommand/switchTab``.
public let SAYStandardCommandSwitchTab = SAYStandardCommand.switchTab.rawValue
/// The type of ``SAYStandardCommand/increaseSpeechRate``.
public let SAYStandardCommandIncreaseSpeechRate = SAYStandardCommand.increaseSpeechRate.rawValue
/// The type of ``SAYStandardCommand/decreaseSpeechRate``.
public let SAYStandardCommandDecreaseSpeechRate = SAYStandardCommand.decreaseSpeechRate.rawValue
/// The type of ``SAYStandardCommand/setSpeechRate``.
public let SAYStandardCommandSetSpeechRate = SAYStandardCommand.setSpeechRate.rawValue
/// The type of ``SAYStandardCommand/increaseSpeechVolume``.
public let SAYStandardCommandIncreaseSpeechVolume = SAYStandardCommand.increaseSpeechVolume.rawValue
/// The type of ``SAYStandardCommand/decreaseSpeechVolume``.
public let SAYStandardCommandDecreaseSpeechVolume = SAYStandardCommand.decreaseSpeechVolume.rawValue
/// The type of ``SAYStandardCommand/setSpeechVolume``.
public let SAYStandardCommandSetSpeechVolume = SAYStandardCommand.setSpeechVolume.rawValue
/// The type of ``SAYStandardCommand/setVoice``.
public let SAYStandardCommandSetVoice = SAYStandardCommand.setVoice.rawValue

/// Name of the parameter that holds what is searched for.
public let SAYSearchCommandRecognizerParameterQuery = "query"
/// Key of the parameter with the name of the item to select.
public let SAYSelectCommandRecognizerParameterItemName = "itemName"
/// The number of the item that is selected, from 1.
public let SAYSelectCommandRecognizerParameterItemNumber = "itemNumber"
/// Key of the parameter with the name of the tab to show.
public let SAYSwitchTabCommandRecognizerParameterTabName = "tabName"
/// The number of the tab, from 1.
public let SAYSwitchTabCommandRecognizerParameterTabNumber = "tabNumber"
/// The rate of speech as it is said.
public let SAYSetSpeechRateCommandRecognizerParameterSpeechRate = "speechRate"
/// The volume of speech as it is said.
public let SAYSetSpeechVolumeCommandRecognizerParameterSpeechVolume = "speechVolume"
/// The name of the voice.
public let SAYSetVoiceCommandRecognizerParameterVoice = "voice"

/// Fit of a sentence to a command, 0 through 1, and the parameters found in it.
public struct SAYCommandSuggestion: Sendable, Equatable {
    /// The sentence is not the command.
    public static let none = 0.0
    /// The sentence is hardly the command.
    public static let veryUnlikely = 0.1
    /// The sentence is rather not the command.
    public static let unlikely = 0.3
    /// The sentence may be the command; the least confidence of a command that is carried out.
    public static let likely = 0.7
    /// The sentence fits a template with entities.
    public static let veryLikely = 0.9
    /// The sentence fits a template without entities.
    public static let certain = 1.0

    /// Fit of the sentence, 0 through 1; 0 for a number outside of that.
    public let confidence: Double
    /// Parameters found in the sentence, by their names.
    public var parameters: [String: EntityValue]

    /// A suggestion.
    public init(confidence: Double, parameters: [String: EntityValue] = [:]) {
        self.confidence = (0...1).contains(confidence) ? confidence : 0
        self.parameters = parameters
    }
}
