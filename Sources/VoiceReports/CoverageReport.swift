public import VoiceDiff
internal import VoiceTrace

/// The coverage of flows, for people and for programs.
///
/// Shape of the JSON, as the member `coverage` of a replay's report:
///
///     { "thousandths": of all modules and edges, "flows": [ { "name", "modules": [ { "id", "type",
///       "count" } ], "edges": [ { "module", "key", "detail"?, "target", "count" } ] } ] }
public struct CoverageReport: Sendable {
    private let coverages: [FlowCoverage]

    /// A report of `coverages`, one a flow.
    public init(_ coverages: [FlowCoverage]) { self.coverages = coverages }

    /// A line a flow, then what none of its sessions has exercised.
    public var text: String {
        var lines: [String] = []
        for coverage in coverages {
            let graph = coverage.graph
            lines.append(
                "\(graph.name): \(coverage.enteredModules) of \(graph.modules.count) modules,"
                    + " \(coverage.takenEdges) of \(graph.edges.count) ways")
            for (module, count) in zip(graph.modules, coverage.moduleCounts) where count == 0 {
                lines.append("    never entered: \(module.id)")
            }
            for (edge, count) in zip(graph.edges, coverage.edgeCounts) where count == 0 {
                lines.append("    never taken: \(edge.module) \(edge.label) -> \(edge.target)")
            }
        }
        let share = FlowCoverage.thousandths(coverages)
        lines.append("coverage: \(share / 10).\(share % 10) %")
        return lines.map(PrintableText.line).joined(separator: "\n")
    }

    /// The JSON value.
    var value: JSONValue {
        [
            "thousandths": .integer(Int64(FlowCoverage.thousandths(coverages))),
            "flows": .array(coverages.map(Self.flow)),
        ]
    }

    private static func flow(_ coverage: FlowCoverage) -> JSONValue {
        let modules = zip(coverage.graph.modules, coverage.moduleCounts).map { module, count in
            JSONValue.object([
                "id": .string(module.id), "type": .string(module.type),
                "count": .integer(Int64(count)),
            ])
        }
        let edges = zip(coverage.graph.edges, coverage.edgeCounts).map { edge, count in
            var object: JSONObject = [
                "module": .string(edge.module), "key": .string(edge.key),
                "target": .string(edge.target), "count": .integer(Int64(count)),
            ]
            object["detail"] = edge.detail.map { .string($0) }
            return JSONValue.object(object)
        }
        return .object([
            "name": .string(coverage.graph.name), "modules": .array(modules),
            "edges": .array(edges),
        ])
    }
}
