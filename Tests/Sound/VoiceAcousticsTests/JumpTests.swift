import Testing

@testable import VoiceAcoustics

/// Steps without a word whose words are said as before and after silence.
struct JumpTests {
    private static let first = SearchFixtures.word("ab", [0, 1])
    private static let second = SearchFixtures.word("ca", [2, 0])
    private static let third = SearchFixtures.word("bc", [1, 2])

    /// "ab", a jump of 1.5, then "ca"; or over two jumps of 2 and 0.5 "bc".
    private static func graph() -> (graph: WordGraph, second: Int, third: Int) {
        var graph = WordGraph()
        let states = (0..<5).map { _ in graph.addState() }
        graph.add(first, from: 0, to: states[0])
        graph.pass(from: states[0], to: states[1], cost: 1.5, isJump: true)
        graph.add(second, from: states[1], to: states[2])
        graph.pass(from: states[0], to: states[3], cost: 2, isJump: true)
        graph.pass(from: states[3], to: states[1], cost: 9, isJump: true)
        graph.pass(from: states[1], to: states[3], cost: 0.25, isJump: true)
        graph.add(third, from: states[3], to: states[4])
        graph.end(at: states[2])
        graph.end(at: states[4])
        return (graph, states[2], states[4])
    }

    /// Words of two phones, each between silences, with what each costs to begin.
    private static func chain(
        _ words: [(phones: [Int], cost: Float)], _ model: AcousticModel
    ) -> [PlainViterbi.Link] {
        let silence = model.phones.silence
        return words.flatMap { word in
            [
                (word.phones[0], silence, word.phones[1], WordPosition.begin, word.cost),
                (word.phones[1], word.phones[0], silence, .end, 0),
            ].map { phone, left, right, position, cost in
                let states = model.phones.states(of: phone, left: left, right: right, at: position)
                return PlainViterbi.Link(
                    sequence: states.sequence, matrix: states.matrix,
                    entry: Int64(Score.of(nepers: -cost)))
            }
        }
    }

    @Test("words on both sides of a jump have silence for a neighbour", arguments: 1...6)
    func contexts(seed: Int) throws {
        let model = try SearchFixtures.model(isFull: true)
        let (graph, second, third) = Self.graph()
        let network = SearchNetwork(graph, model: model)
        #expect(network.hasJumps)
        let rows = SearchFixtures.rows(9, of: model, seed: UInt64(seed))
        let plain = PlainViterbi(model: model, rows: rows)
        let search = SearchFixtures.search(network, rows)
        // The cheaper of two ways over jumps counts: 1.5 and 0.25, not 2.
        for (end, word, cost) in [(second, Self.second, 1.5), (third, Self.third, 1.75)] {
            let ends = search.ends()
            let path = try #require(ends.first { $0.state == end })
            let chain = Self.chain(
                [(Self.first.phones, 0), (word.phones, Float(cost))], model)
            let alone = try #require(plain.score(of: chain))
            #expect(path.score >= alone)
            let words = search.words(of: path).map { graph.words[$0.word].text }
            #expect(words == ["ab", word.text])
        }
    }

    @Test("what is said does not end behind a jump")
    func endsWithWords() throws {
        let model = try SearchFixtures.model(isFull: true)
        var graph = WordGraph()
        let states = (0..<2).map { _ in graph.addState() }
        graph.add(Self.first, from: 0, to: states[0])
        graph.pass(from: states[0], to: states[1], cost: 1, isJump: true)
        graph.end(at: states[1])
        let rows = SearchFixtures.rows(9, of: model, seed: 1)
        let ends = SearchFixtures.search(SearchNetwork(graph, model: model), rows).ends()
        #expect(ends.isEmpty)
    }

    @Test("a network grows with the phrases that jumps lead to, not with their square")
    func growsWithText() throws {
        let model = try SearchFixtures.model(isFull: true)
        func size(_ phrases: Int, isJump: Bool) -> Int {
            var graph = WordGraph()
            for _ in 0..<phrases {
                var state = 0
                for word in [Self.first, Self.second, Self.third] {
                    let next = graph.addState()
                    graph.add(word, from: state, to: next)
                    graph.pass(from: state, to: next, cost: 20, isJump: isJump)
                    state = next
                }
                graph.end(at: state)
                graph.pass(from: state, to: 0, cost: 0, isJump: isJump)
            }
            let network = SearchNetwork(graph, model: model)
            return network.nodes.count + network.links.count + network.finals.count
        }
        #expect(size(200, isJump: true) < 21 * size(10, isJump: true))
        #expect(size(200, isJump: false) > 100 * size(10, isJump: false))
    }

    @Test("of a network with jumps no more nodes go on than the limit, and the best path does")
    func keepsTheBest() throws {
        let model = try SearchFixtures.model(isFull: true)
        let network = SearchNetwork(Self.graph().graph, model: model)
        let rows = SearchFixtures.rows(9, of: model, seed: 3)
        let all = SearchFixtures.search(network, rows)
        var few = TokenSearch(network)
        few.mostNodes = 4
        for row in rows {
            let own = network.senones.senones.map { row[$0] }
            own.withUnsafeBufferPointer { own in
                if let base = own.baseAddress { few.step(base) }
            }
            let reached = few.reachedNodes
            #expect(reached <= 4)
        }
        let (best, found) = (all.bestSoFar()?.score, few.bestSoFar()?.score)
        #expect(found.flatMap { found in best.map { found <= $0 } } == true)
    }

    @Test("speech of any phones is one node in a network with jumps, and costs each frame")
    func anyPhones() throws {
        let model = try SearchFixtures.model(isFull: true)
        var (graph, _, third) = Self.graph()
        graph.add(.any("other"), from: third, to: third, cost: 3)
        let network = SearchNetwork(graph, model: model)
        let nodes = network.nodes.filter { $0.word >= 0 && network.words[Int($0.word)].isAny }
        #expect(nodes.count == 1)
        #expect(nodes.first.map { Int($0.places.0) } == network.senones.count)
        let costs = network.transitions.suffix(9)
        #expect(
            costs.filter { $0 > Score.none }.allSatisfy {
                $0 == Score.of(nepers: -SearchNetwork.anyCost - SearchNetwork.freeCost)
            })
    }
}
