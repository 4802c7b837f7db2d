/// Line of a scripted caller: its text and time.
public struct ScriptedLine: Sendable, Equatable {
    /// Session frames of the line's active part.
    public var range: Range<Int64>
    /// The words, separated by blanks, as they are to be delivered.
    public var words: String
    /// Reason why recognising it fails; nil where it is heard.
    public var failure: String?
    /// Part of it that is said: words whose middle is elsewhere are not. Nil for all of it.
    public var said: Range<Int64>?

    /// Puts a line together.
    public init(
        range: Range<Int64>, words: String, failure: String? = nil, said: Range<Int64>? = nil
    ) {
        self.range = range
        self.words = words
        self.failure = failure
        self.said = said
    }
}

/// Recognizes exactly the words of the script.
///
/// An utterance is answered with the words of every line of which at least half lies inside the
/// utterance, edges included, in the script's order. A line cut into equal halves answers both.
/// Where lines are divided, the same goes for each word of a line.
public struct ScriptedRecognizer: Recognizer, Sendable {
    /// The kind alone: a script has no model.
    public let identity = RecognizerIdentity(kind: "scripted")
    private let lines: [ScriptedLine]
    private let dividesLines: Bool

    /// Takes the caller's lines in the order in which they are said, and whether an utterance that
    /// holds a part of a line is answered with the words of that part.
    public init(lines: [ScriptedLine], dividesLines: Bool = false) {
        self.lines = lines
        self.dividesLines = dividesLines
    }

    /// Returns the script's words with confidence 1000; rejected where the script is silent.
    public func recognize(_ utterance: Utterance) -> RecognitionOutcome {
        let heard =
            utterance.spoken.isEmpty
            ? utterance.extent
            : min(
                utterance.extent.lowerBound, utterance.spoken.lowerBound)..<max(
                    utterance.extent.upperBound, utterance.spoken.upperBound)
        func isInside(_ range: Range<Int64>) -> Bool {
            let inside = range.clamped(to: heard)
            return !inside.isEmpty && inside.count * 2 >= range.count
        }
        let failing = lines.first { $0.failure != nil && isInside($0.range) }
        if let reason = failing?.failure { return .failed(.recorded(reason: reason)) }
        let words = lines.flatMap { line in
            guard !dividesLines else {
                return Self.words(of: line, utterance).filter { isInside($0.range) }
            }
            return isInside(line.range) ? Self.words(of: line, utterance) : []
        }
        guard !words.isEmpty else { return .rejected(nil) }
        return .final(
            Hypothesis(
                text: words.map(\.text).joined(separator: " "), confidence: 1_000, words: words))
    }

    /// Returns the script's words that were said by the end of `utterance`; nil while there is
    /// none.
    public func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        let end = utterance.extent.upperBound
        let words = lines.filter { line in
            line.range.overlaps(utterance.extent) && line.failure == nil
        }.flatMap { Self.words(of: $0, utterance) }
            .filter { $0.range.upperBound <= end }
        guard !words.isEmpty else { return nil }
        return Hypothesis(
            text: words.map(\.text).joined(separator: " "), confidence: 1_000, words: words)
    }

    /// Returns the line's words, with its time shared out by their letters, which stand for their
    /// phones.
    private static func words(
        of line: ScriptedLine, _ utterance: Utterance
    ) -> [RecognizedWord] {
        let texts = line.words.split(whereSeparator: \.isWhitespace).map(String.init)
        let letters = texts.reduce(0) { $0 + $1.count }
        func place(_ letter: Int) -> Int64 {
            line.range.lowerBound + Int64(line.range.count * letter / letters)
        }
        var before = 0
        let all = texts.map { text in
            defer { before += text.count }
            let phones = utterance.wantsPhones ? Array(text) : []
            return RecognizedWord(
                text: text, range: place(before)..<place(before + text.count), confidence: 1_000,
                phones: phones.enumerated().map { index, letter in
                    let start = before + index
                    return RecognizedPhone(
                        phone: String(letter), range: place(start)..<place(start + 1), score: 1_000)
                })
        }
        guard let said = line.said else { return all }
        return all.filter { word in
            said.contains(word.range.lowerBound + Int64(word.range.count) / 2)
        }
    }
}
