extension NetworkBuilder {
    mutating func link(_ from: Int, to node: Int, cost: Float = 0) {
        add(SearchNetwork.Link(node: Int32(node), cost: Score.of(nepers: -cost)), from: from)
    }

    mutating func add(_ link: SearchNetwork.Link, from node: Int) {
        links.append(link)
        linkOwners.append(Int32(node))
    }

    mutating func linkEnds(_ silences: [Int], _ jumps: [Int: Int]) {
        for end in ends {
            for right in end.rights {
                follow(end.node, state: end.state, right, left: end.phone)
            }
            guard end.rights.contains(silence) else { continue }
            link(end.node, to: silences[end.state], cost: SearchNetwork.silenceCost)
            finish(end.node, state: end.state, cost: 0)
            for link in leaving(end.state, jumps) { add(link, from: end.node) }
        }
    }

    mutating func linkSilences(_ silences: [Int], _ jumps: [Int: Int]) {
        for (state, node) in silences.enumerated() {
            for phone in neighbours.firstPhones[state] {
                follow(node, state: state, phone, left: silence)
            }
            // At the end a silence costs nothing, as at the beginning.
            finish(node, state: state, cost: -SearchNetwork.silenceCost)
            for link in leaving(state, jumps) { add(link, from: node) }
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
        entries += leaving(0, jumps)
    }

    private mutating func follow(_ node: Int, state: Int, _ phone: Int, left: Int) {
        for link in following(state, phone, left: left) { add(link, from: node) }
    }

    /// The links from a state to the words that begin there with a phone behind another.
    private mutating func following(
        _ state: Int, _ phone: Int, left: Int
    ) -> [SearchNetwork.Link] {
        var links: [SearchNetwork.Link] = []
        for reached in neighbours.closures[state] {
            guard let place = doors.place(of: door(reached.state, phone, left)) else { continue }
            if doors.begins[place].count < Self.fewLinks {
                for begin in doors.begins[place] { links.append(raised(begin, by: reached.cost)) }
            } else {
                links.append(
                    SearchNetwork.Link(
                        node: Int32(-1 - hub(at: place)), cost: Score.of(nepers: -reached.cost)))
            }
        }
        return links
    }

    /// The hubs from which the jumps of each state go, by the state: from there to a hub for each
    /// state that they lead to, and from that to its words and to its own jumps.
    mutating func linkJumps() -> [Int: Int] {
        let jumps = graph.arcs.filter(\.isJump)
        var from: [Int: Int] = [:]
        var to: [Int: Int] = [:]
        for jump in jumps where from[jump.from] == nil {
            hubLinks.append([])
            from[jump.from] = hubLinks.count - 1
        }
        for jump in jumps {
            var target = to[jump.to]
            if target == nil {
                let words = neighbours.firstPhones[jump.to].flatMap {
                    following(jump.to, $0, left: silence)
                }
                hubLinks.append(words + leaving(jump.to, from))
                target = hubLinks.count - 1
                to[jump.to] = target
            }
            guard let hub = from[jump.from], let target else { continue }
            hubLinks[hub].append(
                SearchNetwork.Link(node: Int32(-1 - target), cost: Score.of(nepers: -jump.cost)))
        }
        return from
    }

    /// The links from a state to the hubs from which jumps go.
    private func leaving(_ state: Int, _ jumps: [Int: Int]) -> [SearchNetwork.Link] {
        guard !jumps.isEmpty else { return [] }
        return neighbours.closures[state].compactMap { reached in
            jumps[reached.state].map {
                SearchNetwork.Link(
                    node: Int32(-1 - $0), cost: Score.of(nepers: -reached.cost))
            }
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
