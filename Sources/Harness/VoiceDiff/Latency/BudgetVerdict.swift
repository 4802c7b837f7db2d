/// Whether the places of a run keep a budget.
package struct BudgetVerdict: Sendable, Hashable {
    /// The budget; where it is about each module or kind, about the one that was judged.
    package var budget: LatencyBudget
    /// Number of latencies that were judged.
    package var count = 0
    /// Number of them that were not measured.
    package var unmeasured = 0
    /// The percentile in microseconds; nil where it falls on a latency that was not measured, or
    /// where nothing was judged.
    package var microseconds: Int64?
    /// The places that are over the budget or not measured, the worst first.
    package var worst: [Worst] = []
    /// Modules of the run, where the budget names one that no turn ended in; else empty.
    package var knownModules: [String] = []

    /// A place that is over a budget.
    package struct Worst: Sendable, Hashable {
        /// The session, as the run was told.
        package var path: String
        /// Turn, or other place, of the session.
        package var place: LatencyPlace
    }

    /// Whether the run is too slow, or was not measured enough to know.
    package var isMissed: Bool {
        guard count > 0 else { return isUnknownModule }
        return microseconds.map { $0 > budget.milliseconds * 1_000 } ?? true
    }

    /// Whether no turn ended in the module that the budget names.
    package var isUnknownModule: Bool {
        guard case .module = budget.scope, count == 0 else { return false }
        return !knownModules.isEmpty
    }

    /// The verdicts on `budgets`, in their order, of the sessions with these places;
    /// `ignoresUnmeasured` leaves out what was not measured, which is over every budget otherwise.
    package static func verdicts(
        on budgets: [LatencyBudget], ignoresUnmeasured: Bool,
        of sessions: [(path: String, places: [LatencyPlace])]
    ) -> [BudgetVerdict] {
        let all = sessions.flatMap { session in
            session.places.map { Worst(path: session.path, place: $0) }
        }
        var modules: [String] = []
        for module in all.compactMap(\.place.module) where !modules.contains(module) {
            modules.append(module)
        }
        return budgets.flatMap { budget in
            budget.scopes(modules).map { scope in
                var budget = budget
                budget.scope = scope
                var verdict = BudgetVerdict(budget: budget)
                verdict.judge(all.filter { budget.isAbout($0.place) }, ignoresUnmeasured)
                if case .module(let name) = scope, !modules.contains(name) {
                    verdict.knownModules = modules
                }
                return verdict
            }
        }
    }

    /// A time longer than any session, in microseconds.
    private static let never = LatencyBudget.limit * 1_000

    private mutating func judge(_ found: [Worst], _ ignoresUnmeasured: Bool) {
        let metric = budget.metric
        let judged = found.compactMap { one -> (Worst, LatencyFigure.Value)? in
            guard let value = one.place.values[metric] else { return nil }
            return ignoresUnmeasured && value.isAtLeast ? nil : (one, value)
        }
        count = judged.count
        unmeasured = judged.count { $0.1.isAtLeast }
        // A latency that was not measured counts as longer than all that were.
        let samples = judged.map {
            LatencySample(microseconds: $0.1.isAtLeast ? Self.never : $0.1.microseconds)
        }
        let value = Percentiles(samples)?[budget.percentile].microseconds
        microseconds = value == Self.never ? nil : value
        worst = judged.filter { $0.1.isAtLeast || $0.1.microseconds > budget.milliseconds * 1_000 }
            .enumerated().sorted { left, right in
                let (one, other) = (left.element.1, right.element.1)
                if one.isAtLeast != other.isAtLeast { return one.isAtLeast }
                return (-one.microseconds, left.offset) < (-other.microseconds, right.offset)
            }.map(\.element.0)
    }
}

extension LatencyBudget {
    /// The scopes that are judged by themselves, in a run with these modules.
    fileprivate func scopes(_ modules: [String]) -> [Scope] {
        switch scope {
        case .eachModule: modules.sorted().map(Scope.module)
        case .eachKind: TurnKind.allCases.map(Scope.kind)
        case .all, .module, .kind: [scope]
        }
    }

    fileprivate func isAbout(_ place: LatencyPlace) -> Bool {
        switch scope {
        case .all, .eachModule, .eachKind: true
        case .module(let name): place.module == name
        case .kind(let kind): place.kinds.contains(kind)
        }
    }
}
