internal import VoiceJSON

/// The most that a percentile of a latency may take, over all turns or over some of them.
///
/// Shape as text: `METRIC[.PERCENTILE][@module:NAME|@kind:KIND]=MILLISECONDS`; without a percentile
/// the largest value is meant, and `*` in place of a name judges each module or kind by itself.
package struct LatencyBudget: Sendable, Hashable {
    /// Places that are judged.
    package enum Scope: Sendable, Hashable {
        /// Every turn, prompt and sound.
        case all
        /// Turns that end in this module.
        case module(String)
        /// Turns of this kind.
        case kind(TurnKind)
        /// The turns of each module by themselves.
        case eachModule
        /// The turns of each kind by themselves.
        case eachKind
    }

    /// Metric of the budget; never wall time.
    package var metric: LatencyMetric
    /// Percentile of its values that is judged.
    package var percentile: LatencyPercentile
    /// Turns or sounds that it is about.
    package var scope: Scope
    /// The most it may take.
    package var milliseconds: Int64

    /// The longest budget: as long as a session can be.
    package static let limit: Int64 = 48 * 3_600_000
    /// Metrics that a budget can be about: wall time differs from machine to machine.
    package static let metrics = LatencyMetric.allCases.filter { $0 != .blockCompute }

    /// A budget of so many milliseconds.
    package init(
        _ metric: LatencyMetric, _ percentile: LatencyPercentile = .max, scope: Scope = .all,
        milliseconds: Int64
    ) {
        self.metric = metric
        self.percentile = percentile
        self.scope = scope
        self.milliseconds = milliseconds
    }

    /// Subject of the judgement, as in `response.p90` or `response.p90@module:AskSize`.
    package var subject: String {
        let name = "\(metric.rawValue).\(percentile.rawValue)"
        return switch scope {
        case .all: name
        case .module(let module): "\(name)@module:\(module)"
        case .kind(let kind): "\(name)@kind:\(kind.rawValue)"
        case .eachModule: "\(name)@module:*"
        case .eachKind: "\(name)@kind:*"
        }
    }

    /// The budget as text.
    package var text: String { "\(subject)=\(milliseconds)" }

    /// Reads the text of a budget.
    ///
    /// - Throws: ``DiffError/budget(_:)`` with what is wrong and what can stand there.
    package init(_ text: String) throws(DiffError) {
        guard let mark = text.lastIndex(of: "=") else {
            throw .budget(
                "'\(text)' has no '='. Write METRIC.PERCENTILE=MILLISECONDS, as in"
                    + " response.p90=1200.")
        }
        let number = text[text.index(after: mark)...]
        guard let milliseconds = Int64(number) else {
            throw .budget("'\(number)' in '\(text)' is no whole number of milliseconds.")
        }
        var name = text[..<mark]
        var scope = Scope.all
        if let at = name.firstIndex(of: "@") {
            scope = try Self.scope(name[name.index(after: at)...], in: text)
            name = name[..<at]
        }
        try self.init(name: String(name), scope: scope, milliseconds: milliseconds)
    }

    /// A budget of what `name`, as in `response.p90`, says.
    ///
    /// - Throws: ``DiffError/budget(_:)`` with what is wrong and what can stand there.
    package init(name: String, scope: Scope, milliseconds: Int64) throws(DiffError) {
        guard (0...Self.limit).contains(milliseconds) else {
            throw .budget("\(milliseconds) ms is no budget. Allow 0 to \(Self.limit) ms.")
        }
        let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let metric = Self.metrics.first(where: { $0.rawValue == parts[0] }) else {
            throw .budget(
                NearMiss.unknown(
                    "latency", String(parts[0]), among: Self.metrics.map(\.rawValue)))
        }
        var percentile = LatencyPercentile.max
        if parts.count > 1 {
            guard let known = LatencyPercentile(rawValue: String(parts[1])) else {
                throw .budget(
                    NearMiss.unknown(
                        "percentile", String(parts[1]),
                        among: LatencyPercentile.allCases.map(\.rawValue)))
            }
            percentile = known
        }
        guard scope == .all || metric.isOfTurns else {
            throw .budget(
                "\(metric.rawValue) is no latency of turns, which modules and kinds have."
                    + " Leave the module or the kind out.")
        }
        self.init(metric, percentile, scope: scope, milliseconds: milliseconds)
    }

    private static func scope(
        _ text: Substring, in whole: String
    ) throws(DiffError) -> Scope {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty, ["module", "kind"].contains(parts[0]) else {
            throw .budget(
                "'@\(text)' in '\(whole)' names no module and no kind. Write @module:NAME"
                    + " or @kind:NAME.")
        }
        return try scope(of: String(parts[0]), named: String(parts[1]))
    }

    /// The scope that `group`, `module` or `kind`, and a name in it say; `*` is each of them.
    ///
    /// - Throws: ``DiffError/budget(_:)`` for a kind that is not known.
    package static func scope(
        of group: String, named name: String
    ) throws(DiffError) -> Scope {
        guard group == "kind" else { return name == "*" ? .eachModule : .module(name) }
        guard name != "*" else { return .eachKind }
        guard let kind = TurnKind(rawValue: name) else {
            throw .budget(
                NearMiss.unknown("kind of turn", name, among: TurnKind.allCases.map(\.rawValue)))
        }
        return .kind(kind)
    }
}
