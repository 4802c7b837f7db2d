internal import VoiceJSON

/// Text to be spoken, with its manner.
public struct SAYSpeechUtterance: Sendable, Hashable {
    /// Text that is spoken; markup is not interpreted.
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

    /// The utterance with numbers that are out of range moved into it.
    var limited: Self {
        var limited = self
        limited.wordsPerMinute = wordsPerMinute.map { min(max($0, 80), 450) }
        limited.pitch = pitch.map { min(max($0, 0), 100) }
        limited.volume = volume.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
        return limited
    }

    /// The utterance as calls of the engine take it.
    var object: JSONObject {
        let own = limited
        var object: JSONObject = ["text": .string(text)]
        object["voice"] = own.voice.map { .string($0) }
        object["wordsPerMinute"] = own.wordsPerMinute.map { .integer(Int64($0)) }
        object["pitch"] = own.pitch.map { .integer(Int64($0)) }
        if own.volume != nil { object["volumePermille"] = .integer(Int64(own.volumePermille)) }
        return object
    }

    /// JSON of the text, or of an object where it is spoken in an unusual manner.
    var json: JSONValue {
        var object = object
        if volumePermille == 1_000 { object["volumePermille"] = nil }
        return object.members.count == 1 ? .string(text) : .object(object)
    }
}

/// Voice of speech where an utterance does not say.
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

/// Texts that a request shows and says to ask its question.
public struct SAYVoicePrompt: Sendable, Hashable {
    /// Text that is shown; nil for nothing.
    public var displayMessage: String?
    /// Utterance that is spoken; nil for nothing, so that the microphone opens at once.
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
