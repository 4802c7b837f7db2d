internal import VoiceLanguage

/// Context of what a listen expects to hear.
public struct RecognitionContext: Sendable, Equatable {
    /// The kind of words.
    public enum Expectation: Sendable, Equatable {
        /// Any words.
        case freeform
        /// One of these names; none in the list means any words.
        case name(allowed: [String])
        /// A number, which the transcript gives in figures.
        case number
    }

    /// The kind of words.
    public var expectation: Expectation
    /// Policy on which words that a recognizer heard count as one of the allowed names. The
    /// project's own recognizer listens for those names alone, so that this matters where it does
    /// not know how to say one, and for other recognizers.
    public var namePolicy: NameResolver.Policy

    /// A context; any words unless another kind is given, and exact names alone.
    public init(
        expectation: Expectation = .freeform, namePolicy: NameResolver.Policy = .strictExact
    ) {
        self.expectation = expectation
        self.namePolicy = namePolicy
    }

    /// Whether a number is expected.
    public var expectNumber: Bool { expectation == .number }

    /// Figures and words that a number context suggests to a recognizer: 0 to 20, tens to 100,
    /// and the words of both.
    public static let numericContextualStrings: [String] = {
        let figures = Array(0...20) + Array(stride(from: 30, through: 100, by: 10))
        let english = NumberLexicon.english
        return figures.map(String.init) + english.small + english.tens + [english.hundred]
    }()
}
