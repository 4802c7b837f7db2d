package import VoiceTrace

/// Counts of the modules and edges of a flow that its sessions have exercised.
package struct FlowCoverage: Sendable, Equatable {
    /// The flow.
    package let graph: FlowGraph
    /// Number of times each module was entered, in the order of the graph.
    package private(set) var moduleCounts: [Int]
    /// Number of times each edge was taken, in the order of the graph.
    package private(set) var edgeCounts: [Int]

    /// Modules that no session is expected to enter, by their place in the graph.
    package private(set) var apartModules: Set<Int> = []
    /// Edges that no session is expected to take, by their place in the graph.
    package private(set) var apartEdges: Set<Int> = []

    private let moduleIndex: [String: Int]
    private let finder: EdgeFinder

    /// Nothing exercised yet.
    package init(graph: FlowGraph) {
        self.graph = graph
        moduleCounts = Array(repeating: 0, count: graph.modules.count)
        edgeCounts = Array(repeating: 0, count: graph.edges.count)
        moduleIndex = Dictionary(
            graph.modules.enumerated().map { ($0.element.id, $0.offset) }
        ) { first, _ in first }
        finder = EdgeFinder(graph)
    }

    /// Restores earlier counts and the places of what was set apart; nil where they are not those
    /// of the graph.
    package init?(
        graph: FlowGraph, moduleCounts: [Int], edgeCounts: [Int], apartModules: [Int] = [],
        apartEdges: [Int] = []
    ) {
        let counts = 0...Int(UInt32.max)
        guard moduleCounts.count == graph.modules.count, edgeCounts.count == graph.edges.count,
            (moduleCounts + edgeCounts).allSatisfy({ counts.contains($0) }),
            apartModules.allSatisfy(graph.modules.indices.contains),
            apartEdges.allSatisfy(graph.edges.indices.contains)
        else { return nil }
        self.init(graph: graph)
        self.moduleCounts = moduleCounts
        self.edgeCounts = edgeCounts
        self.apartModules = Set(apartModules)
        self.apartEdges = Set(apartEdges)
    }

    /// Counts what a session's events did, which mean what `vocabulary` says.
    package mutating func add(_ events: [TraceEvent], _ vocabulary: EventVocabulary) {
        for event in events {
            switch vocabulary.role(of: event) {
            case .scopeBegin:
                guard let index = moduleIndex[vocabulary.scope(of: event) ?? ""] else {
                    continue
                }
                moduleCounts[index] += 1
            case .step:
                if let index = finder.edge(takenBy: event, vocabulary) { edgeCounts[index] += 1 }
            default: break
            }
        }
    }

    /// Counts the calls among a session's inputs whose modules are of `FlowGraph/callType`.
    package mutating func add(_ inputs: [InputEvent]) {
        for input in inputs {
            guard case .call(let call) = input.input, let index = moduleIndex[call.name],
                graph.modules[index].type == FlowGraph.callType
            else { continue }
            moduleCounts[index] += 1
        }
    }

    /// Takes edges and modules out of what is counted, as long as no session exercises them: they
    /// cannot be reached. What the graph does not have is left out.
    package mutating func setApart(edges: [FlowGraph.Edge], modules: [String]) {
        apartModules.formUnion(modules.compactMap { moduleIndex[$0] })
        for edge in edges {
            let candidates = finder.edges(from: edge.module, key: edge.key)
            // Equal rules stand apart by their order: the first of them can be taken.
            let equal = candidates.filter { graph.edges[$0] == edge && !apartEdges.contains($0) }
            if let last = equal.last { apartEdges.insert(last) }
        }
    }

    /// Adds what another session's coverage of the same flow counted.
    package mutating func merge(_ other: FlowCoverage) {
        precondition(graph.edges == other.graph.edges, "counts of one flow only")
        for index in moduleCounts.indices { moduleCounts[index] += other.moduleCounts[index] }
        for index in edgeCounts.indices { edgeCounts[index] += other.edgeCounts[index] }
        apartModules.formUnion(other.apartModules)
        apartEdges.formUnion(other.apartEdges)
    }

    /// The coverage of every flow, one for all its sessions, in the order they first come.
    package static func merged(_ coverages: [FlowCoverage]) -> [FlowCoverage] {
        var merged: [FlowCoverage] = []
        var places: [FlowGraph: Int] = [:]
        for coverage in coverages {
            if let place = places[coverage.graph] {
                merged[place].merge(coverage)
            } else {
                places[coverage.graph] = merged.count
                merged.append(coverage)
            }
        }
        return merged
    }

    /// Number of modules that a session entered at least once.
    package var enteredModules: Int { moduleCounts.count { $0 > 0 } }

    /// Number of edges that a session took at least once.
    package var takenEdges: Int { edgeCounts.count { $0 > 0 } }

    /// Modules that count: all but those set apart that were not entered.
    package var countedModules: Int {
        moduleCounts.indices.count { moduleCounts[$0] > 0 || !apartModules.contains($0) }
    }

    /// Edges that count: all but those set apart that were not taken.
    package var countedEdges: Int {
        edgeCounts.indices.count { edgeCounts[$0] > 0 || !apartEdges.contains($0) }
    }

    /// Modules that count and were not entered, in the order of the graph.
    package var missedModules: [FlowGraph.Module] {
        graph.modules.indices.filter { moduleCounts[$0] == 0 && !apartModules.contains($0) }
            .map { graph.modules[$0] }
    }

    /// Edges that count and were not taken, in the order of the graph.
    package var missedEdges: [FlowGraph.Edge] {
        graph.edges.indices.filter { edgeCounts[$0] == 0 && !apartEdges.contains($0) }
            .map { graph.edges[$0] }
    }

    /// Modules and edges exercised, of all that count, in thousandths; a flow of nothing is whole.
    package static func thousandths(_ coverages: [FlowCoverage]) -> Int {
        let all = coverages.reduce(0) { $0 + $1.countedModules + $1.countedEdges }
        let done = coverages.reduce(0) { $0 + $1.enteredModules + $1.takenEdges }
        return all == 0 ? 1_000 : done * 1_000 / all
    }
}
