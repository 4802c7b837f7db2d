/// A phone of a recognised word, and when it was said.
public struct RecognizedPhone: Sendable, Equatable {
    /// The phone, by the name that the recognizer's model has for it.
    public var phone: String
    /// Session frames, in steps of the recognizer.
    public var range: Range<Int64>
    /// Thousandths, 0 to 1000.
    public var score: Int

    /// Puts a phone together.
    package init(phone: String, range: Range<Int64>, score: Int) {
        self.phone = phone
        self.range = range
        self.score = score
    }
}

/// A word that was recognised, and when it was said.
public struct RecognizedWord: Sendable, Equatable {
    /// The word in lower case.
    public var text: String
    /// Session frames, in steps of the recognizer (10 ms for pocketsphinx).
    public var range: Range<Int64>
    /// Thousandths, 0 to 1000.
    public var confidence: Int
    /// Phones of the word in their order, where ``Utterance/wantsPhones`` asks for them and the
    /// recognizer has them.
    public var phones: [RecognizedPhone]

    /// Puts a word together.
    package init(
        text: String, range: Range<Int64>, confidence: Int, phones: [RecognizedPhone] = []
    ) {
        self.text = text
        self.range = range
        self.confidence = confidence
        self.phones = phones
    }
}

/// Another reading of an utterance.
public struct AlternativeReading: Sendable, Equatable {
    /// The words in lower case with single spaces.
    public var text: String
    /// Distance from the likelihood of the best reading, in the recognizer's logarithmic units; 0
    /// or more. It orders the readings of one utterance, and compares no two utterances.
    public var distance: Int

    /// Puts a reading together.
    package init(text: String, distance: Int) {
        self.text = text
        self.distance = distance
    }
}

/// Hypothesis of a recognizer about an utterance.
public struct Hypothesis: Sendable, Equatable {
    /// The words in lower case with single spaces.
    public var text: String
    /// Thousandths, 0 to 1000.
    public var confidence: Int
    /// The words of ``text`` in their order.
    public var words: [RecognizedWord]
    /// Other readings, nearest first, each text once; as many as ``Utterance/alternatives`` asks
    /// for, where the recognizer has them.
    public var alternatives: [AlternativeReading]

    /// Puts a hypothesis together.
    public init(
        text: String, confidence: Int, words: [RecognizedWord],
        alternatives: [AlternativeReading] = []
    ) {
        self.text = text
        self.confidence = confidence
        self.words = words
        self.alternatives = alternatives
    }
}
