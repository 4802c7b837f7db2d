internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Account of answers of a server that were cut short, and of what its model is told of them.
struct SaidAccount {
    private struct Answer {
        let words: [String]
        /// Number of its words that the caller heard.
        let heard: Int
        /// The model's name of it; nil for words that the carrier speaks.
        let item: String?
    }

    private typealias Key = TelephoneEvent.Key

    private static let answerLimit = 64
    /// Words with which a text has to begin as an answer does, so that it is the answer's; chosen.
    private static let surelyWords = 2
    /// Depth of a message, and texts in it, that are looked at.
    private static let (depthLimit, textLimit) = (8, 1_000)

    private var answers: [Answer] = []
    private var unknown = Unknown.none

    /// Answers that were cut short, and whose words are not known.
    private enum Unknown { case none, some, noted }

    /// Whether an answer was cut short of which a model was not told yet.
    var isWaiting: Bool { !answers.isEmpty || unknown == .some }

    /// Adds an answer whose words are not known.
    mutating func addUnknown() { if unknown == .none { unknown = .some } }

    /// Notes that a message gives the model a text as said while the words of an answer are not
    /// known. Returns false where it does not, and where that was noted before.
    mutating func noteUnknown(in message: JSONValue) -> Bool {
        guard unknown == .some else { return false }
        var texts: [[String]] = []
        Self.collect(message, 0, into: &texts)
        guard texts.contains(where: { !$0.isEmpty }) else { return false }
        unknown = .noted
        return true
    }

    /// Adds an answer of which so many words were heard.
    mutating func add(_ text: String, heardWords heard: Int) {
        add(Answer(words: Self.words(of: text), heard: heard, item: nil))
    }

    /// Adds an item of a model of which so many frames were heard, of so many in all.
    mutating func add(_ text: String, heard: Frame, of whole: Frame, item: String) {
        let words = Self.words(of: text)
        guard whole > 0 else { return }
        let share = (Frame(words.count) * min(max(0, heard), whole) + whole / 2) / whole
        add(Answer(words: words, heard: Int(share), item: item))
    }

    private mutating func add(_ answer: Answer) {
        guard !answer.words.isEmpty else { return }
        answers.append(answer)
        if answers.count > Self.answerLimit { answers.removeFirst() }
    }

    /// Returns, of each answer whose text a message gives a model as said, the fields of an event:
    /// the words that the model is told, those that were heard, and all.
    mutating func told(in message: JSONValue) -> [JSONObject] {
        var texts: [[String]] = []
        Self.collect(message, 0, into: &texts)
        var told: [JSONObject] = []
        answers.removeAll { answer in
            let shared = texts.map { Self.shared($0, answer.words) }.max() ?? 0
            guard shared >= min(Self.surelyWords, answer.words.count) else { return false }
            var fields: JSONObject = [
                Key.words: .integer(Int64(shared)), Key.heard: .integer(Int64(answer.heard)),
                Key.whole: .integer(Int64(answer.words.count)),
            ]
            if let item = answer.item { fields[Key.item] = .string(item) }
            told.append(fields)
            return true
        }
        return told
    }

    /// Returns the number of words with which both begin.
    private static func shared(_ one: [String], _ other: [String]) -> Int {
        zip(one, other).prefix { $0 == $1 }.count
    }

    /// Collects the words of the texts that a message gives as said by the model.
    private static func collect(
        _ value: JSONValue, _ depth: Int, into texts: inout [[String]]
    ) {
        guard depth < depthLimit, texts.count < textLimit else { return }
        for element in value.array ?? [] { collect(element, depth + 1, into: &texts) }
        guard let object = value.object else { return }
        if let role = object["role"]?.string, role == "assistant" || role == "model" {
            let content = object["content"] ?? object["parts"] ?? .null
            let parts = (content.array ?? []).compactMap { $0.object?["text"]?.string }
            texts.append(words(of: content.string ?? parts.joined(separator: " ")))
            return
        }
        for member in object.members { collect(member.value, depth + 1, into: &texts) }
    }

    /// Returns the words of a text, without case and punctuation.
    private static func words(of text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map { word in
            word.lowercased().filter { $0.isLetter || $0.isNumber }
        }.filter { !$0.isEmpty }
    }

    /// Returns the number of words of a text.
    static func count(_ text: String) -> Int { words(of: text).count }
}
