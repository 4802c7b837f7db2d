import Testing

@testable import VoiceAcoustics

/// Which nodes a network has, and what leads where.
struct SearchNetworkTests {
    private static func network(
        _ phrases: [[[[Int]]]], isFull: Bool = true
    ) throws -> SearchNetwork {
        let words = phrases.map { phrase in
            phrase.map { ways in ways.map { SearchFixtures.word("\(ways)", $0) } }
        }
        return SearchNetwork(
            WordGraph.phrases(words).graph, model: try SearchFixtures.model(isFull: isFull))
    }

    /// The first senone of each node that is no silence, with its phone.
    private static func phones(_ network: SearchNetwork) -> [(phone: Int, senone: Int)] {
        network.nodes.filter { $0.phone != TinyModel.silence }.map { node in
            (Int(node.phone), network.senones.senones[Int(node.places.0)])
        }
    }

    private static func senone(
        _ phone: Int, _ left: Int, _ right: Int, _ position: WordPosition
    ) throws -> Int {
        let phones = try SearchFixtures.model(isFull: true).phones
        let states = phones.states(of: phone, left: left, right: right, at: position)
        return Int(phones.sequences[states.sequence])
    }

    @Test("a word's phones have the neighbours that they have in it, and silence around it")
    func oneWord() throws {
        let network = try Self.network([[[[0, 1, 2]]]])
        let expected = [
            try Self.senone(0, 3, 1, .begin), try Self.senone(1, 0, 2, .inside),
            try Self.senone(2, 1, 3, .end),
        ]
        #expect(Self.phones(network).map(\.senone) == expected)
        // One silence before the word and one behind it.
        #expect(network.nodeCount == 5)
        #expect(network.words.map(\.phones) == [[0, 1, 2]])
    }

    @Test("where words follow each other, their outer phones have each other for neighbours")
    func acrossWords() throws {
        let network = try Self.network([[[[0, 1]], [[2, 0]]]])
        let expected = [
            try Self.senone(0, 3, 1, .begin),
            // The first word's end before silence and before C.
            try Self.senone(1, 0, 3, .end), try Self.senone(1, 0, 2, .end),
            // The second word's beginning behind silence and behind B.
            try Self.senone(2, 3, 0, .begin), try Self.senone(2, 1, 0, .begin),
            try Self.senone(0, 2, 3, .end),
        ]
        #expect(Self.phones(network).map(\.senone).sorted() == expected.sorted())
    }

    @Test("an end before a phone leads to that phone only, and one before silence to silence")
    func ends() throws {
        let network = try Self.network([[[[0, 1]], [[2, 0]]]])
        let joined = try Self.senone(1, 0, 2, .end)
        let parted = try Self.senone(1, 0, 3, .end)
        let following = try Self.senone(2, 1, 0, .begin)
        for node in network.nodes where node.phone == 1 {
            let senone = network.senones.senones[Int(node.places.0)]
            let targets = network.links[Int(node.links.lowerBound)..<Int(node.links.upperBound)]
                .map { network.nodes[Int($0.node)] }
            #expect(targets.count == 1)
            for target in targets {
                let first = network.senones.senones[Int(target.places.0)]
                if senone == joined { #expect(first == following) }
                if senone == parted { #expect(target.phone == TinyModel.silence) }
            }
        }
    }

    @Test("neighbours that share a phone's states share a node")
    func sharedStates() throws {
        // The sparse model has one C behind B for A and one for silence; all else falls together.
        let phrases = [[[[0, 1, 2]], [[0, 1]]], [[[0, 1, 2]], [[1, 1]]]]
        let full = try Self.network(phrases)
        let sparse = try Self.network(phrases, isFull: false)
        // Before A, B and silence the word's end has three forms, or two.
        #expect(full.nodes.filter { $0.phone == 2 }.count == 3)
        #expect(sparse.nodes.filter { $0.phone == 2 }.count == 2)
    }

    @Test("a word of one phone has a node for every pair of neighbours")
    func shortWord() throws {
        let network = try Self.network([[[[0, 1]], [[2]], [[1, 0]]]])
        let senones = Self.phones(network).filter { $0.phone == 2 }.map(\.senone)
        let expected = [
            try Self.senone(2, 1, 1, .single), try Self.senone(2, 1, 3, .single),
            try Self.senone(2, 3, 1, .single), try Self.senone(2, 3, 3, .single),
        ]
        #expect(senones.sorted() == expected.sorted())
    }

    @Test("silence may stand between words at its cost, and is free at both ends")
    func silences() throws {
        let network = try Self.network([[[[0, 1]], [[2, 0]]]])
        let cost = Score.of(nepers: -SearchNetwork.silenceCost)
        let silences = network.nodes.indices.filter {
            network.nodes[$0].phone == TinyModel.silence
        }
        #expect(silences.count == 3)
        let entered = network.links.filter { silences.contains(Int($0.node)) }
        #expect(entered.map(\.cost) == [cost, cost])
        let first = try #require(network.entries.first { silences.contains(Int($0.node)) })
        #expect(first.cost == 0)
        let finals = network.finals.map { (silences.contains(Int($0.node)), $0.cost) }
        #expect(finals.contains { $0 == (true, -cost) })
        #expect(finals.contains { $0 == (false, 0) })
        #expect(finals.count == 2)
    }

    @Test("every step of a word graph costs what it says")
    func costs() throws {
        var graph = WordGraph()
        let middle = graph.addState()
        let end = graph.addState()
        graph.add(SearchFixtures.word("a", [0, 1]), from: 0, to: middle, cost: 1.5)
        graph.add(SearchFixtures.word("b", [2, 1]), from: 0, to: middle, cost: 2.5)
        graph.add(nil, from: middle, to: end, cost: 0.5)
        graph.add(nil, from: 0, to: end, cost: 8)
        graph.end(at: end)
        let network = SearchNetwork(graph, model: try SearchFixtures.model(isFull: true))
        let costs = network.entries.filter { network.nodes[Int($0.node)].word >= 0 }.map(\.cost)
        #expect(costs.sorted() == [-2_560, -1_536])
        let words = network.finals.filter { network.nodes[Int($0.node)].phone == 1 }
        #expect(words.map(\.cost) == [-512, -512])
        #expect(Set(words.map(\.state)) == [Int32(end)])
    }

    @Test("the cheapest of several ways without words counts, and rings of them end")
    func closures() throws {
        var graph = WordGraph()
        let states = (0..<4).map { _ in graph.addState() }
        graph.add(nil, from: 0, to: states[0], cost: 4)
        graph.add(nil, from: 0, to: states[1], cost: 1)
        graph.add(nil, from: states[1], to: states[0], cost: 1)
        graph.add(nil, from: states[0], to: states[2], cost: 1)
        graph.add(nil, from: states[2], to: 0, cost: 1)
        graph.add(SearchFixtures.word("a", [0, 1]), from: states[2], to: states[3])
        graph.end(at: states[3])
        let network = SearchNetwork(graph, model: try SearchFixtures.model(isFull: true))
        let costs = network.entries.filter { network.nodes[Int($0.node)].word >= 0 }.map(\.cost)
        #expect(costs == [-3 * 1_024])
    }
}

/// Word graphs of phrases.
struct WordGraphTests {
    private static func ways(_ text: String) -> [WordGraph.Word] {
        [SearchFixtures.word(text, [0]), SearchFixtures.word(text, [1])]
    }

    @Test("phrases share their beginnings, and each ends at a state of its own")
    func sharedPrefixes() {
        let phrases = [["go", "up", "now"], ["go", "up"], ["go", "down"], ["up"]]
        let (graph, ends) = WordGraph.phrases(phrases.map { $0.map(Self.ways) })
        // The beginning, go, go up, go up now, go down, up.
        #expect(graph.stateCount == 6)
        #expect(Set(ends).count == 4)
        #expect(Set(graph.finals.keys) == Set(ends))
        // Two ways of saying each of five steps; four words.
        #expect(graph.arcs.count == 10)
        #expect(graph.words.count == 8)
    }

    @Test("equal phrases share an end, and a phrase without words ends where it begins")
    func equalPhrases() {
        let (graph, ends) = WordGraph.phrases([[Self.ways("a")], [Self.ways("a")], []])
        #expect(ends == [1, 1, 0])
        #expect(graph.arcs.count == 2)
    }

    @Test("a sequence is one phrase")
    func sequence() {
        let words = ["a", "b", "a"].map { SearchFixtures.word($0, [0, 1]) }
        let graph = WordGraph.sequence(words)
        #expect(graph.arcs.map(\.word) == [0, 1, 0])
        #expect(graph.arcs.map(\.from) == [0, 1, 2])
        #expect(graph.finals == [3: 0])
    }
}
