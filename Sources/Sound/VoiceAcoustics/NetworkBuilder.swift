/// Builds the nodes and links of a network.
struct NetworkBuilder {
    struct Node {
        var sequence: Int32
        var matrix: Int32
        var word: Int32
        var phone: Int32

        /// The sequence of the best states of any phones.
        static let free = -1

        init(sequence: Int, matrix: Int, word: Int, phone: Int) {
            self.sequence = Int32(sequence)
            self.matrix = Int32(matrix)
            self.word = Int32(word)
            self.phone = Int32(phone)
        }
    }

    let graph: WordGraph
    private let model: AcousticModel
    let silence: Int
    /// The states of phones between neighbours that were looked up: sequence and matrix in one.
    private var knownStates: [Int32]
    private(set) var nodes: [Node] = []
    /// Links of all nodes in the order in which they were added, and the nodes that they leave.
    var links: [SearchNetwork.Link] = []
    var linkOwners: [Int32] = []
    var entries: [SearchNetwork.Link] = []
    var finals: [SearchNetwork.Final] = []
    let neighbours: StateNeighbours
    /// Whether the graph has jumps, as large ones do.
    let isLarge: Bool
    /// The nodes at which words begin, by state, phone and phone before.
    var doors = WordStartTable()
    /// Links that many nodes share.
    var hubLinks: [[SearchNetwork.Link]] = []
    /// Places with fewer links than this are linked without a hub.
    static let fewLinks = 4
    /// The ends of words: node, state, phone, and the phones that may follow.
    var ends: [(node: Int, state: Int, phone: Int, rights: [Int])] = []

    init(_ graph: WordGraph, model: AcousticModel) {
        self.graph = graph
        self.model = model
        silence = model.phones.silence
        isLarge = graph.arcs.contains(where: \.isJump)
        neighbours = StateNeighbours(graph, silence: model.phones.silence)
        let phones = model.phones.names.count
        knownStates = Array(
            repeating: -1, count: WordPosition.allCases.count * phones * phones * phones)
    }

    private mutating func states(
        of phone: Int, left: Int, right: Int, at position: WordPosition
    ) -> (sequence: Int, matrix: Int) {
        let phones = model.phones.names.count
        let place = ((position.rawValue * phones + phone) * phones + left) * phones + right
        if knownStates[place] >= 0 {
            return (Int(knownStates[place]) >> 8, Int(knownStates[place]) & 0xFF)
        }
        let states = model.phones.states(of: phone, left: left, right: right, at: position)
        knownStates[place] = Int32(states.sequence << 8 | states.matrix)
        return states
    }

    mutating func build() {
        for arc in graph.arcs where arc.word != nil { addWord(arc) }
        let silences = (0..<graph.stateCount).map { _ in
            let states = model.phones.states(of: silence)
            return add(
                Node(
                    sequence: states.sequence, matrix: states.matrix,
                    word: Int(SearchNetwork.Node.silent), phone: silence))
        }
        let jumps = linkJumps()
        linkEnds(silences, jumps)
        linkSilences(silences, jumps)
    }

    // MARK: Nodes

    private mutating func add(_ node: Node) -> Int {
        nodes.append(node)
        return nodes.count - 1
    }

    private mutating func addWord(_ arc: WordGraph.Arc) {
        guard let number = arc.word else { return }
        let phones = graph.words[number].phones
        guard !phones.isEmpty else { return addAny(arc, number) }
        let lefts = neighbours.lastPhones[arc.from]
        let rights = neighbours.firstPhones[arc.to]
        guard phones.count > 1 else { return addShort(arc, number, phones[0], lefts, rights) }
        let begins = variants(of: phones[0], lefts: lefts, rights: [phones[1]], at: .begin)
        var before = begins.map { begin in
            let node = add(begin.node(word: number, phone: phones[0]))
            open(arc, phones[0], lefts: begin.lefts, node)
            return node
        }
        for place in 1..<phones.count - 1 {
            let states = states(
                of: phones[place], left: phones[place - 1], right: phones[place + 1], at: .inside)
            let node = add(
                Node(
                    sequence: states.sequence, matrix: states.matrix, word: -1,
                    phone: phones[place]))
            for earlier in before { link(earlier, to: node) }
            before = [node]
        }
        let last = phones.count - 1
        for end in variants(
            of: phones[last], lefts: [phones[last - 1]], rights: rights, at: .end)
        {
            let node = add(end.node(word: -1, phone: phones[last]))
            for earlier in before { link(earlier, to: node) }
            ends.append((node, arc.to, phones[last], end.rights))
        }
    }

    private mutating func addShort(
        _ arc: WordGraph.Arc, _ number: Int, _ phone: Int, _ lefts: [Int], _ rights: [Int]
    ) {
        for way in variants(of: phone, lefts: lefts, rights: rights, at: .single) {
            let node = add(way.node(word: number, phone: phone))
            open(arc, phone, lefts: way.lefts, node)
            ends.append((node, arc.to, phone, way.rights))
        }
    }

    /// A loop of phones without neighbours: those that begin it know the word, the others follow.
    private mutating func addAny(_ arc: WordGraph.Arc, _ number: Int) {
        guard !isLarge else { return addShortAny(arc, number) }
        let phones = model.phones.names.indices.filter { !model.phones.isFiller($0) }
        let matrices = model.transitions.count / 9
        func nodes(word: Int) -> [Int] {
            phones.map { phone in
                let states = model.phones.states(of: phone)
                return add(
                    Node(
                        sequence: states.sequence, matrix: matrices + states.matrix, word: word,
                        phone: phone))
            }
        }
        let begins = nodes(word: number)
        let others = nodes(word: -1)
        hubLinks.append(others.map { SearchNetwork.Link(node: Int32($0), cost: 0) })
        let hub = SearchNetwork.Link(node: -Int32(hubLinks.count), cost: 0)
        let rights = neighbours.firstPhones[arc.to]
        for node in begins + others {
            add(hub, from: node)
            ends.append((node, arc.to, silence, rights))
        }
        for node in begins {
            open(arc, silence, lefts: neighbours.lastPhones[arc.from], node)
        }
    }

    /// One node whose states are the best states of any phones.
    private mutating func addShortAny(_ arc: WordGraph.Arc, _ number: Int) {
        let node = add(
            Node(
                sequence: Node.free, matrix: 2 * model.transitions.count / 9, word: number,
                phone: silence))
        ends.append((node, arc.to, silence, neighbours.firstPhones[arc.to]))
        open(arc, silence, lefts: neighbours.lastPhones[arc.from], node)
    }

    private mutating func open(
        _ arc: WordGraph.Arc, _ phone: Int, lefts: [Int], _ node: Int
    ) {
        let link = SearchNetwork.Link(node: Int32(node), cost: Score.of(nepers: -arc.cost))
        for left in lefts { doors.add(link, at: door(arc.from, phone, left)) }
    }

    /// The key of the words that begin at a state with a phone behind another.
    func door(_ state: Int, _ phone: Int, _ left: Int) -> Int {
        let phones = model.phones.names.count
        return (state * phones + phone) * phones + left
    }

    /// Neighbours between which a phone has the same states.
    private struct Variant {
        let sequence: Int
        let matrix: Int
        var lefts: [Int]
        var rights: [Int]

        func node(word: Int, phone: Int) -> Node {
            Node(sequence: sequence, matrix: matrix, word: word, phone: phone)
        }
    }

    /// Returns one variant for each set of states; those of a phone with neighbours on both sides
    /// are kept apart by what follows.
    private mutating func variants(
        of phone: Int, lefts: [Int], rights: [Int], at position: WordPosition
    ) -> [Variant] {
        var found: [Variant] = []
        for right in rights {
            let first = found.count
            for left in lefts {
                let states = states(of: phone, left: left, right: right, at: position)
                if let same = found[first...].firstIndex(where: {
                    $0.sequence == states.sequence && $0.matrix == states.matrix
                }) {
                    found[same].lefts.append(left)
                } else {
                    found.append(
                        Variant(
                            sequence: states.sequence, matrix: states.matrix, lefts: [left],
                            rights: [right]))
                }
            }
        }
        var merged: [Variant] = []
        for variant in found {
            if let same = merged.firstIndex(where: {
                $0.sequence == variant.sequence && $0.matrix == variant.matrix
                    && $0.lefts == variant.lefts
            }) {
                merged[same].rights += variant.rights
            } else {
                merged.append(variant)
            }
        }
        return merged
    }
}
