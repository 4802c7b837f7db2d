/// Network of a word graph as states of phones: a search goes through it, frame by frame.
///
/// Each phone has the neighbours that it has in speech, across words too; where phones with
/// different neighbours share their states they are one node. Silence may stand between words.
package struct SearchNetwork: Sendable {
    /// Cost of a silence between words, in nepers.
    static let silenceCost: Float = 2.3
    /// Cost of a frame of speech of any phones beside its phones, in nepers.
    ///
    /// Measured on 98 real digits among other words: with less, digits are taken for other speech
    /// (68 right with 1.2, 86 with 2.4); with more, other words are taken for digits.
    package static let anyCost: Float = 2.4
    /// Cost of a frame of the best states of any phones beyond that of the phones themselves, which
    /// have states in order.
    static let freeCost: Float = 1

    /// A phone between neighbours.
    struct Node {
        /// Places of its states in ``senones``.
        var places: (Int32, Int32, Int32)
        /// The first cost of its matrix in ``SearchNetwork/transitions``.
        var matrix: Int32
        /// The number of the word that begins here; -1 where none does, ``silent`` where silence
        /// does.
        var word: Int32
        /// Number of its phone.
        var phone: Int32
        /// Places of its links.
        var links: Range<Int32>

        /// The number of no word: silence.
        static let silent: Int32 = -2
    }

    /// A step from the end of a node, or from a hub, to the beginning of a node, or to a hub.
    struct Link {
        /// The node, or for a hub -1 less its number.
        var node: Int32
        var cost: Int32
    }

    /// Node at whose end the text may end, at a state of the graph.
    struct Final {
        var node: Int32
        var state: Int32
        var cost: Int32
    }

    /// The ways of saying words, by number.
    package let words: [WordGraph.Word]
    /// Whether a step of the graph costs more than another, silence between words aside.
    package let hasCosts: Bool
    /// Whether a step of the graph is a jump.
    let hasJumps: Bool
    /// The senones of all nodes, and of all phones without neighbours.
    package let senones: SenoneSet
    let model: AcousticModel
    let nodes: [Node]
    let links: [Link]
    /// Places that take no time: the links that begin there, to nodes and other hubs.
    let hubs: [Range<Int32>]
    /// Costs of going from state to state, nine a matrix: the model's, once more those of any
    /// phones, and those of the best states of any phones.
    let transitions: [Int32]
    let entries: [Link]
    let finals: [Final]

    /// Prepares a graph.
    package init(_ graph: WordGraph, model: AcousticModel) {
        var builder = NetworkBuilder(graph, model: model)
        builder.build()
        hasJumps = builder.isLarge
        let set = SenoneSet(
            Self.senones(of: builder.nodes, model), of: model,
            free: hasJumps ? Self.freeSenones(of: model) : [])
        var places = [Int32](repeating: 0, count: model.phones.senoneCount)
        for (place, senone) in set.senones.enumerated() { places[senone] = Int32(place) }
        let (sorted, starts) = Self.sorted(
            builder.links, by: builder.linkOwners, nodes: builder.nodes.count)
        var links = sorted
        nodes = builder.nodes.indices.map { number in
            let node = builder.nodes[number]
            return Node(
                places: Self.states(of: node, at: places, best: Int32(set.count), model),
                matrix: 9 * node.matrix, word: node.word, phone: node.phone,
                links: starts[number]..<starts[number + 1])
        }
        hubs = builder.hubLinks.map { hub in
            let first = Int32(links.count)
            links += hub
            return first..<Int32(links.count)
        }
        self.links = links
        self.model = model
        let extra = Score.of(nepers: -Self.anyCost)
        transitions =
            model.transitions
            + model.transitions.map { $0 > Score.none / 2 ? $0 + extra : $0 }
            + Self.freeTransitions
        words = graph.words
        hasCosts = graph.arcs.contains { $0.cost > 0 }
        senones = set
        entries = builder.entries
        finals = builder.finals
    }

    /// The places of a node's states, by the places of senones.
    private static func states(
        of node: NetworkBuilder.Node, at places: [Int32], best: Int32, _ model: AcousticModel
    ) -> (Int32, Int32, Int32) {
        let first = Int(node.sequence)
        guard first != NetworkBuilder.Node.free else { return (best, best, best) }
        let states = model.phones.sequences
        return (
            places[Int(states[first])], places[Int(states[first + 1])],
            places[Int(states[first + 2])]
        )
    }

    /// The senones of all phones without neighbours, silence and noises apart.
    private static func freeSenones(of model: AcousticModel) -> Set<Int> {
        let phones = model.phones.names.indices.filter { !model.phones.isFiller($0) }
        return Set(
            phones.flatMap { phone in
                let first = model.phones.states(of: phone).sequence
                return (first..<first + PhoneTable.states).map { Int(model.phones.sequences[$0]) }
            })
    }

    /// The costs of the best states of any phones: to stay, and to go on by one.
    private static let freeTransitions: [Int32] = {
        let cost = Score.of(nepers: -anyCost - freeCost)
        return Array(repeatElement([cost, cost, Score.none], count: PhoneTable.states).joined())
    }()

    /// The senones of nodes and of all phones without neighbours.
    private static func senones(of nodes: [NetworkBuilder.Node], _ model: AcousticModel) -> [Int] {
        var isNeeded = [Bool](repeating: false, count: model.phones.senoneCount)
        func need(_ sequence: Int) {
            for state in sequence..<sequence + PhoneTable.states {
                isNeeded[Int(model.phones.sequences[state])] = true
            }
        }
        for node in nodes where node.sequence >= 0 { need(Int(node.sequence)) }
        for phone in model.phones.names.indices { need(model.phones.states(of: phone).sequence) }
        return isNeeded.indices.filter { isNeeded[$0] }
    }

    /// Sorts links by the nodes that they leave, each node's in the order in which they were added,
    /// and returns the start of each node's.
    private static func sorted(
        _ links: [Link], by owners: [Int32], nodes: Int
    ) -> (links: [Link], starts: [Int32]) {
        var starts = [Int32](repeating: 0, count: nodes + 1)
        for owner in owners { starts[Int(owner) + 1] += 1 }
        for node in 0..<nodes { starts[node + 1] += starts[node] }
        var places = starts
        var sorted = [Link](repeating: Link(node: 0, cost: 0), count: links.count)
        for (index, owner) in owners.enumerated() {
            sorted[Int(places[Int(owner)])] = links[index]
            places[Int(owner)] += 1
        }
        return (sorted, starts)
    }

    /// Returns the places in the list of finals at which the text may end at a state of the graph.
    package func finals(at state: Int) -> [Int] {
        finals.indices.filter { finals[$0].state == Int32(state) }
    }

    /// Number of nodes, of three states each.
    package var nodeCount: Int { nodes.count }

    /// The place of the first state of a phone without neighbours, and of the two after it.
    func places(ofPhone phone: Int) -> [Int] {
        let first = model.phones.states(of: phone).sequence
        return (0..<PhoneTable.states).map { state in
            let senone = Int(model.phones.sequences[first + state])
            return senones.senones.firstIndex(of: senone) ?? 0
        }
    }

    /// The tables of a network, where they lie in memory.
    struct View {
        let nodes: UnsafeBufferPointer<Node>
        let links: UnsafeBufferPointer<Link>
        let hubs: UnsafeBufferPointer<Range<Int32>>
        let entries: UnsafeBufferPointer<Link>
        let transitions: UnsafePointer<Int32>
    }

    /// Gives `body` the tables of the network.
    func withView<Result>(_ body: (View) -> Result) -> Result {
        nodes.withUnsafeBufferPointer { nodes in
            links.withUnsafeBufferPointer { links in
                hubs.withUnsafeBufferPointer { hubs in
                    entries.withUnsafeBufferPointer { entries in
                        transitions.withUnsafeBufferPointer { transitions in
                            guard let first = transitions.baseAddress else {
                                preconditionFailure("a model has transitions")
                            }
                            return body(
                                View(
                                    nodes: nodes, links: links, hubs: hubs, entries: entries,
                                    transitions: first))
                        }
                    }
                }
            }
        }
    }
}
