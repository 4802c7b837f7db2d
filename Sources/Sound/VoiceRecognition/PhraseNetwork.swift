internal import VoiceAcoustics
internal import VoiceHypothesis

/// The word graph of a decoding graph: phrases as examples of what is said.
///
/// Usual speaking: pairs of words that are in the phrases are likely, other orders of the same
/// words less so. Source: a bigram model with absolute discounting and back-off (Ney, Essen and
/// Kneser 1994). Oral reading: the words of each phrase in their order, with words left out, said
/// again and begun falsely. Speech that fits none of it may be ``RecognitionGraph/spokenNoise``.
struct PhraseNetwork {
    /// Factor by which a neper of the model of words counts more than one of sound, since frames of
    /// sound are no independent evidence. Chosen, as ``discount`` is, on 20 ordering phrases.
    private static let wordWeight: Float = 10
    /// Share of each pair's count that goes to pairs that were not seen.
    private static let discount: Float = 0.2
    /// Costs of leaving out a word, of going back and of a false start in oral reading, in nepers.
    ///
    /// Chosen at commit 54af2d14 (`measure-reading`) on real readings: a lower cost finds more of
    /// its kind, and reports more that were not said.
    private static let skipCost: Float = 20
    private static let repeatCost: Float = 22
    private static let falseStartCost: Float = 24
    private static let stopCost: Float = 6
    /// Words that may be gone back over at once.
    private static let mostRepeated = 4
    /// Cost to begin ``RecognitionGraph/spokenNoise`` where it is neutral, in nepers.
    private static let noiseCost: Float = 8
    /// Cost of the same in oral reading, where words that are said badly are words all the same.
    private static let readingNoiseCost: Float = 40

    /// Different words of usual speaking, and words of oral reading, beyond which a step that no
    /// phrase has is a jump, so that the network grows with the text and not with its square.
    static let exactVocabulary = 5_000
    static let exactReading = 200

    /// States around a trigger at which what is said may end.
    struct Trigger {
        /// The state at which the trigger was just said.
        let said: Int
        /// The state at which only other speech was said.
        let other: Int
        /// Number of words of the trigger.
        let words: Int
    }

    private(set) var graph = WordGraph()
    /// States of the trigger; nil where nothing has to be said before anything counts.
    private(set) var trigger: Trigger?
    private let ways: [String: [WordGraph.Word]]
    private let noise: Float?
    /// Whether steps that no phrase has are jumps.
    private let jumps: Bool

    /// The graph of `source`, whose phrases have the words `phrases`.
    init(
        _ source: RecognitionGraph, _ phrases: [[String]], trigger: [String],
        ways: [String: [WordGraph.Word]]
    ) {
        self.ways = ways
        noise = Self.noiseCost(
            permille: source.spokenNoisePermille,
            neutral: source.speaking == .usual ? Self.noiseCost : Self.readingNoiseCost)
        switch source.speaking {
        case .usual: jumps = Set(phrases.joined()).count > Self.exactVocabulary
        case .oralReading: jumps = phrases.joined().count > Self.exactReading
        }
        var start = 0
        if !trigger.isEmpty { start = addTrigger(trigger) }
        switch source.speaking {
        case .usual: addPairs(phrases, from: start)
        case .oralReading: for phrase in phrases { addReading(phrase, from: start) }
        }
    }

    /// Returns the cost to begin speech of any phones; nil if there is none.
    private static func noiseCost(permille: Int, neutral: Float) -> Float? {
        guard permille > 0 else { return nil }
        let share = Float(min(permille, 999)) / 1_000
        return max(0, neutral - wordWeight * ExactMath.logarithm(share / (1 - share)))
    }

    private mutating func add(_ word: String, from: Int, to: Int, cost: Float = 0) {
        for way in ways[word] ?? [] { graph.add(way, from: from, to: to, cost: cost) }
    }

    private mutating func addNoise(from: Int, to: Int) {
        guard let noise else { return }
        graph.add(.any(RecognitionGraph.spokenNoise), from: from, to: to, cost: noise)
    }

    /// Adds any speech, then the trigger; gives the state after it.
    private mutating func addTrigger(_ words: [String]) -> Int {
        let heard = graph.addState()
        graph.add(.any(RecognitionGraph.spokenNoise), from: 0, to: heard)
        graph.add(nil, from: heard, to: 0)
        graph.end(at: 0)
        graph.end(at: heard)
        var state = 0
        for word in words {
            let next = graph.addState()
            add(word, from: state, to: next)
            state = next
        }
        graph.end(at: state)
        trigger = Trigger(said: state, other: heard, words: words.count)
        return state
    }

    // MARK: Usual speaking

    /// Counts of how often words follow each other; the beginning and the end of a phrase are "".
    private struct Counts {
        var followers: [String: [String: Int]] = [:]
        var totals: [String: Int] = [:]
        var words: [String: Int] = [:]
        var all = 0

        init(_ phrases: [[String]]) {
            for phrase in phrases {
                var last = ""
                for word in phrase + [""] {
                    followers[last, default: [:]][word, default: 0] += 1
                    totals[last, default: 0] += 1
                    words[word, default: 0] += 1
                    all += 1
                    last = word
                }
            }
        }

        /// The cost of a word, independent of the word before it.
        func cost(of word: String) -> Float {
            -wordWeight * ExactMath.logarithm(Float(words[word] ?? 1) / Float(all))
        }

        /// The cost of a pair that was seen.
        func cost(of word: String, after last: String) -> Float {
            let count = Float(followers[last]?[word] ?? 0) - discount
            return -wordWeight * ExactMath.logarithm(count / Float(totals[last] ?? 1))
        }

        /// The cost of going on as no pair that begins with `last` does.
        func backOff(after last: String) -> Float {
            let kinds = Float(followers[last]?.count ?? 1)
            return -wordWeight * ExactMath.logarithm(discount * kinds / Float(totals[last] ?? 1))
        }
    }

    private mutating func addPairs(_ phrases: [[String]], from start: Int) {
        let counts = Counts(phrases)
        let words = counts.words.keys.filter { !$0.isEmpty }.sorted()
        let open = graph.addState()
        var before: [String: Int] = [:]
        var after: [String: Int] = ["": start]
        for word in words {
            let (first, last) = (graph.addState(), graph.addState())
            before[word] = first
            after[word] = last
            add(word, from: first, to: last)
            add(word, from: open, to: last, cost: counts.cost(of: word))
        }
        for last in [""] + words {
            guard let state = after[last], let followers = counts.followers[last] else { continue }
            for word in followers.keys.sorted() {
                let cost = counts.cost(of: word, after: last)
                if let next = before[word] {
                    graph.add(nil, from: state, to: next, cost: cost)
                } else {
                    graph.end(at: state, cost: cost)
                }
            }
            graph.pass(
                from: state, to: open, cost: counts.backOff(after: last), isJump: jumps)
        }
        graph.end(at: open, cost: counts.cost(of: ""))
        addNoise(from: open, to: open)
    }

    // MARK: Oral reading

    private mutating func addReading(_ phrase: [String], from start: Int) {
        var states = [start]
        for word in phrase {
            let (state, next) = (states[states.count - 1], graph.addState())
            add(word, from: state, to: next)
            addFalseStarts(word, at: state)
            graph.pass(from: state, to: next, cost: Self.skipCost, isJump: jumps)
            states.append(next)
        }
        for (index, state) in states.enumerated() {
            for earlier in states[max(0, index - Self.mostRepeated)..<index] {
                graph.pass(from: state, to: earlier, cost: Self.repeatCost, isJump: jumps)
            }
            if index > 0 {
                graph.end(at: state, cost: index + 1 == states.count ? 0 : Self.stopCost)
            }
            addNoise(from: state, to: state)
        }
        // The next phrase may follow.
        graph.pass(from: states[states.count - 1], to: start, cost: 0, isJump: jumps)
    }

    /// The beginnings of a word, of two phones and more.
    private mutating func addFalseStarts(_ word: String, at state: Int) {
        for way in ways[word] ?? [] where way.phones.count > 2 {
            for count in 2..<way.phones.count {
                graph.add(
                    WordGraph.Word(text: word + "#inc", phones: Array(way.phones.prefix(count))),
                    from: state, to: state, cost: Self.falseStartCost)
            }
        }
    }
}
