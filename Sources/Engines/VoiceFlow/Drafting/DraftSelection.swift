internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// Chooses few and short drafts among all that were simulated, and writes their files.
struct DraftSelection {
    private(set) var stage: DraftStage

    /// Parts that one draft has to hold.
    private struct Choice {
        let take: Int
        /// Edges that no draft before it takes, with the event that first did.
        var edges: [(edge: Int, event: Int)]
        /// The transitions that it is needed for, those that only enter a module too.
        var events: [Int]
    }

    /// The drafts, those that do least first.
    ///
    /// - Throws: what running a scenario throws.
    mutating func drafts() throws -> [ScenarioDraft] {
        let choices = assigned(chosen())
        let names = DraftNames.names(of: choices.map { stage.takes[$0.take] })
        var drafts: [ScenarioDraft] = []
        for (choice, name) in zip(choices, names) {
            drafts.append(try draft(choice, name: name))
        }
        return drafts
    }

    /// Takes in the order in which they are preferred.
    private func order(_ left: Int, _ right: Int) -> Bool {
        let (one, other) = (stage.takes[left], stage.takes[right])
        func cost(_ script: DraftScript) -> Int { script.count + 2 * script.mishaps }
        return (cost(one.script), one.frames, left) < (cost(other.script), other.frames, right)
    }

    /// Chooses the least take for every edge and module, without those that others make up for.
    private func chosen() -> [Int] {
        let ordered = stage.takes.indices.sorted(by: order)
        var owners: Set<Int> = []
        var had: Set<String> = []
        for index in ordered {
            let parts = parts(of: index)
            if !parts.isSubset(of: had) {
                owners.insert(index)
                had.formUnion(parts)
            }
        }
        var counts: [String: Int] = [:]
        for index in owners { for part in parts(of: index) { counts[part, default: 0] += 1 } }
        // Those that do most stay only where nothing shorter does the same.
        for index in owners.sorted(by: order).reversed() {
            let parts = parts(of: index)
            guard parts.allSatisfy({ counts[$0] ?? 0 > 1 }) else { continue }
            owners.remove(index)
            for part in parts { counts[part, default: 0] -= 1 }
        }
        return owners.sorted(by: order)
    }

    /// The edges that a take takes and the modules that it enters.
    private func parts(of index: Int) -> Set<String> {
        let take = stage.takes[index]
        return Set(take.edges.map { "edge \($0.edge)" } + take.visits.map { "module \($0.module)" })
    }

    private func assigned(_ takes: [Int]) -> [Choice] {
        var known: Set<Int> = []
        var entered: Set<String> = []
        return takes.map { index in
            let take = stage.takes[index]
            let edges = take.edges.filter { known.insert($0.edge).inserted }
            let visits = take.visits.filter { entered.insert($0.module).inserted }
            let ways = visits.compactMap { visit in
                take.events[..<visit.events.lowerBound].lastIndex { $0.kind == "transition" }
            }
            return Choice(
                take: index, edges: edges, events: Set(edges.map(\.event) + ways).sorted())
        }
    }

    private mutating func draft(_ choice: Choice, name: String) throws -> ScenarioDraft {
        let take = stage.takes[choice.take]
        let graph = stage.facts.graph
        let expected = choice.edges.map { graph.edges[$0.edge] }
        let comment = DraftNames.comment(
            of: take,
            taking: choice.events.map { event in
                let fields = take.events[event].fields
                let edge = choice.edges.first { $0.event == event }
                return edge.map { "\(graph.edges[$0.edge].module) \(graph.edges[$0.edge].label)" }
                    ?? "the way to \(fields["to"]?.string ?? "")"
            })
        let events = choice.events.map { transition(take.events[$0]) }
        func file(_ seconds: Int64) -> [UInt8] {
            take.script.file(comment: comment, expecting: events, seconds: seconds)
        }
        // A flow that ends by itself may take its time; one that does not is cut where it did
        // what it is for, or where the last thing that is done in it has had its time.
        let needed = max(take.milliseconds(at: choice.events.last ?? 0), take.end) / 1_000 + 2
        let whole = take.frames / 16_000 + 1
        var bytes: [UInt8] = []
        var checked: DraftTake?
        let end = max(30, (whole + stage.tailSeconds) / 10 * 10)
        for seconds in (stage.mayEnd(take) ? [end] : []) + [needed, whole] {
            bytes = file(seconds)
            checked = try stage.check(take.script, steps: take.steps, file: bytes)
            if checked?.isEnded ?? false || checked != nil && seconds == needed { break }
        }
        precondition(checked != nil, "what was simulated once is simulated again alike")
        return ScenarioDraft(
            name: name, json: bytes, edges: (checked ?? take).edges.map { graph.edges[$0.edge] },
            expected: expected)
    }

    private func transition(_ event: TraceEvent) -> JSONObject {
        var pattern: JSONObject = ["kind": "transition"]
        for key in ["from", "by", "to"] { pattern[key] = event.fields[key] }
        return pattern
    }
}
