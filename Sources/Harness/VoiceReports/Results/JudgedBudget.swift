package import VoiceDiff
internal import VoiceJSON

/// A budget, whether a run keeps it, and what asked for it.
package struct JudgedBudget: Sendable, Hashable {
    /// Outcome: whether the run keeps the budget, and where it does not.
    package let verdict: BudgetVerdict
    /// The project's file that asks for it; nil for an option.
    package let file: String?

    /// Turns that a fault names in its sentence, and at most in all.
    private static let namedLimit = 3
    private static let turnLimit = 10

    /// The budget in few words: `budget response.p90 <= 1200 missed by 40 ms`.
    var words: String {
        let budget = verdict.budget
        let name = "budget \(budget.subject) <= \(budget.milliseconds)"
        if verdict.isUnknownModule { return "\(name) judges no turn" }
        if verdict.count == 0 { return "\(name) judges nothing" }
        guard verdict.isMissed else { return "\(name) kept" }
        return verdict.microseconds == nil
            ? "\(name) missed: \(verdict.unmeasured) of \(verdict.count) not measured"
            : "\(name) missed by \(excess) ms"
    }

    private var excess: String {
        let over = (verdict.microseconds ?? 0) - verdict.budget.milliseconds * 1_000
        return LatencyValues.text(microseconds: over)
    }

    /// The JSON: `{ "budget", "allowedUs", "us"?, "count", "unmeasured", "isMissed", "file"? }`.
    var value: JSONValue {
        var object: JSONObject = [
            "budget": .string(verdict.budget.subject),
            "allowedUs": .integer(verdict.budget.milliseconds * 1_000),
            "count": .integer(Int64(verdict.count)),
            "unmeasured": .integer(Int64(verdict.unmeasured)),
            "isMissed": .bool(verdict.isMissed),
            "turns": .array(
                (fault?.turns ?? []).map { turn in
                    var object: JSONObject = [
                        "path": .string(turn.path), "line": .integer(Int64(turn.fault.line)),
                        "what": .string(turn.fault.what),
                    ]
                    object["module"] = turn.fault.module.map { .string($0) }
                    return .object(object)
                }),
        ]
        object["us"] = verdict.microseconds.map { .integer($0) }
        object["file"] = file.map { .string($0) }
        return .object(object)
    }

    /// Reason why the run fails; nil where the budget is kept.
    package var fault: RunFault? {
        guard verdict.isMissed else { return nil }
        var fault = RunFault(.differs, (file.map { "\($0): " } ?? "") + sentence)
        fault.turns = verdict.worst.prefix(Self.turnLimit).map { worst in
            RunFault.Turn(path: worst.path, fault: turn(worst.place))
        }
        return fault
    }

    private var sentence: String {
        let budget = verdict.budget
        let ask = file == nil ? "--max" : "\"latency\""
        if case .module(let name) = budget.scope, verdict.isUnknownModule {
            let hint = NearMiss.hint(for: name, in: verdict.knownModules, quotes: "\"")
            return "\(ask) names the module \"\(name)\", and no turn of the run ends in it."
                + (hint.isEmpty ? " Correct the name, or remove the budget." : hint)
        }
        let count = "\(verdict.count) \(budget.metric.isOfTurns ? "turns" : "places")"
        let told: String
        if let value = verdict.microseconds {
            told =
                "\(budget.subject) takes \(LatencyValues.text(microseconds: value)) ms over"
                + " \(count), \(excess) ms more than the"
                + " \(budget.milliseconds) ms that \(ask) allows"
        } else {
            told =
                "\(budget.subject) is not known, and \(ask) allows \(budget.milliseconds) ms:"
                + " \(verdict.unmeasured) of \(count) were not measured"
        }
        let worst = verdict.worst.prefix(Self.namedLimit).map { worst in
            "\(worst.path) \(worst.place.what): \(value(of: worst.place))"
        }
        return "\(told)." + (worst.isEmpty ? "" : " Worst: \(worst.joined(separator: ", ")).")
    }

    private func value(of place: LatencyPlace) -> String {
        guard let value = place.values[verdict.budget.metric] else { return "none" }
        return (value.isAtLeast ? "at least " : "")
            + "\(LatencyValues.text(microseconds: value.microseconds)) ms"
    }

    /// Returns the turn as annotations show it: its duration, the limit it exceeds, and its parts.
    private func turn(_ place: LatencyPlace) -> TurnFault {
        let metric = verdict.budget.metric
        var what =
            "\(place.what) at \(LatencyValues.text(microseconds: place.at)) ms: \(metric.rawValue)"
            + " \(value(of: place))"
        if let reason = place.reasons[metric] { what += " (\(reason))" }
        if metric == .response, !place.parts.isEmpty {
            what += " = " + LatencyValues.sum(place.parts, hasOwners: true)
        }
        return TurnFault(
            .budget, rule: "\(verdict.budget.subject)<=\(verdict.budget.milliseconds)", what: what,
            frames: place.frames, line: place.line, module: place.module)
    }
}
