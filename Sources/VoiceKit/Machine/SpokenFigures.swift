internal import VoiceLanguage

/// Numbers as callers say them, in figures.
enum SpokenFigures {
    private static let reader = SpokenNumberReader()

    /// The figures of a text that is a number, as in "forty two" → "42"; nil where it is none.
    static func figures(of text: String) -> String? { reader.read(text)?.figures }
}
