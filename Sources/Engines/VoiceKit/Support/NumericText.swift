internal import VoiceLanguage

/// Turns spoken numbers into figures, as `RealVoiceIO.normalizeNumeric(from:)` does.
public enum NumericText {
    private static let reader = SpokenNumberReader()

    /// The figures of a text that is one number in English ("two hundred and six" → `206`), else
    /// the text without blanks around it and with single blanks in it; empty stays empty.
    ///
    /// Source: the rules of VoiceKit 0.1.3, with hundreds, thousands, millions, "and", negatives,
    /// ordinals, digit strings, halves, dozens and a leading "point" added. Two digits are read one
    /// by one ("four two" → `42`), where the original gives 4002.
    public static func normalized(_ text: String) -> String {
        let trimmed = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard trimmed.first != "." else { return trimmed }
        return reader.read(trimmed)?.figures ?? trimmed
    }
}
