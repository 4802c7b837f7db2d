@testable import VoiceRecognition

/// Says whether a grammar takes a sentence.
struct GrammarAcceptor {
    private let graph: GrammarGraph
    private var silent: [Int: [Int]] = [:]
    private var spoken: [Int: [String: [Int]]] = [:]

    init(jsgf: String) throws {
        graph = try GrammarGraph(of: try Grammar(reading: jsgf))
        for arc in graph.arcs {
            if let word = arc.word {
                spoken[arc.from, default: [:]][word, default: []].append(arc.to)
            } else {
                silent[arc.from, default: []].append(arc.to)
            }
        }
    }

    /// The states that the grammar has.
    var stateCount: Int { graph.states }

    private func closure(_ states: Set<Int>) -> Set<Int> {
        var (seen, waiting) = (states, Array(states))
        while let state = waiting.popLast() {
            for next in silent[state] ?? [] where seen.insert(next).inserted {
                waiting.append(next)
            }
        }
        return seen
    }

    func takes(_ words: [String]) -> Bool {
        var states = closure([0])
        for word in words {
            states = closure(Set(states.flatMap { spoken[$0]?[word] ?? [] }))
            if states.isEmpty { return false }
        }
        return states.contains(graph.end)
    }
}
