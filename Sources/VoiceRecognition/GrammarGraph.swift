/// The graph that pocketsphinx makes of a grammar: counted before it is made.
///
/// Every name of a rule is replaced by the rule, so that a text of a few lines can stand for more
/// states than there is memory. What is counted here stops at ``GrammarLimits``.
/// Source: `expand_rule` and `fsg_model_null_trans_closure` of sphinxbase 5prealpha.
struct GrammarGraph {
    private let rules: [Grammar.Name: Grammar.Rule]
    /// The states, and the words between them.
    private(set) var states = 0
    private(set) var words = 0
    private var steps = 0
    /// Rules whose insides are being put in their place, with the state each began at.
    private var open: [(name: Grammar.Name, entry: Int)] = []
    private var depth = 0
    /// Where one gets from a state without a word.
    private var silent: [Int: Set<Int>] = [:]

    /// Where a sequence led: to a state, or back to where a rule begins.
    private enum End {
        case state(Int)
        case back
    }

    /// Counts the graph of `grammar`.
    ///
    /// - Throws: ``RecognitionError/grammarTooLarge(what:)`` past a limit,
    ///   ``RecognitionError/grammarMalformed(reason:)`` where a rule is missing or names itself
    ///   before its end.
    init(of grammar: Grammar) throws(RecognitionError) {
        rules = grammar.rules
        _ = try expand(rule: grammar.publicRule, from: try newState(), to: nil)
        try checkSilence()
    }

    /// Puts a rule in the place of its name; gives the state at its end.
    private mutating func expand(
        rule name: Grammar.Name, from entry: Int, to exit: Int?
    ) throws(RecognitionError) -> Int {
        guard let rule = rules[name] else {
            throw .grammarMalformed(reason: "the rule \(name.shown) is not defined.")
        }
        open.append((name, entry))
        let end = try expand(rule.alternatives, from: entry, to: exit)
        open.removeLast()
        return end
    }

    private mutating func expand(
        _ alternatives: [[Grammar.Item]], from entry: Int, to exit: Int?
    ) throws(RecognitionError) -> Int {
        depth += 1
        defer { depth -= 1 }
        guard depth <= GrammarLimits.depth else {
            throw .grammarTooLarge(
                what: "nests rules and groups more than \(GrammarLimits.depth) deep")
        }
        try step()
        var exit = exit
        // pocketsphinx takes the last alternative first.
        for sequence in alternatives.reversed() {
            if case .state(let end) = try expand(sequence, from: entry, to: exit) {
                exit = exit ?? end
            }
        }
        return exit ?? entry
    }

    private mutating func expand(
        _ sequence: [Grammar.Item], from entry: Int, to exit: Int?
    ) throws(RecognitionError) -> End {
        var state = entry
        for (index, item) in sequence.enumerated() {
            try step()
            let isLast = index == sequence.count - 1
            let target = isLast ? exit : nil
            switch item {
            case .word:
                words += 1
                guard words <= GrammarLimits.words else {
                    throw Self.tooLarge("\(GrammarLimits.words) words")
                }
                state = if let target { target } else { try newState() }
            case .nothing:
                guard sequence.count == 1 else { continue }
                let end = if let target { target } else { try newState() }
                silent[state, default: []].insert(end)
                state = end
            case .rule(let name):
                if let place = open.lastIndex(where: { $0.name == name }) {
                    guard isLast else {
                        throw .grammarMalformed(
                            reason: "the rule \(name.shown) names itself before its end.")
                    }
                    silent[state, default: []].insert(open[place].entry)
                    return .back
                }
                state = try expand(rule: name, from: state, to: target)
            case .group(let inside):
                state = try expand(inside, from: state, to: target)
            case .optional(let inside):
                state = try expand(inside + [[.nothing]], from: state, to: target)
            case .repeated(let inside, let isNeeded):
                state = try expand(repeated: inside, isNeeded, from: state, to: target)
            }
        }
        return .state(state)
    }

    /// A repetition: once or not at all, or the item and the same again from here.
    private mutating func expand(
        repeated item: Grammar.Item, _ isNeeded: Bool, from entry: Int, to exit: Int?
    ) throws(RecognitionError) -> Int {
        let end = try expand([[isNeeded ? item : .nothing]], from: entry, to: exit)
        guard case .state(let again) = try expand([item, .nothing], from: entry, to: nil) else {
            throw .grammarMalformed(reason: "a repeated part leads back to a rule's beginning.")
        }
        silent[again, default: []].insert(entry)
        return end
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
            what: "stands for more than \(what) when every rule is put in the place of its name")
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
