internal import VoiceJSON
internal import VoiceTrace

extension FlowGraph {
    /// The graph as ``RunResult`` holds it.
    var resultValue: JSONValue {
        [
            "name": .string(name),
            "modules": .array(modules.map { $0.resultValue }),
            "edges": .array(
                edges.map { edge in
                    .array([
                        .string(edge.module), .string(edge.key),
                        edge.detail.map { .string($0) } ?? .null, .string(edge.target),
                        .bool(edge.isDynamic),
                    ])
                }),
        ]
    }

    init?(result value: JSONValue) {
        guard let object = value.object, let name = object["name"]?.string,
            let modules = object["modules"]?.array, let edges = object["edges"]?.array
        else { return nil }
        var known: (modules: [Module], edges: [Edge]) = ([], [])
        for module in modules {
            guard let module = Module(result: module) else { return nil }
            known.modules.append(module)
        }
        for edge in edges {
            guard let parts = edge.array, parts.count == 5, let from = parts[0].string,
                let key = parts[1].string, let target = parts[3].string,
                let isDynamic = parts[4].bool
            else { return nil }
            known.edges.append(
                Edge(
                    module: from, key: key, detail: parts[2].string, target: target,
                    isDynamic: isDynamic))
        }
        self.init(name: name, modules: known.modules, edges: known.edges)
    }
}

extension FlowGraph.Module {
    /// The id, the type, then what it says.
    fileprivate var resultValue: JSONValue {
        .array(([id, type] + says).map { .string($0) })
    }

    fileprivate init?(result value: JSONValue) {
        guard let parts = value.array, parts.count >= 2 else { return nil }
        let texts = parts.compactMap(\.string)
        guard texts.count == parts.count else { return nil }
        self.init(id: texts[0], type: texts[1], says: Array(texts.dropFirst(2)))
    }
}
