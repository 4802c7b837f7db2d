public import VoiceDiff
internal import VoiceMedia

extension VoiceflowFactory {
    /// The flow among `files` as a graph called `name`: its modules, and every way a goTo names.
    ///
    /// - Throws: ``FlowError`` when there is no flow, or none that can be read.
    public static func graph(
        of files: [String: [UInt8]], name: String
    ) throws(FlowError) -> FlowGraph {
        guard let flow = files[FileName.flow] else { throw .missingFile(name: FileName.flow) }
        let reader: FlowReader
        do {
            reader = try FlowReader(bytes: flow, file: FileName.flow)
        } catch { throw .notJSON(file: FileName.flow, error: error) }
        return FlowGraph(
            name: name,
            modules: reader.modules.map { .init(id: $0.id, type: $0.kind.rawValue) },
            edges: reader.modules.flatMap(edges))
    }

    private static func edges(of module: FlowModule) -> [FlowGraph.Edge] {
        func edge(_ key: String, _ detail: String? = nil, _ target: FlowText) -> FlowGraph.Edge {
            .init(module: module.id, key: key, detail: detail, target: target.spelling)
        }
        let goTo = module.goTo
        var edges = GoToTable.singleKeys.compactMap { key in
            goTo.targets[key].map { edge(key, nil, $0) }
        }
        edges += StopReason.allCases.compactMap { reason in
            goTo.stops[reason].map { edge("stopRecordReason.\(reason.rawValue)", nil, $0) }
        }
        edges += goTo.intents.map {
            edge("userIntentCollection", $0.intent.spelling, $0.target)
        }
        edges += goTo.inputs.map {
            edge("userInputCollection", "\($0.comparator.rawValue) \($0.input)", $0.target)
        }
        return edges.filter { !$0.target.isEmpty }
    }
}
