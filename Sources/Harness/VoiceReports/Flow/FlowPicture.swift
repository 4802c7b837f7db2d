package import VoiceDiff
package import VoiceTrace

/// A flow's graph for people, for Graphviz, and as a self-contained SVG; with the counts of what
/// sessions exercised where there are some.
package enum FlowPicture {
    /// A module a paragraph, a way a line.
    package static func text(_ graph: FlowGraph, _ coverage: FlowCoverage? = nil) -> String {
        let chart = FlowChart(graph, coverage)
        let ways = Dictionary(grouping: chart.ways, by: \.from)
        var lines: [String] = []
        for node in chart.nodes.prefix(chart.moduleCount) {
            lines.append("\(node.id) (\(node.kind))\(counted(node.count))")
            for way in ways[node.id] ?? [] {
                lines.append("    \(way.label) -> \(way.target)\(counted(way.count))")
            }
        }
        return lines.map(PrintableText.line).joined(separator: "\n")
    }

    private static func counted(_ count: Int?) -> String {
        guard let count else { return "" }
        return count == 0 ? "  never" : "  \(count) x"
    }

    /// A digraph in Graphviz's language.
    package static func dot(_ graph: FlowGraph, _ coverage: FlowCoverage? = nil) -> String {
        let chart = FlowChart(graph, coverage)
        var lines = [
            "digraph flow {", "    rankdir=TB;",
            "    node [shape=box, style=\"rounded,filled\", fillcolor=white, fontname=sans];",
            "    edge [fontname=sans, fontsize=10];",
        ]
        for node in chart.nodes {
            let missed = node.count == 0 ? ", color=red, fontcolor=red" : ""
            let label = quoted("\(node.id)\n\(node.kind)")
            lines.append("    \(quoted(node.id)) [label=\(label)\(missed)];")
        }
        for way in chart.ways {
            let missed = way.count == 0 ? ", color=red, fontcolor=red, style=dashed" : ""
            lines.append(
                "    \(quoted(way.from)) -> \(quoted(way.target)) "
                    + "[label=\(quoted(way.label))\(missed)];")
        }
        return (lines + ["}"]).joined(separator: "\n")
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        // The picture may go to a terminal: names have no control characters there.
        for character in PrintableText.page(text).unicodeScalars {
            switch character {
            case "\"", "\\": quoted += "\\" + String(character)
            case "\n": quoted += "\\n"
            default: quoted.unicodeScalars.append(character)
            }
        }
        return quoted + "\""
    }

    /// A picture that needs nothing beside it, light and dark.
    package static func svg(_ graph: FlowGraph, _ coverage: FlowCoverage? = nil) -> String {
        var drawing = FlowDrawing(FlowChart(graph, coverage), title: graph.name)
        return drawing.svg()
    }

    /// The same for a narrow screen: the modules one below the other.
    static func narrow(_ graph: FlowGraph, _ coverage: FlowCoverage? = nil) -> String {
        FlowColumn(FlowChart(graph, coverage), title: graph.name).svg()
    }
}
