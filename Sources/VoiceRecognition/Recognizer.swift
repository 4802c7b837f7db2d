/// What became of one utterance.
public enum RecognitionOutcome: Sendable, Equatable {
    /// The words, good enough to act on.
    case final(Hypothesis)
    /// Speech that nothing in the grammar fits; the nearest fit, when there was one.
    case rejected(Hypothesis?)
    /// The recognizer could not do its work.
    case failed(RecognitionError)
}

/// Which recognizer answered: sessions with equal identities were heard by the same recognizer.
public struct RecognizerIdentity: Sendable, Equatable {
    /// "pocketsphinx", "scripted" or "recorded".
    public var kind: String
    /// The model's name; empty for a recognizer without one.
    public var model: String
    /// Lower-case hex SHA-256 of the model files and the task; empty without a model.
    public var digest: String

    /// Puts an identity together.
    public init(kind: String, model: String = "", digest: String = "") {
        self.kind = kind
        self.model = model
        self.digest = digest
    }
}

/// Turns utterances into words, one whole utterance at a time.
///
/// An answer may depend on the utterance alone, never on the ones before it, except in recognizers
/// that read their answers from a recording. Partial hypotheses, when they come, are a second
/// protocol that refines this one with `begin`, `extend` and `end`; `recognize` stays as it is.
public protocol Recognizer {
    /// Which recognizer this is.
    var identity: RecognizerIdentity { get }

    /// Recognises one utterance.
    mutating func recognize(_ utterance: Utterance) -> RecognitionOutcome
}
