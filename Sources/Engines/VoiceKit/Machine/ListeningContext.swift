internal import Foundation
internal import VoiceHypothesis
internal import VoiceJSON

/// Context of what a caller is expected to say: what the recognizer listens for, and what counts of
/// it.
struct ListeningContext: Sendable, Equatable {
    /// Kind of what is expected, by the name that calls have for it.
    enum Expectation: String, Sendable, CaseIterable {
        case freeform, name, number
    }

    /// Task that the recognizer listens for, as events name it.
    enum Task: String, Sendable {
        case general, names, numbers
    }

    let expectation: Expectation
    let task: Task
    /// The listed spelling of each name, by its spoken form.
    private var names: [String: String] = [:]
    /// Spoken forms in the order of the list.
    private var phrases: [String] = []
    private var pronunciations: [WordPronunciation] = []
    /// The listed name that a text means; nil without a list.
    private var list: NameList?
    /// Names of the list that the recognizer is not told, in its order: they have letters that no
    /// English word has, digits or no letter, or are beyond the limit.
    private(set) var untold: [String] = []

    /// Anything.
    static let freeform = ListeningContext(expectation: .freeform, task: .general)
    /// Numbers.
    static let number = ListeningContext(expectation: .number, task: .numbers)

    private init(expectation: Expectation, task: Task) {
        self.expectation = expectation
        self.task = task
    }

    /// Creates the context of names of a list, and of the pronunciations of their words that no
    /// dictionary has.
    ///
    /// Names that no English recognizer can be told are ``untold``. Where `hasUnknownWords` says
    /// that the recognizer lacks words of them, or none is left, the general model listens.
    init(
        names list: [String], pronunciations: [WordPronunciation], hasUnknownWords: Bool,
        policy: NameResolver.Policy = .strictExact
    ) {
        var (names, phrases): ([String: String], [String]) = ([:], [])
        var untold: [String] = []
        for name in list.prefix(VoiceKitConstants.nameLimit) {
            guard let spoken = Self.spoken(name) else {
                untold.append(name)
                continue
            }
            guard names[spoken] == nil else { continue }
            names[spoken] = name
            phrases.append(spoken)
        }
        self.init(
            expectation: .name, task: phrases.isEmpty || hasUnknownWords ? .general : .names)
        self.names = names
        self.phrases = phrases
        self.pronunciations = pronunciations
        self.untold = untold + list.dropFirst(VoiceKitConstants.nameLimit)
        if !list.isEmpty {
            self.list = NameList(
                Array(list.prefix(VoiceKitConstants.nameLimit)), policy: policy)
        }
    }

    /// Reads the context that a call asks for: `{expectation, allowed, pronunciations,
    /// unknownWords, distancePermille, marginPermille}`; nil where it is none.
    init?(_ value: JSONValue) {
        guard let object = value.object,
            let expectation = object["expectation"]?.string.flatMap(Expectation.init(rawValue:))
        else { return nil }
        switch expectation {
        case .freeform: self = .freeform
        case .number: self = .number
        case .name:
            let ways = (object["pronunciations"]?.array ?? []).compactMap { entry in
                Self.pronunciation(entry.object)
            }
            self.init(
                names: (object["allowed"]?.array ?? []).compactMap(\.string), pronunciations: ways,
                hasUnknownWords: object["unknownWords"]?.array?.isEmpty == false,
                policy: Self.policy(object))
        }
    }

    /// Returns the policy on which texts count as a name: without a distance only exact ones.
    private static func policy(_ object: JSONObject) -> NameResolver.Policy {
        func share(_ key: String) -> Double? {
            object[key]?.integer.map { Double(min(max(0, $0), 1_000)) / 1_000 }
        }
        guard let distance = share("distancePermille") else { return .strictExact }
        return .nearest(
            distance: distance, margin: share("marginPermille") ?? NameResolver.usualMargin)
    }

    private static func pronunciation(_ entry: JSONObject?) -> WordPronunciation? {
        guard let word = entry?["word"]?.string.flatMap(spoken),
            let phones = entry?["phones"]?.string, !phones.isEmpty
        else { return nil }
        return WordPronunciation(word: word, phones: phones.split(separator: " ").map(String.init))
    }

    /// Task that the recognizer listens for; nil for the session's own task, which is the general
    /// model unless the session says otherwise.
    var recognitionTask: RecognitionTask? {
        switch task {
        case .general: nil
        case .numbers: NumberGrammar.task
        case .names:
            pronunciations.isEmpty
                ? .phrases(phrases)
                : .graph(
                    RecognitionGraph(phrases: phrases, pronunciations: pronunciations))
        }
    }

    /// The names that an app lists; none where it lists none.
    var listed: [String] { list?.names ?? [] }

    /// Whether only some answers count: numbers, or names of a list.
    var isClosed: Bool { expectation == .number || list != nil }

    /// Whether the last answer of the recognizer counts: of a number each word has to fit.
    func accepts(_ answer: Hypothesis) -> Bool {
        guard expectation == .number else { return true }
        return answer.words.allSatisfy { $0.confidence >= NumberGrammar.leastWordConfidence }
    }

    /// Returns what counts of a text that was recognised: a number in figures, a name as it is
    /// listed, or the text itself; empty where the context excludes it.
    func transcript(of text: String) -> String {
        if expectation == .number { return SpokenFigures.figures(of: text) ?? "" }
        guard let list else { return text }
        return Self.spoken(text).flatMap { names[$0] } ?? list.name(in: text) ?? ""
    }

    /// A name as a recognizer is told it: lower case, without accents, blanks between words; nil
    /// where it has letters that no English word has, digits, or no letter at all.
    static func spoken(_ name: String) -> String? {
        var text = ""
        for scalar in name.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar {
            case "a"..."z", "'": text.unicodeScalars.append(scalar)
            case "’", "ʼ": text += "'"
            case "æ": text += "ae"
            case "œ": text += "oe"
            case "ø": text += "o"
            case "ß": text += "ss"
            case "ł": text += "l"
            default:
                if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                    return nil
                }
                // Accents and soft hyphens stand inside words.
                let isInside =
                    scalar.properties.generalCategory == .nonspacingMark
                    || scalar.properties.generalCategory == .format
                if !isInside { text += " " }
            }
        }
        let words = text.split(separator: " ").map { $0.trimming("'") }.filter { !$0.isEmpty }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}

extension Substring {
    /// The text without `mark` at its ends.
    fileprivate func trimming(_ mark: Character) -> String {
        var text = self
        while text.first == mark { text.removeFirst() }
        while text.last == mark { text.removeLast() }
        return String(text)
    }
}
