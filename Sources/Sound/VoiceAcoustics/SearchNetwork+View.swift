extension SearchNetwork {
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
