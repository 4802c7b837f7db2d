/// Words of speech that an engine understands by itself, whatever the app says to it: redaction
/// leaves such words where the engine decides by them.
public struct EngineWords: Sendable, Equatable {
    /// Texts of words that the engine knows: `yes please`, `never mind`.
    package var texts: [String]
    /// Words for numbers and what they say; words of one list can stand for each other.
    public var numbers: [[String: Int]]
    /// Texts by which calls name what the engine has, such as the kind of a question.
    public var names: Set<String>
    /// The engine's files that hold nothing but such words.
    public var fileNames: Set<String>

    /// Words; by default none.
    package init(
        texts: [String] = [], numbers: [[String: Int]] = [], names: Set<String> = [],
        fileNames: Set<String> = []
    ) {
        self.texts = texts
        self.numbers = numbers
        self.names = names
        self.fileNames = fileNames
    }
}
