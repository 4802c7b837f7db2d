/// A sentence that fits a template, and why this template was chosen.
public struct TemplateMatch: Sendable, Equatable {
    /// One entity and the words that fill it.
    public struct Capture: Sendable, Equatable {
        /// The name of the entity.
        public var entity: String
        /// Meaning of the words that fill it.
        public var value: EntityValue
        /// The words of the sentence.
        public var words: Range<Int>
        /// The words in their original spelling.
        public var spelling: String
    }

    /// Another template that fits.
    public struct Rival: Sendable, Equatable {
        /// Place of the template in the set, from 0.
        public var template: Int
        /// Number of words that the template has itself: the more, the better it fits.
        public var literalWords: Int
        /// Number of words that fill a `String` of it.
        public var stringWords: Int
    }

    /// Reason for the decision between several templates that fit.
    public enum Reason: String, Sendable, Equatable {
        /// No other template fits.
        case only
        /// More literal words than any other.
        case literalWords
        /// As many literal words, and fewer words of a `String` than any other.
        case stringWords
        /// Equal in both, and declared first.
        case order
    }

    /// The place of the template in the set, from 0.
    public var template: Int
    /// Words that fill the entities, in the order of the sentence.
    public var captures: [Capture]
    /// Number of words that the template has itself: the most win.
    public var literalWords: Int
    /// The words that fill a `String`.
    public var stringWords: Int
    /// Reason for the decision.
    public var reason: Reason
    /// Other templates that fit, at most ``TemplateSet/rivalLimit``, in their order.
    public var rivals: [Rival]

    /// The values by the names of their entities.
    public var entities: [String: EntityValue] {
        Dictionary(captures.map { ($0.entity, $0.value) }) { first, _ in first }
    }
}

/// Outcome of matching a sentence, and the work that it took.
public struct TemplateOutcome: Sendable, Equatable {
    /// The template that fits; nil where none does.
    public var match: TemplateMatch?
    /// Templates that were matched word by word: those whose literal words are all said.
    public var triedCount = 0
    /// States of templates that were compared with places of the sentence.
    public var stepCount = 0

    /// Creates an outcome of no match, and no work.
    public init() {}
}
