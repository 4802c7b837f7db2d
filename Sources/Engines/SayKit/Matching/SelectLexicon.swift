/// The words of one language for choosing from a list.
public struct SelectLexicon: Sendable, Equatable {
    /// Words that carry no content of a choice.
    public var filler: [String] = []
    /// Words that may stand beside the number of an option.
    public var numberWords: [String] = []
    /// Words for the last option.
    public var last: [String] = []
    /// Phrases that take no option.
    public var none: [String] = []
    /// Phrases that exclude the option behind them, also over filler.
    public var negations: [String] = []
    /// Words that exclude an option only directly before it.
    public var wordNegations: [String] = []
    /// Phrases with a word of a negation that exclude nothing: "why not".
    public var affirmations: [String] = []
    /// Words that carry an exclusion to the next option: "not cash or credit".
    public var links: [String] = []
    /// Words that end the reach of a negation before them.
    public var clauses: [String] = []
    /// Phrases for places in the list, for the recognizer: `{ordinal}` and `{number}` stand for the
    /// place.
    public var positions: [String] = []
    /// Phrases for the last place, for the recognizer.
    public var lastPositions: [String] = []

    /// A lexicon without words.
    public init() {}
}

/// Option that an answer takes from a list, and the reason for the reading.
public struct SelectReading: Sendable, Equatable {
    /// The rule that decided.
    public enum Rule: String, Sendable, Equatable {
        /// The sentence has no words.
        case silent
        /// The whole sentence is a label or an alias.
        case equality
        /// The sentence contains a label or an alias.
        case contained
        /// One label or alias contains all words with content.
        case contentWords
        /// The sentence gives the place of the option in the list.
        case position
        /// The sentence differs little from one label or alias.
        case similarity
        /// Several options fit equally.
        case ambiguous
        /// The sentence takes none of the options.
        case declined
        /// No option fits.
        case unknown
    }

    /// The option's place in the list, from 0; nil if none is taken.
    public var index: Int?
    /// The rule that decided.
    public var rule: Rule
    /// The label or alias that decided.
    public var candidate: String?
    /// Places of options that fit equally.
    public var rivals: [Int] = []
    /// The distance of the option by ``Rule/similarity``, in thousandths of its length.
    public var distanceThousandths: Int?
    /// The distance of the next best option, in thousandths.
    public var rivalDistanceThousandths: Int?
}
