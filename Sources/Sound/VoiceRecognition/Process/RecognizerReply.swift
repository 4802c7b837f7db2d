internal import VoiceAudio
internal import VoiceHypothesis

/// Reply of a program to an utterance.
enum RecognizerReply: Equatable {
    /// Words.
    case heard(Hypothesis)
    /// Nothing is good enough; the nearest fit, where it has one.
    case rejected(Hypothesis?)
    /// The program cannot tell, for the reason it gives.
    case failed(reason: String)

    /// Bytes of an answer at most.
    static let byteLimit = 256 << 10
    /// Words of an answer, phones of a word, other readings, at most.
    private static let wordLimit = 2_000
    private static let phoneLimit = 100
    private static let alternativeLimit = 100
    /// Bytes of a word or phone, of another reading or a reason, at most.
    private static let textLimit = 256
    private static let readingLimit = 4_096

    /// Reads the line that answers the question `id` about `utterance`.
    init(_ line: [UInt8], to utterance: Utterance, id: Int64) throws(ReplyFault) {
        let fields = try MessageFields(line: line)
        let kind = try fields.text("kind", limit: 32)
        guard try fields.number("id", 0...Int64.max) == id else {
            throw ReplyFault("answered another question than it was asked")
        }
        switch kind {
        case "failed": self = .failed(reason: try fields.text("reason", limit: Self.readingLimit))
        case "answer":
            let words = try Self.words(fields, utterance)
            let hypothesis = words.isEmpty ? nil : try Self.hypothesis(fields, words, utterance)
            if let hypothesis, try !fields.flag("rejected") {
                self = .heard(hypothesis)
            } else {
                _ = try fields.flag("rejected")
                self = .rejected(hypothesis)
            }
        default: throw ReplyFault("answered with a message that is not an answer")
        }
    }

    private static func hypothesis(
        _ fields: MessageFields, _ words: [RecognizedWord], _ utterance: Utterance
    ) throws(ReplyFault) -> Hypothesis {
        let text = words.map(\.text).joined(separator: " ")
        return Hypothesis(
            text: text, confidence: Int(try fields.number("confidence", 0...1_000, usual: 1_000)),
            words: words, alternatives: try alternatives(fields, best: text, utterance))
    }

    private static func words(
        _ fields: MessageFields, _ utterance: Utterance
    ) throws(ReplyFault) -> [RecognizedWord] {
        guard fields.has("words") else { throw fields.fault("words", "is missing") }
        var words: [RecognizedWord] = []
        for part in try fields.list("words", limit: wordLimit) {
            let text = try part.text("text", limit: textLimit)
            guard !text.unicodeScalars.contains(where: \.properties.isWhitespace) else {
                throw part.fault("text", "has a blank: give one word at a time")
            }
            let range = try range(part, utterance)
            if let last = words.last, range.lowerBound < last.range.lowerBound {
                throw part.fault("start", "is before that of the word before")
            }
            words.append(
                RecognizedWord(
                    text: text.lowercased(), range: range,
                    confidence: Int(try part.number("confidence", 0...1_000, usual: 1_000)),
                    phones: try phones(part, utterance)))
        }
        return words
    }

    /// The phones of a word, checked even if they were not asked for.
    private static func phones(
        _ word: MessageFields, _ utterance: Utterance
    ) throws(ReplyFault) -> [RecognizedPhone] {
        var phones: [RecognizedPhone] = []
        for part in try word.list("phones", limit: phoneLimit) {
            phones.append(
                RecognizedPhone(
                    phone: try part.text("phone", limit: textLimit),
                    range: try range(part, utterance),
                    score: Int(try part.number("score", 0...1_000, usual: 1_000))))
        }
        return utterance.wantsPhones ? phones : []
    }

    /// Other readings, nearest first, each text once.
    private static func alternatives(
        _ fields: MessageFields, best: String, _ utterance: Utterance
    ) throws(ReplyFault) -> [AlternativeReading] {
        var found: [AlternativeReading] = []
        for part in try fields.list("alternatives", limit: alternativeLimit) {
            let text = try part.text("text", limit: readingLimit).lowercased()
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let distance = Int(try part.number("distance", 0...1_000_000_000))
            if !text.isEmpty, text != best, !found.contains(where: { $0.text == text }) {
                found.append(AlternativeReading(text: text, distance: distance))
            }
        }
        let order = found.indices.sorted {
            (found[$0].distance, $0) < (found[$1].distance, $1)
        }
        return order.prefix(max(0, utterance.alternatives)).map { found[$0] }
    }

    /// Session frames of a part, whose places are samples of the utterance.
    private static func range(
        _ part: MessageFields, _ utterance: Utterance
    ) throws(ReplyFault) -> Range<Int64> {
        let count = Int64(utterance.pieces.count)
        let start = try part.number("start", 0...count)
        let end = try part.number("end", start...count)
        return (utterance.start + start)..<(utterance.start + end)
    }
}
