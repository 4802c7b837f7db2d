/// A word that was recognised, and when it was said.
public struct RecognizedWord: Sendable, Equatable {
    /// The word in lower case.
    public var text: String
    /// Session frames, in steps of the recognizer (10 ms for pocketsphinx).
    public var range: Range<Int64>
    /// Thousandths, 0 to 1000.
    public var confidence: Int

    /// Puts a word together.
    public init(text: String, range: Range<Int64>, confidence: Int) {
        self.text = text
        self.range = range
        self.confidence = confidence
    }
}

/// What a recognizer takes an utterance for.
public struct Hypothesis: Sendable, Equatable {
    /// The words in lower case with single spaces.
    public var text: String
    /// Thousandths, 0 to 1000.
    public var confidence: Int
    /// The words of ``text`` in their order.
    public var words: [RecognizedWord]

    /// Puts a hypothesis together.
    public init(text: String, confidence: Int, words: [RecognizedWord]) {
        self.text = text
        self.confidence = confidence
        self.words = words
    }
}
