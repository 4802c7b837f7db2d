internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// Rules that wait for the answer of a call: `"on": {"reply": "listen", "value": "yes"}`.
extension ScenarioReader {
    /// The names of the calls that the engine answers.
    private var answeredCalls: [EngineDeclaration.Call] { engine.calls.filter(\.isAnswered) }

    mutating func readReplyTrigger(
        _ pattern: JSONObject, at place: JSONPath
    ) -> Scenario.Rule.Trigger? {
        if pattern["callback"] != nil {
            survey.report(
                .error, place.key("callback"), "\"reply\" is there too. Keep one of them")
        }
        guard let name = survey.requiredText(pattern, "reply", at: place) else { return nil }
        guard let call = engine.calls.first(where: { $0.name == name }) else {
            survey.report(
                .error, place.key("reply"),
                NearMiss.unknown(
                    "call", name, among: answeredCalls.map(\.name), quotes: "\"",
                    otherwise: "\(answeredNames)."))
            return nil
        }
        guard call.isAnswered else {
            survey.report(
                .error, place.key("reply"),
                "\"\(name)\" is never answered: the engine declares no answer. \(answeredNames)")
            return nil
        }
        let known = Set(call.arguments.map(\.name) + ["callback", "reply", "matches"])
            .union([ReplyKey.value, ReplyKey.reason, ReplyKey.failed])
        survey.noteUnknownKeys(pattern, known: known, at: place, severity: .error)
        return .reply(readPattern(pattern, name: name, key: "reply", at: place))
    }

    private var answeredNames: String {
        let names = answeredCalls.map(\.name).joined(separator: ", ")
        return names.isEmpty
            ? "The engine \(engine.kind) answers no call" : "Wait for one of: \(names)"
    }

    /// Refuses actions that a rule cannot do when a call is answered.
    mutating func checkReply(_ rule: Scenario.Rule, _ entry: JSONObject, at path: JSONPath) {
        guard case .reply = rule.trigger else { return }
        if entry["returnAfterMs"] != nil {
            survey.report(
                .error, path.key("returnAfterMs"),
                "only a callback returns. Write \"delayMs\" to call later than the answer")
        }
        if !rule.news.isEmpty {
            survey.report(
                .error, path,
                "a rule with \"reply\" cannot set audioSession, permission or device. Put them "
                    + "into a rule with \"callback\" or \"atMs\"")
        }
    }

    /// Refuses rules that wait for the answer of a call that none of `rules` makes.
    mutating func checkAwaitedCalls(of rules: [Scenario.Rule]) {
        let entries = survey.document.root.object?["app"]?.array ?? []
        let made = Set(rules.flatMap(\.calls).map(\.name))
        for (index, entry) in entries.enumerated() {
            guard let name = entry.object?["on"]?.object?["reply"]?.string, !made.contains(name),
                answeredCalls.contains(where: { $0.name == name })
            else { continue }
            survey.report(
                .error, JSONPath.root.key("app").index(index).key("on").key("reply"),
                "no rule makes the call \"\(name)\", so its answer never comes. Add a rule that "
                    + "makes the call")
        }
    }
}
