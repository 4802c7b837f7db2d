public import VoiceRecognition

/// Follows a reader through a text by what is recognised.
///
/// The React Native form of the original has this class and its two methods; its outputs are the
/// reference tokens, the indices of those that were read, and the furthest one. What became of
/// every other word is an addition. Texts are compared by `ScoringText`, so that `CAT` of a
/// result is `cat,` of the text, `<SPOKEN_NOISE>` is not a word, and `CAT#INC` is a false start.
public struct TextAligner: Sendable {
    /// Alignment of the reference text with what was read.
    public struct Alignment: Sendable, Equatable {
        /// The words of the reference text as it has them.
        public let referenceTokens: [String]
        /// Indices of the tokens that were read, in ascending order.
        public let matchedReferenceIndices: [Int]
        /// The greatest of these indices; nil where nothing was read.
        public let furthestMatchedIndex: Int?
        /// Reading of every word: read, misread, skipped, repeated, begun falsely.
        public let reading: ReadingAlignment

        init(_ reading: ReadingAlignment) {
            referenceTokens = reading.reference.map(\.source)
            matchedReferenceIndices = reading.matchedReferenceIndices
            furthestMatchedIndex = reading.furthestMatchedIndex
            self.reading = reading
        }
    }

    private let start: ReadingAligner
    private var growing: ReadingAligner

    /// The words of the reference text as it has them.
    public var referenceTokens: [String] { start.reference.map(\.source) }

    /// Prepares to follow a reader of `referenceText`.
    ///
    /// - Throws: `RecognitionError.textTooLong` past `ReadingAligner.wordLimit` words.
    public init(referenceText: String) throws(RecognitionError) {
        start = try ReadingAligner(reference: referenceText)
        growing = start
    }

    /// Aligns a whole result with the reference text; remembers nothing.
    ///
    /// - Parameter text: The text of a result.
    /// - Returns: What became of each word of the reference and of the result.
    /// - Throws: `RecognitionError.textTooLong` where the two texts are too long together.
    public func align(_ text: String) throws(RecognitionError) -> Alignment {
        Alignment(try start.aligned(text))
    }

    /// Aligns a whole result as the method that takes its text does.
    ///
    /// - Throws: `RecognitionError.textTooLong` where the two texts are too long together.
    public func align(_ result: KIOSResult) throws(RecognitionError) -> Alignment {
        try align(result.text)
    }

    /// Aligns a partial result that goes on where the one before ended, or revises its last words.
    ///
    /// The outcome is that of `align(_:)`; only what has changed is worked out again.
    ///
    /// - Parameter text: The text of the partial result from the beginning of listening.
    /// - Returns: What became of each word of the reference and of the result.
    /// - Throws: `RecognitionError.textTooLong` where the two texts are too long together.
    public mutating func incrementalAlign(_ text: String) throws(RecognitionError) -> Alignment {
        Alignment(try growing.align(text))
    }

    /// Aligns a partial result as the method that takes its text does.
    ///
    /// - Throws: `RecognitionError.textTooLong` where the two texts are too long together.
    public mutating func incrementalAlign(
        _ result: KIOSResult
    ) throws(RecognitionError) -> Alignment {
        try incrementalAlign(result.text)
    }

    /// Forgets what `incrementalAlign(_:)` has seen, as for another attempt at the text.
    public mutating func reset() { growing = start }
}
