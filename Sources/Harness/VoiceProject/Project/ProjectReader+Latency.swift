internal import VoiceDiff
internal import VoiceJSON

extension ProjectReader {
    /// Reads the budgets of the latencies of the project's turns.
    mutating func readLatency(_ root: JSONObject) {
        guard root["latency"] != nil else { return }
        let path = JSONPath.root.key("latency")
        let object = survey.object(root, "latency", at: .root)
        for member in object.members where !Self.latencyKeys.contains(member.key) {
            readBudget(member, .all, at: path)
        }
        for (key, group) in [("modules", "module"), ("kinds", "kind")] {
            let groups = survey.object(object, key, at: path)
            for member in groups.members where !member.key.hasPrefix("_") {
                readBudgets(groups, member.key, of: group, at: path.key(key))
            }
        }
        guard let word = survey.text(object, "unmeasured", at: path) else { return }
        project.ignoresUnmeasured = word == "ignore"
        guard !["ignore", "over"].contains(word) else { return }
        survey.report(
            .error, path.key("unmeasured"),
            "Unknown word \"\(word)\". \"ignore\" leaves out what was not measured, \"over\" (the"
                + " default) counts it as over every budget")
    }

    private static let latencyKeys: Set<String> = ["modules", "kinds", "unmeasured"]

    /// The budgets of one module or kind.
    private mutating func readBudgets(
        _ groups: JSONObject, _ name: String, of group: String, at path: JSONPath
    ) {
        do {
            let scope = try LatencyBudget.scope(of: group, named: name)
            for member in survey.object(groups, name, at: path).members {
                readBudget(member, scope, at: path.key(name))
            }
        } catch { survey.report(.error, path.key(name), Self.clause(error)) }
    }

    private mutating func readBudget(
        _ member: JSONObject.Member, _ scope: LatencyBudget.Scope, at path: JSONPath
    ) {
        guard !member.key.hasPrefix("_") else { return }
        guard let milliseconds = ScalarText.integer(member.value) else {
            survey.report(
                .error, path.key(member.key),
                "found \(member.value.kindName), expected a whole number of milliseconds")
            return
        }
        do {
            project.budgets.append(
                try LatencyBudget(name: member.key, scope: scope, milliseconds: milliseconds))
        } catch { survey.report(.error, path.key(member.key), Self.clause(error)) }
    }

    /// An error as a finding tells it: without the full stop.
    private static func clause(_ error: DiffError) -> String {
        let text = error.description
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
