internal import VoiceEngine
public import VoiceTrace

extension VoiceflowFactory {
    /// The flow among `files` as a graph called `name`: its modules, and every way out of them,
    /// those of their goTo and where an interruption leads. Never nil.
    ///
    /// - Throws: ``FlowError`` when there is no flow, or none that can be read.
    public func graph(
        of files: [String: [UInt8]], name: String, named file: (String) -> String
    ) throws -> FlowGraph? {
        try Self.graph(of: files, name: name, file: file(FileName.flow))
    }

    /// The same; errors call the flow's file `file`.
    ///
    /// - Throws: as the method does.
    public static func graph(
        of files: [String: [UInt8]], name: String, file: String = FileName.flow
    ) throws(FlowError) -> FlowGraph {
        guard let flow = files[FileName.flow] else { throw .missingFile(name: FileName.flow) }
        let reader: FlowReader
        do {
            reader = try FlowReader(bytes: flow, file: file)
        } catch { throw .notJSON(file: file, error: error) }
        return FlowGraph(
            name: name,
            modules: reader.modules.map { .init(id: $0.id, type: $0.kind.rawValue) },
            edges: reader.modules.flatMap(edges))
    }

    private static func edges(of module: FlowModule) -> [FlowGraph.Edge] {
        FlowChecker.ways(of: module)
            .filter { $0.key != FlowChecker.Way.interruptedEnd && $0.target != .literal("") }
            .map { way in
                .init(
                    module: module.id, key: way.key, detail: way.detail,
                    target: way.target.spelling, isDynamic: way.target.isField)
            }
    }
}
