/// Neighbours of each state of a word graph.
struct StateNeighbours {
    /// States that are reached from each state without a word or a jump, itself first, with the
    /// cost.
    let closures: [[(state: Int, cost: Float)]]
    /// Phones with which words end that lead to a state, in order; silence may always stand there.
    let lastPhones: [[Int]]
    /// Phones with which words begin that leave a state, in order; silence may always stand there.
    let firstPhones: [[Int]]

    /// Steps without words that cost more together are left out, in nepers.
    private static let costLimit: Float = 120

    init(_ graph: WordGraph, silence: Int) {
        closures = Self.closures(of: graph)
        var lasts: [Set<Int>] = Array(repeating: [silence], count: graph.stateCount)
        var firsts = lasts
        var first: [Set<Int>] = Array(repeating: [], count: graph.stateCount)
        for arc in graph.arcs {
            guard let word = arc.word else { continue }
            // What begins or ends with any phone has silence for a neighbour.
            let phones = graph.words[word].phones
            first[arc.from].insert(phones.first ?? silence)
            for reached in closures[arc.to] {
                lasts[reached.state].insert(phones.last ?? silence)
            }
        }
        for state in 0..<graph.stateCount {
            for reached in closures[state] { firsts[state].formUnion(first[reached.state]) }
        }
        lastPhones = lasts.map { $0.sorted() }
        firstPhones = firsts.map { $0.sorted() }
    }

    private static func closures(of graph: WordGraph) -> [[(state: Int, cost: Float)]] {
        var empty: [[(to: Int, cost: Float)]] = Array(repeating: [], count: graph.stateCount)
        for arc in graph.arcs where arc.word == nil && !arc.isJump {
            empty[arc.from].append((arc.to, arc.cost))
        }
        var best = [Float](repeating: .infinity, count: graph.stateCount)
        return (0..<graph.stateCount).map { start in
            var found = [start]
            var waiting = [start]
            best[start] = 0
            var place = 0
            // A state that a cheaper way leads to is looked through again.
            while place < waiting.count {
                let here = waiting[place]
                place += 1
                for next in empty[here] {
                    let cost = best[here] + next.cost
                    guard cost < min(best[next.to], costLimit) else { continue }
                    if best[next.to] == .infinity { found.append(next.to) }
                    best[next.to] = cost
                    waiting.append(next.to)
                }
            }
            let closure = found.map { (state: $0, cost: best[$0]) }
            for state in found { best[state] = .infinity }
            return closure
        }
    }
}
