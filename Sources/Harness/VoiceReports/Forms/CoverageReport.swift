package import VoiceDiff
internal import VoiceJSON
internal import VoiceTrace

/// The coverage of flows, for people and for programs.
///
/// Shape of the JSON, as the member `coverage` of a replay's report:
///
///     { "thousandths": of all modules and edges that count, "flows": [ { "name", "modules": [ {
///       "id", "type", "count", "unreachable"? } ], "edges": [ { "module", "key", "detail"?,
///       "target", "count", "unreachable"? } ] } ] }
///
/// `"unreachable": true` stands where nothing was exercised because nothing can be: it is not
/// counted.
package struct CoverageReport: Sendable {
    private let coverages: [FlowCoverage]

    /// A report of `coverages`, one a flow.
    package init(_ coverages: [FlowCoverage]) { self.coverages = coverages }

    /// A line a flow, then what none of its sessions has exercised.
    package var text: String {
        guard !coverages.isEmpty else { return "coverage: none, since no flow was measured" }
        var lines: [String] = []
        for coverage in coverages {
            lines.append("\(coverage.graph.name): \(Self.sentence(coverage))")
            for module in coverage.missedModules {
                lines.append("    never entered: \(module.id)")
            }
            for edge in coverage.missedEdges {
                lines.append("    never taken: \(edge.module) \(edge.label) -> \(edge.target)")
            }
        }
        let share = FlowCoverage.thousandths(coverages)
        lines.append("coverage: \(share / 10).\(share % 10) %")
        return lines.map(PrintableText.line).joined(separator: "\n")
    }

    /// Describes the coverage of a flow, as in `4 of 4 modules, 5 of 6 transitions, 1 cannot be
    /// reached`.
    static func sentence(_ coverage: FlowCoverage) -> String {
        let apart =
            coverage.graph.modules.count - coverage.countedModules
            + coverage.graph.edges.count - coverage.countedEdges
        return "\(coverage.enteredModules) of \(coverage.countedModules) modules,"
            + " \(coverage.takenEdges) of \(coverage.countedEdges) transitions"
            + (apart > 0 ? ", \(apart) cannot be reached" : "")
    }

    /// The JSON value.
    var value: JSONValue {
        [
            "thousandths": .integer(Int64(FlowCoverage.thousandths(coverages))),
            "flows": .array(coverages.map(Self.flow)),
        ]
    }

    private static func flow(_ coverage: FlowCoverage) -> JSONValue {
        let modules = coverage.graph.modules.enumerated().map { index, module in
            let count = coverage.moduleCounts[index]
            var object: JSONObject = [
                "id": .string(module.id), "type": .string(module.type),
                "count": .integer(Int64(count)),
            ]
            if count == 0, coverage.apartModules.contains(index) { object["unreachable"] = true }
            return JSONValue.object(object)
        }
        let edges = coverage.graph.edges.enumerated().map { index, edge in
            let count = coverage.edgeCounts[index]
            var object: JSONObject = [
                "module": .string(edge.module), "key": .string(edge.key),
                "target": .string(edge.target), "count": .integer(Int64(count)),
            ]
            object["detail"] = edge.detail.map { .string($0) }
            if count == 0, coverage.apartEdges.contains(index) { object["unreachable"] = true }
            return JSONValue.object(object)
        }
        return .object([
            "name": .string(coverage.graph.name), "modules": .array(modules),
            "edges": .array(edges),
        ])
    }
}
