internal import VoiceDiff
internal import VoiceTrace

/// A flow's graph with what was counted on it, laid out in rows from the start downwards.
///
/// Pure: the same graph gives the same places. Rows are breadth-first distances, ends stand below
/// all that leads to them; within a row, nodes stand by the mean of where their predecessors stand.
/// Source: layered drawing after Sugiyama, Tagawa and Toda 1981, reduced to what flows need.
struct FlowChart {
    /// One module, or a target that is none: a runtime field decides.
    struct Node {
        let id: String
        let kind: String
        /// Texts that it says to the caller.
        var says: [String] = []
        /// Number of times it was entered; nil where nothing was counted.
        let count: Int?
    }

    /// One way from module to module.
    struct Way {
        let from: String
        let label: String
        let target: String
        /// Number of times it was taken; nil where nothing was counted.
        let count: Int?
    }

    /// The modules in the order of their file, then the targets that are none.
    let nodes: [Node]
    /// The ways in the order of their file.
    let ways: [Way]
    /// Number of the nodes that are modules.
    let moduleCount: Int

    init(_ graph: FlowGraph, _ coverage: FlowCoverage?) {
        let modules = graph.modules.enumerated().map { index, module in
            Node(
                id: module.id, kind: module.type, says: module.says,
                count: coverage?.moduleCounts[index])
        }
        ways = graph.edges.enumerated().map { index, edge in
            Way(
                from: edge.module, label: edge.label, target: edge.target,
                count: coverage?.edgeCounts[index])
        }
        var known = Set(modules.map(\.id))
        let others = graph.edges.filter { known.insert($0.target).inserted }
            .map { edge in
                let kind = edge.isDynamic ? "runtime field" : "no such module"
                return Node(id: edge.target, kind: kind, count: nil)
            }
        nodes = modules + others
        moduleCount = modules.count
    }

    /// Node indexes row by row.
    func rows() -> [[Int]] {
        let places = Dictionary(nodes.enumerated().map { ($1.id, $0) }) { first, _ in first }
        var leads = [[Int]](repeating: [], count: nodes.count)
        for way in ways {
            guard let from = places[way.from], let target = places[way.target] else { continue }
            leads[from].append(target)
        }
        let row = Self.sunk(Self.distances(leads), leads)
        var rows = [[Int]](repeating: [], count: (row.max() ?? -1) + 1)
        for index in nodes.indices { rows[row[index]].append(index) }
        return Self.ordered(rows, leads)
    }

    /// The breadth-first distance of every node from the first; what is not reached starts anew
    /// one row below everything before it.
    private static func distances(_ ways: [[Int]]) -> [Int] {
        var row = [Int](repeating: -1, count: ways.count)
        var deepest = -1
        for start in ways.indices where row[start] < 0 {
            row[start] = deepest + 1
            var open = [start]
            var next = 0
            while next < open.count {
                let index = open[next]
                next += 1
                deepest = max(deepest, row[index])
                for target in ways[index] where row[target] < 0 {
                    row[target] = row[index] + 1
                    open.append(target)
                }
            }
        }
        return row
    }

    /// The same with nodes that lead nowhere one row below the last that leads to them.
    private static func sunk(_ row: [Int], _ ways: [[Int]]) -> [Int] {
        var sunk = row
        for (index, targets) in ways.enumerated() {
            for target in targets where ways[target].isEmpty {
                sunk[target] = max(sunk[target], row[index] + 1)
            }
        }
        return sunk
    }

    /// Rows with each node near the middle of those that lead to it from the row above.
    private static func ordered(_ rows: [[Int]], _ ways: [[Int]]) -> [[Int]] {
        var rows = rows
        for number in rows.indices.dropFirst() {
            var weights: [Int: (sum: Int, count: Int)] = [:]
            for (place, index) in rows[number - 1].enumerated() {
                for target in ways[index] {
                    let old = weights[target] ?? (0, 0)
                    weights[target] = (old.sum + 1_000 * place, old.count + 1)
                }
            }
            let keyed = rows[number].enumerated().map { place, index -> (Int, Int, Int) in
                let weight = weights[index].map { $0.sum / $0.count } ?? 1_000 * place
                return (weight, place, index)
            }
            rows[number] = keyed.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
        }
        return rows
    }
}
