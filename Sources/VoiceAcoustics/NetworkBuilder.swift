/// Builds the nodes and links of a network.
struct NetworkBuilder {
    struct Node {
        var sequence: Int
        var matrix: Int
        var word: Int
        var phone: Int
    }

    private let graph: WordGraph
    private let model: AcousticModel
    private let silence: Int
    /// The states of phones between neighbours that were looked up: sequence and matrix in one.
    private var knownStates: [Int32]
    private(set) var nodes: [Node] = []
    /// Links of all nodes in the order in which they were added, and the nodes that they leave.
    private(set) var links: [SearchNetwork.Link] = []
    private(set) var linkOwners: [Int32] = []
    private(set) var entries: [SearchNetwork.Link] = []
    private(set) var finals: [SearchNetwork.Final] = []
    private let neighbours: StateNeighbours
    /// The nodes at which words begin, by state, phone and phone before.
    private var doors = DoorTable()
    /// Links that many nodes share.
    private(set) var hubLinks: [[SearchNetwork.Link]] = []
    /// Places with fewer links than this are linked without a hub.
    private static let fewLinks = 4
    /// The ends of words: node, state, phone, and the phones that may follow.
    private var ends: [(node: Int, state: Int, phone: Int, rights: [Int])] = []

    init(_ graph: WordGraph, model: AcousticModel) {
        self.graph = graph
        self.model = model
        silence = model.phones.silence
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
        linkEnds(silences)
        linkSilences(silences)
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

    private mutating func open(
        _ arc: WordGraph.Arc, _ phone: Int, lefts: [Int], _ node: Int
    ) {
        let link = SearchNetwork.Link(node: Int32(node), cost: Score.of(nepers: -arc.cost))
        for left in lefts { doors.add(link, at: door(arc.from, phone, left)) }
    }

    /// The key of the words that begin at a state with a phone behind another.
    private func door(_ state: Int, _ phone: Int, _ left: Int) -> Int {
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

    /// One variant for each set of states; those of a phone with neighbours on both sides are kept
    /// apart by what follows.
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

    // MARK: Links

    private mutating func link(_ from: Int, to node: Int, cost: Float = 0) {
        add(SearchNetwork.Link(node: Int32(node), cost: Score.of(nepers: -cost)), from: from)
    }

    private mutating func add(_ link: SearchNetwork.Link, from node: Int) {
        links.append(link)
        linkOwners.append(Int32(node))
    }

    private mutating func linkEnds(_ silences: [Int]) {
        for end in ends {
            for right in end.rights {
                follow(end.node, state: end.state, right, left: end.phone)
            }
            guard end.rights.contains(silence) else { continue }
            link(end.node, to: silences[end.state], cost: SearchNetwork.silenceCost)
            finish(end.node, state: end.state, cost: 0)
        }
    }

    private mutating func linkSilences(_ silences: [Int]) {
        for (state, node) in silences.enumerated() {
            for phone in neighbours.firstPhones[state] {
                follow(node, state: state, phone, left: silence)
            }
            // At the end a silence costs nothing, as at the beginning.
            finish(node, state: state, cost: -SearchNetwork.silenceCost)
        }
        entries = [SearchNetwork.Link(node: Int32(silences[0]), cost: 0)]
        for phone in neighbours.firstPhones[0] {
            for reached in neighbours.closures[0] {
                guard let place = doors.place(of: door(reached.state, phone, silence)) else {
                    continue
                }
                for begin in doors.begins[place] {
                    entries.append(raised(begin, by: reached.cost))
                }
            }
        }
    }

    private mutating func follow(_ node: Int, state: Int, _ phone: Int, left: Int) {
        for reached in neighbours.closures[state] {
            guard let place = doors.place(of: door(reached.state, phone, left)) else { continue }
            guard doors.begins[place].count >= Self.fewLinks else {
                for begin in doors.begins[place] {
                    add(raised(begin, by: reached.cost), from: node)
                }
                continue
            }
            let link = SearchNetwork.Link(
                node: Int32(-1 - hub(at: place)), cost: Score.of(nepers: -reached.cost))
            add(link, from: node)
        }
    }

    private mutating func hub(at place: Int) -> Int {
        if let known = doors.hubs[place] { return known }
        hubLinks.append(doors.begins[place])
        doors.hubs[place] = hubLinks.count - 1
        return hubLinks.count - 1
    }

    private func raised(_ link: SearchNetwork.Link, by cost: Float) -> SearchNetwork.Link {
        SearchNetwork.Link(node: link.node, cost: link.cost + Score.of(nepers: -cost))
    }

    private mutating func finish(_ node: Int, state: Int, cost: Float) {
        for reached in neighbours.closures[state] {
            guard let ending = graph.finals[reached.state] else { continue }
            finals.append(
                SearchNetwork.Final(
                    node: Int32(node), state: Int32(reached.state),
                    cost: Score.of(nepers: -cost - reached.cost - ending)))
        }
    }
}
