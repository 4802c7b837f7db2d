internal import VoiceAcoustics
internal import VoiceHypothesis

/// States and words of a grammar.
///
/// Every name of a rule is replaced by the rule, so that a text of a few lines can stand for more
/// states than there is memory. What is counted here stops at ``GrammarLimits``.
/// Source: Thompson's construction (1968), with a rule that names itself at its end as a loop.
struct GrammarGraph {
    /// A step from one state to another.
    struct Arc: Equatable {
        let from: Int
        let to: Int
        /// Word that is said on the way; nil for nothing.
        let word: String?
        /// Distance from the likelihood of the likeliest beside it, in nepers.
        var cost: Float = 0
    }

    /// The words that may be said, in small letters.
    var vocabulary: Set<String> { Set(arcs.compactMap(\.word)) }

    private let rules: [Grammar.Name: Grammar.Rule]
    /// The steps; everything begins at state 0.
    private(set) var arcs: [Arc] = []
    /// State at which a sentence ends.
    private(set) var end = 0
    /// The states, and the words between them.
    private(set) var states = 0
    private(set) var words = 0
    private var steps = 0
    /// Rules whose insides are being put in their place, with the state each began at.
    private var open: [(name: Grammar.Name, entry: Int)] = []
    private var depth = 0
    /// States that one gets to from a state without a word.
    private var silent: [Int: Set<Int>] = [:]

    /// Counts the graph of `grammar`.
    ///
    /// - Throws: ``RecognitionError/grammarTooLarge(what:)`` past a limit,
    ///   ``RecognitionError/grammarMalformed(reason:line:)`` where a rule is missing or names
    ///   itself before its end.
    init(of grammar: Grammar) throws(RecognitionError) {
        rules = grammar.rules
        let entry = try newState()
        end = try newState()
        try expand(rule: grammar.publicRule, from: entry, to: end, tail: 0)
        try checkSilence()
    }

    // A part of the grammar leads from one state to another. Nothing leads back to either but what
    // the part itself starts again, for which it has states of its own. `tail` is the first of the
    // open rules that end where the part ends: those may be named there.

    /// Replaces the name of a rule by the rule.
    private mutating func expand(
        rule name: Grammar.Name, from start: Int, to end: Int, tail: Int
    ) throws(RecognitionError) {
        if let place = open.lastIndex(where: { $0.name == name }) {
            guard place >= tail else {
                throw .grammarMalformed(
                    reason: "the rule \(name.shown) names itself before its end.")
            }
            return passSilently(from: start, to: open[place].entry)
        }
        guard let rule = rules[name] else {
            throw .grammarMalformed(reason: "the rule \(name.shown) is not defined.")
        }
        let entry = try newState()
        passSilently(from: start, to: entry)
        open.append((name, entry))
        try expand(rule.alternatives, from: entry, to: end, tail: tail)
        open.removeLast()
    }

    private mutating func expand(
        _ alternatives: [[Grammar.Item]], from start: Int, to end: Int, tail: Int
    ) throws(RecognitionError) {
        depth += 1
        defer { depth -= 1 }
        guard depth <= GrammarLimits.depth else {
            throw .grammarTooLarge(
                what: "nests rules and groups more than \(GrammarLimits.depth) deep")
        }
        try step()
        let heaviest = alternatives.compactMap(Self.weight).max() ?? 1
        for sequence in alternatives {
            var state = start
            for (index, item) in sequence.enumerated() {
                let isLast = index == sequence.count - 1
                let next = isLast ? end : try newState()
                try expand(
                    item, beside: index == 0 ? heaviest : 1, from: state, to: next,
                    tail: isLast ? tail : open.count)
                state = next
            }
        }
    }

    private mutating func expand(
        _ item: Grammar.Item, beside heaviest: Float, from start: Int, to end: Int, tail: Int
    ) throws(RecognitionError) {
        try step()
        switch item {
        case .word(let word):
            words += 1
            guard words <= GrammarLimits.words else {
                throw Self.tooLarge("\(GrammarLimits.words) words")
            }
            arcs.append(Arc(from: start, to: end, word: word))
        case .nothing: passSilently(from: start, to: end)
        case .rule(let name): try expand(rule: name, from: start, to: end, tail: tail)
        case .group(let inside): try expand(inside, from: start, to: end, tail: tail)
        case .optional(let inside):
            try expand(inside, from: start, to: end, tail: tail)
            passSilently(from: start, to: end)
        case .weighted(let inside, let weight):
            let begin = try newState()
            let share = min(1, weight / heaviest)
            let cost = -Self.languageWeight * ExactMath.logarithm(share)
            passSilently(from: start, to: begin, cost: cost)
            try expand([[inside]], from: begin, to: end, tail: tail)
        case .repeated(let inside, let isNeeded):
            let (first, last) = (try newState(), try newState())
            passSilently(from: start, to: first)
            try expand([[inside]], from: first, to: last, tail: open.count)
            passSilently(from: last, to: first)
            passSilently(from: last, to: end)
            if !isNeeded { passSilently(from: start, to: end) }
        }
    }

    /// Factor by which a weight counts against the sound: pocketsphinx's `-lw`.
    private static let languageWeight: Float = 6.5

    private static func weight(_ sequence: [Grammar.Item]) -> Float? {
        if case .weighted(_, let weight)? = sequence.first { weight } else { nil }
    }

    private mutating func passSilently(from state: Int, to end: Int, cost: Float = 0) {
        if silent[state, default: []].insert(end).inserted {
            arcs.append(Arc(from: state, to: end, word: nil, cost: cost))
        }
    }

    private mutating func newState() throws(RecognitionError) -> Int {
        guard states < GrammarLimits.states else {
            throw Self.tooLarge("\(GrammarLimits.states) states")
        }
        states += 1
        return states - 1
    }

    private mutating func step() throws(RecognitionError) {
        steps += 1
        guard steps <= GrammarLimits.steps else {
            throw Self.tooLarge("\(GrammarLimits.steps) steps")
        }
    }

    private static func tooLarge(_ what: String) -> RecognitionError {
        .grammarTooLarge(
            what: "has more than \(what) when every rule name is expanded")
    }

    /// Counts the pairs of states that need no word between them.
    private func checkSilence() throws(RecognitionError) {
        var pairs = 0
        for start in silent.keys {
            var seen: Set<Int> = []
            var waiting = [start]
            while let state = waiting.popLast() {
                for next in silent[state] ?? [] where seen.insert(next).inserted {
                    pairs += 1
                    waiting.append(next)
                }
                guard pairs <= GrammarLimits.silentPairs else {
                    throw Self.tooLarge("\(GrammarLimits.silentPairs) ways without a word")
                }
            }
        }
    }
}
