internal import VoiceJSON
internal import VoiceTrace

extension FlowGraph {
    /// Codec of a graph in ``RunResult``.
    static let codec = JSONCodec<FlowGraph>(
        JSON.member("name", JSON.text), JSON.member("modules", JSON.list(Module.codec)),
        JSON.member("edges", JSON.list(Edge.codec)), parts: { ($0.name, $0.modules, $0.edges) },
        make: { FlowGraph(name: $0, modules: $1, edges: $2) })
}

extension FlowGraph.Module {
    /// Codec of a module: the id, the type, then the texts it says.
    fileprivate static let codec = JSONCodec<Self>(
        write: { JSON.list(JSON.text).write([$0.id, $0.type] + $0.says) },
        read: { value in
            guard let texts = JSON.list(JSON.text).read(value), texts.count >= 2 else {
                return nil
            }
            return Self(id: texts[0], type: texts[1], says: Array(texts.dropFirst(2)))
        })
}

extension FlowGraph.Edge {
    fileprivate static let codec = JSONCodec<Self>(
        row: JSON.text, JSON.text, JSON.orNull(JSON.text), JSON.text, JSON.flag,
        parts: { ($0.module, $0.key, $0.detail, $0.target, $0.isDynamic) },
        make: { Self(module: $0, key: $1, detail: $2, target: $3, isDynamic: $4) })
}
