/// Task of a recognizer: what may be said.
public enum RecognitionTask: Sendable, Equatable {
    /// A grammar in JSGF 1.0 with exactly one public rule.
    case grammar(jsgf: String)
    /// Any one of these phrases, as a whole.
    case phrases([String])
    /// Anything, by the model's general language model: slower, and much less certain.
    case general
    /// The phrases of a decoding graph, their parts and combinations.
    case graph(RecognitionGraph)
}
