internal import VoiceTrace

/// A text to be spoken, and how.
public struct SAYSpeechUtterance: Sendable, Hashable {
    /// What is spoken; markup is not interpreted.
    public var text: String
    /// The synthesiser's voice; nil for that of the settings or of the language.
    public var voice: String?
    /// Speaking rate in words a minute, 80 through 450; nil for that of the settings.
    public var wordsPerMinute: Int?
    /// Pitch, 0 through 100; nil for that of the settings or of the voice.
    public var pitch: Int?
    /// Loudness, 0 through 1; nil for that of the settings.
    public var volume: Double?

    /// An utterance that is spoken as the settings say.
    public init(_ text: String) { self.text = text }

    /// The utterance as calls of the engine take it; numbers out of range are moved into it.
    var object: JSONObject {
        var object: JSONObject = ["text": .string(text)]
        if let voice { object["voice"] = .string(voice) }
        if let wordsPerMinute {
            object["wordsPerMinute"] = .integer(Int64(min(max(wordsPerMinute, 80), 450)))
        }
        if let pitch { object["pitch"] = .integer(Int64(min(max(pitch, 0), 100))) }
        if let volume, !volume.isNaN {
            let permille = (min(max(volume, 0), 1) * 1_000).rounded()
            object["volumePermille"] = .integer(Int64(permille))
        }
        return object
    }
}

/// How speech sounds where an utterance does not say.
public struct SAYVoiceSettings: Sendable, Hashable {
    /// The synthesiser's voice; nil for that of the language.
    public var voice: String?
    /// Speaking rate in words a minute, 80 through 450.
    public var wordsPerMinute = 175
    /// Pitch, 0 through 100; nil for that of the voice.
    public var pitch: Int?
    /// Loudness, 0 through 1.
    public var volume = 1.0

    /// The usual settings: 175 words a minute, full volume.
    public init() {}

    /// `utterance` with these settings where it does not say.
    func applied(to utterance: SAYSpeechUtterance) -> SAYSpeechUtterance {
        var utterance = utterance
        utterance.voice = utterance.voice ?? voice
        utterance.wordsPerMinute = utterance.wordsPerMinute ?? wordsPerMinute
        utterance.pitch = utterance.pitch ?? pitch
        utterance.volume = utterance.volume ?? volume
        return utterance
    }
}

/// What a request shows and says to ask its question.
public struct SAYVoicePrompt: Sendable, Hashable {
    /// What is shown; nil for nothing.
    public var displayMessage: String?
    /// What is spoken; nil for nothing, so that the microphone opens at once.
    public var spokenMessage: SAYSpeechUtterance?

    /// A prompt that shows and speaks the same text.
    public init(message: String) {
        displayMessage = message
        spokenMessage = SAYSpeechUtterance(message)
    }

    /// A prompt of these parts.
    public init(displayMessage: String?, spokenMessage: SAYSpeechUtterance?) {
        self.displayMessage = displayMessage
        self.spokenMessage = spokenMessage
    }
}
