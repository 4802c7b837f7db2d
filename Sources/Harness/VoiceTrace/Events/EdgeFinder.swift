internal import VoiceJSON

/// Finds the edge of a graph that an event takes.
package struct EdgeFinder: Sendable, Equatable {
    private let edges: [FlowGraph.Edge]
    private let places: [String: [Int]]

    /// A finder for the edges of `graph`.
    package init(_ graph: FlowGraph) {
        edges = graph.edges
        places = Dictionary(grouping: graph.edges.indices) {
            Self.place(graph.edges[$0].module, graph.edges[$0].key)
        }
    }

    private static func place(_ module: String, _ key: String) -> String { "\(module)\n\(key)" }

    /// The places in the graph of the edges that leave `module` under `key`, in its order.
    package func edges(from module: String, key: String) -> [Int] {
        places[Self.place(module, key)] ?? []
    }

    /// The place in the graph of the edge that a step took: by its key, then by what tells it from
    /// its likes, then by where it led; nil where the graph has none, and for an event that is no
    /// step.
    package func edge(takenBy event: TraceEvent, _ vocabulary: EventVocabulary) -> Int? {
        guard let kind = vocabulary[event.kind] else { return nil }
        func text(_ role: FieldRole) -> String? { vocabulary.text(role, of: event) }
        let (from, way, target) = (text(.from) ?? "", text(.by) ?? "", text(.to))
        guard let candidates = places[Self.place(from, way)] else {
            return kind.shared.contains(way) ? shared(way, to: target) : nil
        }
        guard candidates.count > 1 else { return candidates.first }
        let detail = kind.detail.lazy.compactMap { names -> String? in
            let values = names.compactMap { event.why[$0]?.string }
            return values.count == names.count ? values.joined(separator: " ") : nil
        }.first
        return candidates.first { edges[$0].detail == detail }
            ?? candidates.first { edges[$0].target == target }
    }

    /// The edge of another module that counts for all: one module may set for the whole flow where
    /// a way leads.
    private func shared(_ way: String, to target: String?) -> Int? {
        edges.firstIndex { edge in
            edge.key == way && edge.module != edge.target
                && (edge.isDynamic || edge.target == target)
        }
    }
}
