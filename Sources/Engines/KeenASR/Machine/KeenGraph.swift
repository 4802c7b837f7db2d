internal import VoiceJSON
internal import VoiceRecognition

/// A decoding graph as the machine has it: all that its recognizer needs, from inputs alone.
struct KeenGraph: Sendable, Equatable {
    /// Limits of inputs.
    enum Limit {
        static let contexts = KIOSGraphPlan.Limit.contexts
        static let phrases = KIOSGraphPlan.Limit.phrases
        static let phraseBytes = KIOSGraphPlan.Limit.phraseBytes
        static let pronunciations = KIOSGraphPlan.Limit.pronunciations
    }

    var contexts: [RecognitionGraph]
    var isContextual: Bool
    /// Words in upper case whose pronunciation is guessed.
    var unknownWords: [String]

    /// Number of its phrases.
    var phraseCount: Int { contexts.reduce(0) { $0 + $1.phrases.count } }

    /// Adds phrases in lower case to a context; false for an unknown or a full one.
    mutating func add(_ phrases: [String], to context: Int) -> Bool {
        guard contexts.indices.contains(context), phraseCount + phrases.count <= Limit.phrases
        else { return false }
        contexts[context].phrases += phrases
        return true
    }
}

extension KeenGraph {
    private enum Key {
        static let contextual = "contextual"
        static let contexts = "contexts"
        static let pronunciations = "pronunciations"
        static let task = "task"
        static let oralReading = "oralReading"
        static let noise = "spokenNoisePermille"
        static let trigger = "trigger"
        static let unknown = "unknownWords"
        static let word = "word"
        static let phones = "phones"
        static let tag = "tag"
    }

    /// Returns the graph as an input holds it; `phrases` stand for those of its contexts.
    func value(phrases: [[String]]) -> JSONObject {
        func texts(_ list: [String]) -> JSONValue { .array(list.map { .string($0) }) }
        let first = contexts.first
        var object: JSONObject = [
            Key.contextual: .bool(isContextual), Key.contexts: .array(phrases.map(texts)),
            Key.task: .string(first?.speaking == .oralReading ? Key.oralReading : "default"),
            Key.noise: .integer(Int64(first?.spokenNoisePermille ?? 500)),
        ]
        if let trigger = first?.trigger { object[Key.trigger] = .string(trigger) }
        if !unknownWords.isEmpty { object[Key.unknown] = texts(unknownWords) }
        let pronunciations = first?.pronunciations ?? []
        if !pronunciations.isEmpty {
            object[Key.pronunciations] = .array(
                pronunciations.map { pronunciation in
                    var entry: JSONObject = [
                        Key.word: .string(pronunciation.word),
                        Key.phones: .string(pronunciation.phones.joined(separator: " ")),
                    ]
                    entry[Key.tag] = pronunciation.tag.map { .string($0) }
                    return .object(entry)
                })
        }
        return object
    }

    /// Reads an input; nil where it is not a graph or too large for one.
    init?(_ value: JSONValue?) {
        guard let object = value?.object,
            let lists = object[Key.contexts]?.array, (1...Limit.contexts).contains(lists.count)
        else { return nil }
        isContextual = object[Key.contextual]?.bool ?? false
        guard isContextual || lists.count == 1 else { return nil }
        var shared = RecognitionGraph(phrases: [])
        shared.speaking = object[Key.task]?.string == Key.oralReading ? .oralReading : .usual
        let noise = object[Key.noise]?.integer ?? 500
        guard (0...1_000).contains(noise),
            let pronunciations = Self.pronunciations(object[Key.pronunciations])
        else { return nil }
        shared.spokenNoisePermille = Int(noise)
        shared.trigger = object[Key.trigger]?.string
        shared.pronunciations = pronunciations
        contexts = []
        var count = 0
        for list in lists {
            guard let phrases = Self.texts(list) else { return nil }
            count += phrases.count
            guard count <= Limit.phrases else { return nil }
            var context = shared
            context.phrases = phrases
            contexts.append(context)
        }
        unknownWords = Self.texts(object[Key.unknown] ?? .array([])) ?? []
    }

    /// Reads texts of a list, none of them longer than a phrase may be; nil where one is none.
    static func texts(_ value: JSONValue?) -> [String]? {
        guard let elements = value?.array, elements.count <= Limit.phrases else { return nil }
        let texts = elements.compactMap(\.string).filter { $0.utf8.count <= Limit.phraseBytes }
        return texts.count == elements.count ? texts : nil
    }

    private static func pronunciations(_ value: JSONValue?) -> [WordPronunciation]? {
        guard let value else { return [] }
        guard let elements = value.array, elements.count <= Limit.pronunciations else {
            return nil
        }
        let read = elements.compactMap { element -> WordPronunciation? in
            guard let entry = element.object, let word = entry[Key.word]?.string,
                let phones = entry[Key.phones]?.string, !word.isEmpty, !phones.isEmpty
            else { return nil }
            return WordPronunciation(
                word: word, phones: phones.split(separator: " ").map(String.init),
                tag: entry[Key.tag]?.string)
        }
        return read.count == elements.count ? read : nil
    }
}

/// The graph and context that is prepared.
struct PreparedGraph: Sendable, Equatable {
    let name: String
    /// The context; nil for a graph without contexts.
    let context: Int?
    let computesGoP: Bool
    let graph: RecognitionGraph
    let unknownWords: [String]
    /// The phrases as hypotheses spell them.
    private let phrases: Set<String>
    private let trigger: [String]

    init(
        name: String, context: Int?, computesGoP: Bool, graph: RecognitionGraph,
        unknownWords: [String]
    ) {
        self.name = name
        self.context = context
        self.computesGoP = computesGoP
        self.graph = graph
        self.unknownWords = unknownWords
        phrases = Set(graph.phrases.map { Self.words(of: $0).joined(separator: " ") })
        trigger = graph.trigger.map(Self.words) ?? []
    }

    /// Whether something has to be said before anything counts.
    var hasTrigger: Bool { !trigger.isEmpty }

    /// Whether the words are one whole phrase of the graph.
    func isWholePhrase(_ words: [String]) -> Bool {
        phrases.contains(words.map(Self.plain).joined(separator: " "))
    }

    /// Returns how many of the words end with the trigger phrase; nil where it was not said.
    func wordsToTrigger(_ words: [String]) -> Int? {
        let plain = words.map(Self.plain)
        guard !trigger.isEmpty, plain.count >= trigger.count else { return nil }
        let start = (0...plain.count - trigger.count).first { start in
            Array(plain[start..<start + trigger.count]) == trigger
        }
        return start.map { $0 + trigger.count }
    }

    private static func words(of text: String) -> [String] {
        text.lowercased().split(separator: " ").map(String.init)
    }

    /// A word as phrases have it: a false start stays one, and is not a whole word.
    private static func plain(_ word: String) -> String {
        let lower = word.lowercased()
        guard let mark = lower.firstIndex(of: "#"), !lower.hasSuffix("#inc") else { return lower }
        return String(lower[..<mark])
    }
}
