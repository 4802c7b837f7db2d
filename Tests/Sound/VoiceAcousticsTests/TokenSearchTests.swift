import Testing

@testable import VoiceAcoustics

/// The search against a table of all states at all frames.
struct TokenSearchTests {
    private static let ways: [String: [[Int]]] = [
        "ab": [[0, 1], [0, 2, 1]], "c": [[2]], "ca": [[2, 0]], "b": [[1]], "bac": [[1, 0, 2]],
    ]
    private static let phrases = [["ab", "c"], ["ab", "ca"], ["b"], ["b", "b"], ["bac"]]

    private static func graph() -> (graph: WordGraph, ends: [Int]) {
        WordGraph.phrases(
            phrases.map { phrase in
                phrase.map { text in
                    (ways[text] ?? []).map { SearchFixtures.word(text, $0) }
                }
            })
    }

    /// Every way of saying a phrase.
    private static func readings(of phrase: [String]) -> [[[Int]]] {
        phrase.reduce([[]]) { readings, text in
            readings.flatMap { reading in (ways[text] ?? []).map { reading + [$0] } }
        }
    }

    @Test(
        "every phrase has the score of its best path, and its words",
        arguments: [true, false], 1...12)
    func phrases(isFull: Bool, seed: Int) throws {
        let model = try SearchFixtures.model(isFull: isFull)
        let (graph, ends) = Self.graph()
        let network = SearchNetwork(graph, model: model)
        let frames = 6 + seed
        let rows = SearchFixtures.rows(frames, of: model, seed: UInt64(seed))
        let search = SearchFixtures.search(network, rows)
        let plain = PlainViterbi(model: model, rows: rows)
        #expect(search.frames == frames)
        let found = search.ends()
        for (phrase, end) in zip(Self.phrases, ends) {
            let scored = Self.readings(of: phrase).map { reading in
                (reading, score: plain.score(of: reading.map { PlainViterbi.Word(phones: $0) }))
            }
            let best = scored.compactMap(\.score).max()
            let path = found.first { $0.state == end }
            #expect(path?.score == best)
            guard let path, scored.filter({ $0.score == best }).count == 1 else { continue }
            let words = search.words(of: path).map { graph.words[$0.word] }
            #expect(words.map(\.text) == phrase)
            #expect(words.map(\.phones) == scored.first { $0.score == best }?.0)
        }
        #expect(found.map(\.score) == found.map(\.score).sorted(by: >))
    }

    @Test("the best way to one state is told alone, with its last words", arguments: 1...12)
    func bestAtState(seed: Int) throws {
        let model = try SearchFixtures.model(isFull: true)
        let (graph, ends) = Self.graph()
        let network = SearchNetwork(graph, model: model)
        let rows = SearchFixtures.rows(6 + seed, of: model, seed: UInt64(seed))
        let search = SearchFixtures.search(network, rows)
        for end in ends {
            let path = search.best(among: network.finals(at: end))
            let found = search.ends().first { $0.state == end }
            #expect(path?.score == found?.score)
            guard let path, let found else { continue }
            let words = search.words(of: found)
            let last = search.starts(of: path, last: 1)
            #expect(last.map(\.word) == words.suffix(1).map(\.word))
            #expect(last.map(\.frame) == words.suffix(1).map(\.frame))
            // A word that begins with the sound has the whole score.
            if words.count == 1, words.first?.frame == 0 {
                #expect(last.first?.rest == path.score)
            }
            let all = search.starts(of: path, last: 10)
            #expect(all.count == words.count)
            #expect(all.map(\.rest) == all.map(\.rest).sorted())
        }
        #expect(search.best(among: [])?.score == nil)
        #expect(network.finals(at: 10_000).isEmpty)
    }

    @Test(
        "a search that drops what no path needs finds the same and keeps less", arguments: 1...4,
        [TokenSearch.Memory.words, .states])
    func dropsSteps(seed: Int, memory: TokenSearch.Memory) throws {
        let model = try SearchFixtures.model(isFull: true)
        let (graph, _) = Self.graph()
        let network = SearchNetwork(graph, model: model)
        let rows = SearchFixtures.rows(200, of: model, seed: UInt64(seed))
        let all = SearchFixtures.search(network, rows, remembering: memory)
        let few = SearchFixtures.search(network, rows, remembering: memory, traceRoom: 8)
        #expect(few.stepCount < all.stepCount)
        #expect(few.ends().map(\.score) == all.ends().map(\.score))
        for (one, other) in zip(few.ends(), all.ends()) {
            #expect(few.words(of: one).map(\.word) == all.words(of: other).map(\.word))
            #expect(few.words(of: one).map(\.frame) == all.words(of: other).map(\.frame))
            #expect(few.states(of: one).map(\.frame) == all.states(of: other).map(\.frame))
        }
        let (soFar, others) = (few.bestSoFar(), all.bestSoFar())
        #expect(soFar?.words.map(\.frames) == others?.words.map(\.frames))
    }

    @Test("the last word so far ends where silence began, and goes on while none did")
    func endsAtSilence() throws {
        let model = try SearchFixtures.model(isFull: true)
        let network = SearchNetwork(
            WordGraph.sequence([SearchFixtures.word("ab", [0, 1])]), model: model)
        let silence = model.phones.states(of: model.phones.silence).sequence
        let silent = Set((silence..<silence + 3).map { Int(model.phones.sequences[$0]) })
        func row(isSilent: Bool) -> [Int32] {
            (0..<model.phones.senoneCount).map { silent.contains($0) == isSilent ? 0 : -40_000 }
        }
        let speech = Array(repeating: row(isSilent: false), count: 20)
        let rest = Array(repeating: row(isSilent: true), count: 30)
        func end(_ rows: [[Int32]]) -> Int? {
            SearchFixtures.search(network, rows).bestSoFar()?.words.last?.frames.upperBound
        }
        #expect(end(speech) == 20)
        #expect(end(speech + rest) == 20 + ForcedAlignment.decay)
    }

    @Test("words may repeat through a step without a word, at its cost", arguments: 1...8)
    func loop(seed: Int) throws {
        let model = try SearchFixtures.model(isFull: true)
        var graph = WordGraph()
        let end = graph.addState()
        graph.add(SearchFixtures.word("a", [0]), from: 0, to: end, cost: 0.75)
        graph.add(SearchFixtures.word("cb", [2, 1]), from: 0, to: end)
        graph.add(nil, from: end, to: 0, cost: 1.25)
        graph.end(at: end)
        let rows = SearchFixtures.rows(8, of: model, seed: UInt64(seed))
        let search = SearchFixtures.search(SearchNetwork(graph, model: model), rows)
        let plain = PlainViterbi(model: model, rows: rows)
        let words = [
            PlainViterbi.Word(phones: [0], cost: 0.75), PlainViterbi.Word(phones: [2, 1]),
        ]
        // A phone takes two frames at least, so eight frames hold four words at most.
        var texts: [[PlainViterbi.Word]] = [[]]
        var best: Int64?
        for _ in 0..<4 {
            texts = texts.flatMap { text in
                words.map { word in
                    var word = word
                    if !text.isEmpty { word.cost += 1.25 }
                    return text + [word]
                }
            }
            best = (texts.compactMap { plain.score(of: $0) } + [best].compactMap(\.self)).max()
        }
        #expect(best != nil)
        #expect(search.ends().first?.score == best)
    }

    @Test("scores of long and poor sounds do not run over")
    func long() throws {
        let model = try SearchFixtures.model(isFull: false)
        let (graph, ends) = Self.graph()
        let rows = SearchFixtures.rows(600, of: model, seed: 9, depth: 102_400).map { row in
            row.map { $0 - 60_000 }
        }
        let search = SearchFixtures.search(SearchNetwork(graph, model: model), rows)
        let plain = PlainViterbi(model: model, rows: rows)
        let path = try #require(search.ends().first { $0.state == ends[4] })
        #expect(path.score == plain.score(of: [PlainViterbi.Word(phones: [1, 0, 2])]))
        #expect(path.score < -(1 << 24))
    }

    @Test("no end is reached by a sound that is too short for every phrase")
    func tooShort() throws {
        let model = try SearchFixtures.model(isFull: true)
        let network = SearchNetwork(Self.graph().graph, model: model)
        let rows = SearchFixtures.rows(2, of: model, seed: 1)
        #expect(SearchFixtures.search(network, []).ends().isEmpty)
        #expect(SearchFixtures.search(network, [rows[0]]).ends().isEmpty)
        #expect(!SearchFixtures.search(network, rows).ends().isEmpty)
    }

    @Test("a path that remembers states has each of them in order, and the same score")
    func states() throws {
        let model = try SearchFixtures.model(isFull: true)
        let network = SearchNetwork(Self.graph().graph, model: model)
        let rows = SearchFixtures.rows(14, of: model, seed: 4)
        let words = SearchFixtures.search(network, rows)
        let states = SearchFixtures.search(network, rows, remembering: .states)
        let path = try #require(states.ends().first)
        #expect(states.ends().map(\.score) == words.ends().map(\.score))
        #expect(states.words(of: path).map(\.word) == words.words(of: words.ends()[0]).map(\.word))
        let steps = states.states(of: path)
        #expect(steps.first?.frame == 0)
        #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.frame < $1.frame })
        #expect(steps.allSatisfy { $0.frame < 14 })
        // The first state of every phone is on the way.
        let nodes = steps.map { $0.state / 3 }
        for (place, node) in nodes.enumerated() where place == 0 || nodes[place - 1] != node {
            #expect(steps[place].state % 3 == 0)
        }
    }

    @Test("a search gives the same answer again, whatever was searched before")
    func repeats() throws {
        let model = try SearchFixtures.model(isFull: true)
        let network = SearchNetwork(Self.graph().graph, model: model)
        let rows = SearchFixtures.rows(12, of: model, seed: 1)
        func answer() -> [Int64] { SearchFixtures.search(network, rows).ends().map(\.score) }
        let first = answer()
        for seed in 2...5 {
            let other = SearchFixtures.rows(9, of: model, seed: UInt64(seed))
            _ = SearchFixtures.search(network, other)
        }
        #expect(answer() == first)
        let again = SearchNetwork(Self.graph().graph, model: try SearchFixtures.full.model())
        #expect(SearchFixtures.search(again, rows).ends().map(\.score) == first)
    }
}
