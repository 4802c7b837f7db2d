/// The words of one language as data: all that interpretation knows of the language.
public struct LanguageWords: Sendable, Equatable {
    /// The language by BCP 47: "en", "de".
    public var code = ""
    /// Pronunciations of words that dictionaries lack, in the phones of the recognizer's model.
    public var pronunciations: [String: [String]] = [:]
    /// Words without an apostrophe that dictionaries have with it: "dont" as "don't".
    public var contractions: [String: String] = [:]
    /// Yes and no.
    public var confirmation = ConfirmationLexicon()
    /// Choosing from a list.
    public var select = SelectLexicon()
    /// Words for numbers: cardinals, ordinals, digits.
    public var numbers = NumberLexicon()
    /// Times of day.
    public var times = TimeLexicon()
    /// Words for days, months and relative days.
    public var dates = DateLexicon()
    /// Lengths of time.
    public var durations = DurationLexicon()
    /// Words for currencies.
    public var money = MoneyLexicon()
    /// Templates of the words to a dialogue as such, by ``DialogueWord``.
    public var dialogue: [String: [String]] = [:]
    /// Templates of standard commands, by the type of the command.
    public var commands: [String: [String]] = [:]
    /// Sentences that are said to the user, by their names.
    public var sentences: [String: String] = [:]

    /// A language without words.
    public init() {}
}

/// Words that a user says to a dialogue as such.
public enum DialogueWord: String, Sendable, CaseIterable {
    /// Say the prompt again.
    case `repeat`
    /// Go back to the question before.
    case back
    /// End the dialogue.
    case cancel
    /// Say what can be answered.
    case help
}
