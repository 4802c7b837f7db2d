internal import VoiceJSON
internal import VoiceTime

/// Amount by which a figure may be slower than its baseline before the run fails.
///
/// Shape in a baseline: `{ "all": milliseconds, METRIC: milliseconds, … }`; as text
/// `MILLISECONDS` or `METRIC=MILLISECONDS`.
package struct LatencyTolerance: Sendable, Hashable {
    /// Milliseconds for every figure without a tolerance of its own.
    package var milliseconds: Int64
    /// Milliseconds for the figures of a metric.
    package var own: [LatencyMetric: Int64] = [:]

    /// One hop of the detector: no decision can come later by less.
    package static let standard = LatencyTolerance(milliseconds: 10)
    private static let all = "all"

    /// A tolerance of so many milliseconds for every figure.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The standard, changed by `texts`.
    ///
    /// - Throws: ``DiffError/budget(_:)`` for a text that is no tolerance.
    package init(texts: [String]) throws(DiffError) {
        self = .standard
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let last = parts.last, let number = Int64(last),
                (0...LatencyBudget.limit).contains(number)
            else {
                throw .budget(
                    "'\(text)' is no number of milliseconds from 0. Write 20 or response=20.")
            }
            guard parts.count == 2 else {
                milliseconds = number
                continue
            }
            let budget = try LatencyBudget(
                name: String(parts[0]), scope: .all, milliseconds: number)
            own[budget.metric] = number
        }
    }

    /// The tolerance as a baseline holds it.
    var value: JSONValue {
        var object: JSONObject = [Self.all: .integer(milliseconds)]
        for metric in LatencyMetric.allCases {
            object[metric.rawValue] = own[metric].map { .integer($0) }
        }
        return .object(object)
    }

    /// Reads what a baseline holds; nil when it is not what should stand there.
    init?(_ value: JSONValue) {
        guard let object = value.object else { return nil }
        self = .standard
        for member in object.members {
            guard let number = member.value.integer, (0...LatencyBudget.limit).contains(number)
            else { return nil }
            if member.key == Self.all {
                milliseconds = number
            } else if let metric = LatencyMetric(rawValue: member.key) {
                own[metric] = number
            } else {
                return nil
            }
        }
    }

    /// Returns the meaning of a change from one outcome to another, on clocks of these rates; nil
    /// where it stays within the tolerance.
    func kind(
        _ metric: LatencyMetric, _ expected: JSONValue?, _ found: JSONValue?,
        rates: (SampleRate, SampleRate)
    ) -> LatencyComparison.Change.Kind? {
        guard let expected else { return .other }
        let (before, after) = (Outcome(expected, rates.0), Outcome(found, rates.1))
        if before.rank != after.rank {
            // An outcome that counted and no longer does is not faster for that.
            if after.rank == .excluded { return .worse }
            if before.rank == .excluded, after.rank == .measured { return .other }
            return after.rank.rawValue > before.rank.rawValue ? .worse : .better
        }
        switch after.rank {
        case .excluded, .censored: return .other
        case .measured, .talkedOver:
            // Earlier is worse where the app talked over its caller.
            let change = after.microseconds - before.microseconds
            let slower = after.rank == .measured ? change : -change
            guard abs(slower) > (own[metric] ?? milliseconds) * 1_000 else { return nil }
            return slower > 0 ? .worse : .better
        }
    }

    /// An outcome as a baseline holds it.
    private struct Outcome {
        enum Rank: Int {
            case excluded, measured, censored, talkedOver
        }

        let rank: Rank
        let microseconds: Int64

        init(_ value: JSONValue?, _ rate: SampleRate) {
            let object = value?.object ?? [:]
            rank =
                switch object["outcome"]?.string {
                case "measured": .measured
                case "censored": .censored
                case "talkedOver": .talkedOver
                default: .excluded
                }
            microseconds = rate.microseconds(object["frames"]?.integer ?? 0)
        }
    }
}
