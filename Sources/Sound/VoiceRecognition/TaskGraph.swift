internal import VoiceAcoustics
internal import VoiceHypothesis

/// Word graph of what is listened for, with the pronunciations of its words.
struct TaskGraph {
    /// Kind of a graph, by how the best way through it is found.
    enum Kind {
        /// All phrases are compared: each end is that of one whole phrase.
        case list
        /// Only what may be said is said. Where alternatives have weights, costs say what is
        /// likely, and are no part of how well a way fits.
        case grammar
        /// Costs say what is likely, and are no part of how well a way fits.
        case likelihoods
    }

    let graph: WordGraph
    let kind: Kind
    /// Least confidence of words, in thousandths; words with less are
    /// ``RecognitionGraph/spokenNoise``, or a rejection where that is not asked for.
    var leastConfidence = FitScale.leastConfidencePermille
    /// Words that have to be said before anything counts.
    var trigger: [String] = []
    /// The phrases of a decoding graph as a list, where they are few and said in the usual way.
    var phrases: WordGraph?
    /// Whether words beside speech of any phones have to fit by themselves.
    var judgesWords = false
    /// Decoding graphs of more phrases are not compared phrase by phrase.
    private static let fewPhrases = 200
    /// States where the graph tells the trigger from other speech; nil without one.
    var triggerStates: PhraseNetwork.Trigger?

    /// The graph of a closed task; nil for the general model.
    ///
    /// It may have words that only `pronunciations` know how to say.
    ///
    /// - Throws: ``RecognitionError`` about the grammar, the phrases, or words that the dictionary
    ///   does not have.
    init?(
        _ task: RecognitionTask, saying pronunciations: [WordPronunciation] = [],
        dictionary: String, phones: PhoneTable
    ) throws(RecognitionError) {
        switch task {
        case .general: return nil
        case .grammar(let jsgf):
            graph = try Self.graph(
                GrammarGraph(of: try Grammar(reading: jsgf)), pronunciations, dictionary, phones)
            kind = .grammar
        case .phrases(let phrases):
            let words = try PhraseGrammar.texts(of: phrases, .usual)
            let ways = try Self.ways(of: words, phrases, pronunciations, dictionary, phones)
            try Self.check(words.joined(), ways)
            graph = WordGraph.phrases(words.map { $0.map { ways[$0] ?? [] } }).graph
            kind = .list
        case .graph(let whole):
            let words = try PhraseGrammar.texts(of: whole.phrases, whole.speaking)
            let trigger = try whole.trigger.map(PhraseGrammar.words) ?? []
            let ways = try Self.ways(
                of: words + [trigger], whole.phrases + [whole.trigger ?? ""],
                whole.pronunciations + pronunciations, dictionary, phones)
            try Self.check(
                (words + [trigger]).joined(), ways, falseStarts: whole.speaking == .oralReading)
            let network = PhraseNetwork(whole, words, trigger: trigger, ways: ways)
            graph = network.graph
            triggerStates = network.trigger
            kind = .likelihoods
            self.trigger = trigger
            if whole.speaking == .usual, trigger.isEmpty {
                judgesWords =
                    whole.spokenNoisePermille >= RecognitionGraph.neutralSpokenNoisePermille
                if words.count <= Self.fewPhrases {
                    phrases = WordGraph.phrases(words.map { $0.map { ways[$0] ?? [] } }).graph
                }
            }
            let shift =
                (min(1_000, whole.spokenNoisePermille)
                    - RecognitionGraph.neutralSpokenNoisePermille) * 2 / 5
            leastConfidence =
                whole.spokenNoisePermille > 0 ? FitScale.leastConfidencePermille + shift : 0
        }
    }

    /// The graph of a closed task and the pronunciations that were guessed for it, none where the
    /// dictionary has all words.
    static func complete(
        _ task: RecognitionTask, model: SpeechModel, phones: PhoneTable,
        known: [WordPronunciation], by guess: WordGuess
    ) throws(RecognitionError) -> (graph: TaskGraph, guessed: [WordPronunciation]) {
        var guessed: [WordPronunciation] = []
        do throws(RecognitionError) {
            let graph = try TaskGraph(task, dictionary: model.dictionary, phones: phones)
            if let graph { return (graph, []) }
        } catch {
            switch error {
            case .phraseWordUnknown, .wordsUnknown: break
            default: throw error
            }
            guessed = try RecognitionTask.guesses(
                for: [task], model: model, known: known, by: guess)
        }
        guard
            let graph = try TaskGraph(
                task, saying: guessed, dictionary: model.dictionary, phones: phones)
        else { throw .decoderFailed }
        return (graph, guessed)
    }

    /// Throws where all ways of saying `words`, each as often as it is there, have more phones than
    /// the limit; `falseStarts` says whether words may be begun falsely.
    private static func check(
        _ words: some Sequence<String>, _ ways: [String: [WordGraph.Word]],
        falseStarts: Bool = false
    ) throws(RecognitionError) {
        var sizes: [String: Int] = [:]
        for (word, ways) in ways {
            sizes[word] = ways.reduce(0) { sum, way in
                let phones = way.phones.count
                return sum + (falseStarts ? phones * (phones + 1) / 2 : phones)
            }
        }
        var size = 0
        for word in words {
            size += sizes[word] ?? 0
            guard size <= GrammarLimits.phones else {
                throw .taskTooLarge(
                    what: "has more than \(GrammarLimits.phones) phones in all ways of saying it")
            }
        }
    }

    /// The ways of saying each word of `texts`.
    private static func ways(
        of texts: [[String]], _ phrases: [String], _ own: [WordPronunciation],
        _ dictionary: String, _ phones: PhoneTable
    ) throws(RecognitionError) -> [String: [WordGraph.Word]] {
        let vocabulary = Set(texts.joined())
        let known = try PronouncingDictionary(of: vocabulary, path: dictionary, phones: phones)
        var ways: [String: [WordGraph.Word]] = [:]
        for word in vocabulary {
            ways[word] = (known.ways[word] ?? []).map { WordGraph.Word(text: word, phones: $0) }
        }
        for way in own where vocabulary.contains(way.word) {
            let numbers = way.phones.compactMap { phones.number(of: $0) }
            guard numbers.count == way.phones.count, !numbers.isEmpty else { continue }
            guard numbers.count <= GrammarLimits.phonesOfWay else {
                throw .taskTooLarge(
                    what: "has a pronunciation of more than \(GrammarLimits.phonesOfWay) phones")
            }
            guard ways[way.word, default: []].count < GrammarLimits.ways else {
                throw .taskTooLarge(
                    what: "has a word with more than \(GrammarLimits.ways) pronunciations")
            }
            let text = way.tag.map { "\(way.word)#\($0)" } ?? way.word
            ways[way.word, default: []].append(WordGraph.Word(text: text, phones: numbers))
        }
        // With a tag it is another way of saying a word, and not how the word itself is said.
        func isSaid(_ word: String) -> Bool { ways[word]?.contains { $0.text == word } ?? false }
        for (index, text) in texts.enumerated() {
            for word in text where !isSaid(word) {
                throw .phraseWordUnknown(word: word, phrase: phrases[min(index, phrases.count - 1)])
            }
        }
        return ways
    }

    private static func graph(
        _ grammar: GrammarGraph, _ pronunciations: [WordPronunciation], _ dictionary: String,
        _ phones: PhoneTable
    ) throws(RecognitionError) -> WordGraph {
        let vocabulary = grammar.vocabulary
        var ways = try PronouncingDictionary(of: vocabulary, path: dictionary, phones: phones).ways
        let missing = vocabulary.filter { ways[$0] == nil }
        for way in pronunciations where way.tag == nil && missing.contains(way.word) {
            let numbers = way.phones.compactMap { phones.number(of: $0) }
            guard numbers.count == way.phones.count, !numbers.isEmpty else { continue }
            ways[way.word, default: []].append(numbers)
        }
        let unknown = vocabulary.filter { ways[$0] == nil }
        guard unknown.isEmpty else { throw .wordsUnknown(unknown.sorted()) }
        try check(
            grammar.arcs.lazy.compactMap(\.word),
            ways.mapValues { $0.map { WordGraph.Word(text: "", phones: $0) } })
        guard reaches(grammar.end, by: grammar.arcs) else {
            throw .grammarMalformed(reason: "it has no path from its start to its end.")
        }
        var graph = WordGraph()
        while graph.stateCount < grammar.states { _ = graph.addState() }
        var lastWords = LastWords(before: grammar.end, in: grammar.arcs)
        for arc in grammar.arcs {
            guard let word = arc.word else {
                graph.add(nil, from: arc.from, to: arc.to, cost: arc.cost)
                continue
            }
            let end = lastWords.end(of: word, at: arc.to, in: &graph)
            for phones in ways[word] ?? [] {
                graph.add(
                    WordGraph.Word(text: word, phones: phones), from: arc.from, to: end,
                    cost: arc.cost)
            }
        }
        graph.end(at: grammar.end)
        return graph
    }

    /// Gives each last word of a grammar a state of its own before the shared one, so that also
    /// behind a silence each last word has its own best path.
    private struct LastWords {
        private struct Ending: Hashable {
            let word: String
            let state: Int
        }

        /// States from which the end is reached without a word.
        private let last: Set<Int>
        private var ends: [Ending: Int] = [:]

        init(before end: Int, in arcs: [GrammarGraph.Arc]) {
            let silent = Dictionary(grouping: arcs.filter { $0.word == nil }, by: \.to)
            var last: Set<Int> = [end]
            var waiting = [end]
            while let state = waiting.popLast() {
                for arc in silent[state] ?? [] where last.insert(arc.from).inserted {
                    waiting.append(arc.from)
                }
            }
            self.last = last
        }

        /// Returns the state at which `word` ends that leads to `state`.
        mutating func end(of word: String, at state: Int, in graph: inout WordGraph) -> Int {
            guard last.contains(state) else { return state }
            let ending = Ending(word: word, state: state)
            if let known = ends[ending] { return known }
            let own = graph.addState()
            graph.add(nil, from: own, to: state)
            ends[ending] = own
            return own
        }
    }

    private static func reaches(_ end: Int, by arcs: [GrammarGraph.Arc]) -> Bool {
        let following = Dictionary(grouping: arcs, by: \.from)
        var seen: Set<Int> = [0]
        var waiting = [0]
        while let state = waiting.popLast() {
            for arc in following[state] ?? [] where seen.insert(arc.to).inserted {
                waiting.append(arc.to)
            }
        }
        return seen.contains(end)
    }
}
