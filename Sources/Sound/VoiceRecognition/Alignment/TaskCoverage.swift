package import VoiceHypothesis

/// Tells whether a text is something that is listened for.
///
/// Words are compared by ``ScoringText``. One or several phrases, or sentences of a grammar, one
/// after the other are covered: a recording may hold several utterances. A decoding graph also
/// covers parts and other combinations of its words; the general model covers everything.
package struct TaskCoverage: Sendable {
    private enum Language: Sendable {
        case everything
        case words(Set<String>)
        case phrases([String: [[String]]])
        case grammar(GrammarMatcher)
    }

    private let language: Language

    /// Works out what `task` covers.
    ///
    /// - Throws: ``RecognitionError`` about the grammar.
    package init(of task: RecognitionTask) throws(RecognitionError) {
        switch task {
        case .general: language = .everything
        case .graph(let graph):
            language = .words(Set(graph.phrases.flatMap(Self.words)))
        case .phrases(let phrases):
            let phrases = phrases.map(Self.words).filter { !$0.isEmpty }
            language = .phrases(Dictionary(grouping: phrases) { $0[0] })
        case .grammar(let jsgf):
            language = .grammar(GrammarMatcher(try Grammar(reading: jsgf)))
        }
    }

    /// Whether `text` is covered; a text without a word never is.
    package func covers(_ text: String) -> Bool {
        let words = Self.words(text)
        guard !words.isEmpty else { return false }
        switch language {
        case .everything: return true
        case .words(let known): return words.allSatisfy(known.contains)
        case .phrases(let phrases):
            return isReached(words) { place in
                let fitting = phrases[words[place]] ?? []
                return fitting.filter { words[place...].starts(with: $0) }
                    .map { place + $0.count }
            }
        case .grammar(let grammar):
            var matcher = grammar
            return isReached(words) { matcher.ends(in: words, from: $0) }
        }
    }

    /// Whether steps from 0 lead to the end of `words`.
    private func isReached(_ words: [String], _ ends: (Int) -> [Int]) -> Bool {
        var reached = [Bool](repeating: false, count: words.count + 1)
        reached[0] = true
        for place in words.indices where reached[place] {
            for end in ends(place) { reached[end] = true }
        }
        return reached[words.count]
    }

    private static func words(_ text: String) -> [String] {
        ScoringText.words(of: text).map(\.text)
    }
}

/// Finds the sentences of a grammar in a row of words.
struct GrammarMatcher: Sendable {
    private struct Key: Hashable {
        let rule: Grammar.Name
        let place: Int
    }

    private let rules: [Grammar.Name: Grammar.Rule]
    private let start: Grammar.Name
    /// Ends of rules as far as they are known, by rule and the place they begin at.
    private var known: [Key: Set<Int>] = [:]
    /// Rules that were looked into since the last pass began.
    private var visited: Set<Key> = []
    private var hasGrown = false

    init(_ grammar: Grammar) {
        rules = grammar.rules
        start = grammar.publicRule
    }

    /// Returns the places at which a sentence that begins at `place` may end, in ascending order.
    mutating func ends(in words: [String], from place: Int) -> [Int] {
        known = [:]
        // A rule that names itself is known in full when a pass adds nothing.
        while true {
            hasGrown = false
            visited = []
            let found = ends(of: .rule(start), words, [place])
            if !hasGrown { return found.sorted() }
        }
    }

    private mutating func ends(
        of item: Grammar.Item, _ words: [String], _ places: Set<Int>
    ) -> Set<Int> {
        switch item {
        case .nothing: return places
        case .word(let word):
            let spoken = ScoringText.words(of: word).map(\.text)
            return Set(
                places.filter { words[$0...].starts(with: spoken) }.map { $0 + spoken.count })
        case .rule(let name):
            var found: Set<Int> = []
            for place in places { found.formUnion(ends(ofRule: name, words, place)) }
            return found
        case .group(let inside): return ends(ofAny: inside, words, places)
        case .weighted(let item, _): return ends(of: item, words, places)
        case .optional(let inside): return places.union(ends(ofAny: inside, words, places))
        case .repeated(let item, let isNeeded):
            var reached = isNeeded ? [] : places
            var new = places
            while !new.isEmpty {
                new = ends(of: item, words, new).subtracting(reached)
                reached.formUnion(new)
            }
            return reached
        }
    }

    private mutating func ends(
        ofRule name: Grammar.Name, _ words: [String], _ place: Int
    ) -> Set<Int> {
        let key = Key(rule: name, place: place)
        guard visited.insert(key).inserted else { return known[key] ?? [] }
        let found = ends(ofAny: rules[name]?.alternatives ?? [], words, [place])
        if known[key, default: []] != found {
            known[key] = found
            hasGrown = true
        }
        return found
    }

    private mutating func ends(
        ofAny alternatives: [[Grammar.Item]], _ words: [String], _ places: Set<Int>
    ) -> Set<Int> {
        var found: Set<Int> = []
        for sequence in alternatives {
            var reached = places
            for item in sequence where !reached.isEmpty {
                reached = ends(of: item, words, reached)
            }
            found.formUnion(reached)
        }
        return found
    }
}
