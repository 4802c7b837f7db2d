/// A voice of the speech synthesiser.
public struct TTSVoiceInfo: Identifiable, Hashable, Codable, Sendable {
    /// Name that `speak(_:using:)` and profiles have for the voice, such as `en-us`.
    public let id: String
    /// The voice's name for people.
    public let name: String
    /// The language as a BCP 47 tag, such as `en-US`.
    public let language: String

    /// A voice.
    public init(id: String, name: String, language: String) {
        self.id = id
        self.name = name
        self.language = language
    }
}
