internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// Looks for scenarios that take every edge: breadth first over what can be done in the module that
/// the flow stands in, with the engine as the judge.
struct DraftSearch {
    /// Something to try: to leave a module by an edge.
    private struct Goal {
        let place: DraftActor.Place
        let edge: Int
        /// The module that a field is to lead to.
        var target: String?
        /// Whether fields beside numbers and flags are tried too.
        var triesSiblings = false
    }

    private(set) var stage: DraftStage
    private let vocabulary: Vocabulary
    private let graph: FlowGraph
    private let edgesOf: [String: [Int]]
    /// Modules that only a field can lead to.
    private let hidden: [String]
    /// Edges that nothing can take, each with the reason.
    private let hopeless: [Int: String]
    /// Modules that one edge is tried for at most.
    private static let mostTargets = 50
    /// Ranks by which goals are pursued: what callers and apps usually do comes first, so that the
    /// way to a module is one that a reader expects.
    private enum Rank: Int, CaseIterable {
        /// Words, intents, the app's answers, silence.
        case usual
        /// Words that lead nowhere, and recordings that end for their limits.
        case retry
        /// Failures, denials and interruptions.
        case failure
        /// Edges that are taken already, where they may lead to another situation.
        case again
        /// Everything else: modules entered a second time, fields beside numbers.
        case late
    }

    /// Goals still to be pursued, by rank.
    private var goals = [[Goal]](repeating: [], count: Rank.allCases.count)
    private var situations: Set<DraftSituation> = []
    /// Takes whose visits were looked at.
    private var looked = 0
    /// Edges that a take takes, and modules it enters.
    private(set) var taken: Set<Int> = []
    private(set) var entered: Set<String> = []
    /// Attempts for each edge, by the words of their names.
    private(set) var tried: [Int: [String]] = [:]

    init(stage: DraftStage, vocabulary: Vocabulary, hopeless: [Int: String]) {
        self.stage = stage
        self.vocabulary = vocabulary
        self.hopeless = hopeless
        graph = stage.facts.graph
        edgesOf = Dictionary(grouping: graph.edges.indices) { [graph] in graph.edges[$0].module }
        let reached = stage.facts.reachedByName
        hidden = graph.modules.map(\.id).filter { !reached.contains($0) }
    }

    /// Searches until every edge is taken, nothing is left to try, or the limits are reached.
    ///
    /// - Throws: what running a scenario throws.
    mutating func run() throws {
        _ = try stage.record(DraftScript(), steps: [], until: 0, firstNew: 0)
        look()
        while !isDone, !stage.isExhausted, !stage.isBarren, let goal = nextGoal() {
            try pursue(goal)
        }
    }

    /// Whether there is nothing more to find.
    private var isDone: Bool {
        graph.edges.indices.allSatisfy { taken.contains($0) || hopeless[$0] != nil }
            && (hidden.allSatisfy(entered.contains) || !graph.edges.contains(where: \.isDynamic))
    }

    /// Returns the next goal: an edge that is not taken yet before one that may lead to it in
    /// another situation.
    private mutating func nextGoal() -> Goal? {
        for rank in goals.indices {
            while !goals[rank].isEmpty {
                let goal = goals[rank].removeFirst()
                let isNew =
                    goal.target.map { !entered.contains($0) } ?? !taken.contains(goal.edge)
                if isNew { return goal }
                guard goal.target == nil, !goal.triesSiblings else { continue }
                if rank >= Rank.again.rawValue { return goal }
                goals[Rank.again.rawValue].append(goal)
            }
        }
        return nil
    }

    private mutating func pursue(_ goal: Goal) throws {
        let edge = graph.edges[goal.edge]
        let visit = stage.takes[goal.place.take].visits[goal.place.visit]
        guard let module = stage.facts.module(visit.module) else { return }
        let attempts = DraftAttempts(
            facts: stage.facts, vocabulary: vocabulary, module: module, visit: visit)
        var ways = attempts.attempts(for: edge, target: goal.target ?? target(of: edge, visit))
        if goal.triesSiblings { ways = attempts.siblings(with: ways.first) }
        for way in ways {
            if stage.isExhausted || stage.isBarren { return }
            if !(tried[goal.edge]?.contains(way.word) ?? false) {
                tried[goal.edge, default: []].append(way.word)
            }
            let outcome = try DraftActor.perform(way, at: goal.place, on: &stage)
            look()
            if outcome?.exit == goal.edge { return }
        }
    }

    /// Returns the module to which a field should lead that leads nowhere yet: where the module's
    /// other edges lead, or the next module of the file.
    private func target(of edge: FlowGraph.Edge, _ visit: DraftTake.Visit) -> String? {
        guard let name = FlowText.fieldName(edge.target) else { return nil }
        let ids = graph.modules.map(\.id)
        if let value = visit.fields[name]?.string, ids.contains(value) { return nil }
        let beside = (edgesOf[edge.module] ?? []).map { graph.edges[$0] }
            .first { !$0.isDynamic && $0.target != edge.module }
        let next = ids.firstIndex(of: edge.module).flatMap { index in
            ids[(index + 1)...].first { $0 != FlowModule.start }
        }
        return hidden.first { !entered.contains($0) } ?? beside?.target ?? next ?? FlowModule.end
    }

    /// Notes what new takes did, and what can be tried in them.
    private mutating func look() {
        while looked < stage.takes.count {
            let take = stage.takes[looked]
            let known = taken.count + entered.count
            taken.formUnion(take.edges.map(\.edge))
            entered.formUnion(take.visits.map(\.module))
            if taken.count + entered.count > known { stage.noteFind() }
            // What stands before was looked at in the take that this one goes on from.
            for index in take.visits.indices.dropFirst(take.firstNew) {
                look(at: index, of: looked)
            }
            looked += 1
        }
    }

    /// Puts what can be tried in a visit on the list.
    private mutating func look(at index: Int, of take: Int) {
        let visit = stage.takes[take].visits[index]
        let situation = DraftSituation(visit, facts: stage.facts)
        guard situations.insert(situation).inserted else { return }
        let place = DraftActor.Place(take: take, visit: index)
        func add(_ goal: Goal, _ rank: Rank) {
            goals[(visit.ordinal == 1 ? rank : .late).rawValue].append(goal)
        }
        for edge in edges(open: visit) where hopeless[edge] == nil {
            add(Goal(place: place, edge: edge), rank(of: graph.edges[edge]))
            if graph.edges[edge].isDynamic {
                for target in hidden.prefix(Self.mostTargets) {
                    add(Goal(place: place, edge: edge, target: target), .usual)
                }
            }
            add(Goal(place: place, edge: edge, triesSiblings: true), .late)
        }
    }

    private func rank(of edge: FlowGraph.Edge) -> Rank {
        let failures = StopReason.failures + [.interrupted]
        switch edge.key {
        case "userInputCollection", "userIntentCollection", "maxTimeoutCount": return .usual
        case "maxGarbageCount": return .retry
        case "DEFAULT":
            guard let module = stage.facts.module(edge.module), module.listens else {
                return .usual
            }
            return module.isFree || module.kind == .audioListener ? .usual : .failure
        case _ where edge.key.hasPrefix("stopRecordReason."):
            let isFailure = failures.contains { edge.key.hasSuffix(".\($0.rawValue)") }
            return isFailure ? .failure : .retry
        default: return .failure
        }
    }

    /// Returns the edges by which a visit may end: those of its module, and that of the process
    /// module that said what follows an interruption.
    private func edges(open visit: DraftTake.Visit) -> [Int] {
        let own = edgesOf[visit.module] ?? []
        guard stage.facts.module(visit.module)?.interruptionWord == nil,
            let owner = visit.interruptions
        else { return own }
        return own
            + (edgesOf[owner] ?? []).filter {
                graph.edges[$0].key == "audioInterruptTransition"
            }
    }
}
