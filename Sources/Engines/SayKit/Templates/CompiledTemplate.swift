/// A template as states that follow one another.
///
/// State `n` continues with state `n + 1`, apart from branches, which lead to later states only. So
/// all ways through a template are found in one pass from its last state to its first.
struct CompiledTemplate: Sendable {
    /// One step of a template.
    enum State: Sendable {
        /// A literal word, by its number in the set's vocabulary.
        case word(Int)
        /// One word or more for entity number `entity`.
        case words(entity: Int)
        /// A quantity or a listed value for entity number `entity`.
        case span(entity: Int, kind: SpanKind)
        /// The first of these states that leads to the end.
        case branch([Int])
        /// The end of the sentence.
        case end
    }

    /// Kind of value that a span is read as.
    enum SpanKind: Sendable {
        case number, date, time, duration, money
        case listed(PhraseTable<String>)

        /// The place of the kind among the kinds that are read once a sentence; nil for lists.
        var place: Int? {
            switch self {
            case .number: 0
            case .date: 1
            case .time: 2
            case .duration: 3
            case .money: 4
            case .listed: nil
            }
        }

        static let placeCount = 5
    }

    private(set) var states: [State] = []
    private(set) var entityNames: [String] = []
    /// The literal words that every sentence of the template has.
    let required: [Int]
    /// The fewest words of a sentence.
    let leastWords: Int
    /// The literal word that every sentence begins with; nil if there is none.
    let first: Int?
    /// The literal word that every sentence ends with; nil if there is none.
    let last: Int?

    /// Compiles `parts`; `vocabulary` gives every literal word its number.
    init(_ parts: [TemplatePart], vocabulary: inout [String: Int]) {
        leastWords = Self.leastWords(parts)
        func number(_ part: TemplatePart?) -> Int? {
            guard case .word(let word)? = part else { return nil }
            return Self.number(of: word, in: &vocabulary)
        }
        required = Set(parts.compactMap { number($0) }).sorted()
        first = number(parts.first)
        last = number(parts.last)
        emit(parts, &vocabulary)
        states.append(.end)
    }

    private static func number(of word: String, in vocabulary: inout [String: Int]) -> Int {
        if let known = vocabulary[word] { return known }
        let next = vocabulary.count
        vocabulary[word] = next
        return next
    }

    private static func leastWords(_ parts: [TemplatePart]) -> Int {
        parts.reduce(0) { sum, part in
            switch part {
            case .word, .entity: sum + 1
            case .optional: sum
            case .choice(let branches): sum + (branches.map(leastWords).min() ?? 0)
            }
        }
    }

    private mutating func emit(_ parts: [TemplatePart], _ vocabulary: inout [String: Int]) {
        for part in parts {
            switch part {
            case .word(let word): states.append(.word(Self.number(of: word, in: &vocabulary)))
            case .entity(let name, let type): emit(name, type)
            case .optional(let inner):
                let branch = states.count
                states.append(.branch([]))
                emit(inner, &vocabulary)
                states[branch] = .branch([branch + 1, states.count])
            case .choice(let branches): emit(branches, &vocabulary)
            }
        }
    }

    private mutating func emit(_ branches: [[TemplatePart]], _ vocabulary: inout [String: Int]) {
        let start = states.count
        states.append(.branch([]))
        var (targets, exits): ([Int], [Int]) = ([], [])
        for branch in branches {
            targets.append(states.count)
            emit(branch, &vocabulary)
            exits.append(states.count)
            states.append(.branch([]))
        }
        states[start] = .branch(targets)
        for exit in exits { states[exit] = .branch([states.count]) }
    }

    private mutating func emit(_ name: String, _ type: EntityType) {
        let entity = entityNames.firstIndex(of: name) ?? entityNames.count
        if entity == entityNames.count { entityNames.append(name) }
        let kind: SpanKind
        switch type {
        case .string:
            states.append(.words(entity: entity))
            return
        case .number: kind = .number
        case .date: kind = .date
        case .time: kind = .time
        case .duration: kind = .duration
        case .money: kind = .money
        case .list(let values):
            kind = .listed(PhraseTable(values.map { ($0.phrase, $0.value) }))
        }
        states.append(.span(entity: entity, kind: kind))
    }
}
