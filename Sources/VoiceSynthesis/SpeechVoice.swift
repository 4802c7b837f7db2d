/// A voice of the engine.
public struct SpeechVoice: Sendable, Hashable {
    /// The engine's name, as in "English_(America)".
    public var name: String
    /// Language code, as in "en-us"; also accepted as a request's voice.
    public var language: String
    /// "male", "female" or "unknown".
    public var gender: String
    /// Codes of other languages that it speaks, as in "zh"; accepted as well.
    public var otherLanguages: [String]

    /// Describes a voice.
    public init(name: String, language: String, gender: String, otherLanguages: [String] = []) {
        self.name = name
        self.language = language
        self.gender = gender
        self.otherLanguages = otherLanguages
    }
}
