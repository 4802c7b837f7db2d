internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

extension ScenarioReader {
    mutating func readRules(_ root: JSONObject) {
        let own = ["on", "atMs", "times", "returnAfterMs", "delayMs"]
        for (entry, path) in survey.list(root, "app", at: .root) {
            guard let trigger = readRuleTrigger(entry, at: path) else { continue }
            let times = survey.count(entry, "times", at: path) ?? 1
            var rule = Scenario.Rule(
                trigger: trigger, times: Int(clamping: times), calls: [], returnMilliseconds: 0)
            rule.returnMilliseconds = readTime(entry, "returnAfterMs", at: path) ?? 0
            rule.delayMilliseconds = readDelay(entry, at: path)
            for member in asWritten(entry, at: path) where !member.key.hasPrefix("_") {
                guard !own.contains(member.key) else { continue }
                if NewsWord(rawValue: member.key) != nil {
                    if let news = readNews(member.key, member.value, at: path.key(member.key)) {
                        rule.news.append(news)
                    }
                } else if let call = readCall(member.key, member.value, at: path.key(member.key)) {
                    rule.calls.append(call)
                }
            }
            if rule.calls.isEmpty, rule.news.isEmpty, rule.returnMilliseconds == 0 {
                survey.report(
                    .error, path,
                    "The rule does nothing. Add one of: \(callNames.joined(separator: ", ")).")
            }
            checkReply(rule, entry, at: path)
            scenario.rules.append(rule)
        }
    }

    /// The members of `entry` in the order of the file: an app's calls happen as they are written.
    private func asWritten(_ entry: JSONObject, at path: JSONPath) -> [JSONObject.Member] {
        guard entry.members.count > 2 else { return entry.members }
        let placed = entry.members.map { (survey.document.place(of: path.key($0.key)), $0) }
        return placed.sorted { ($0.0.line, $0.0.column) < ($1.0.line, $1.0.column) }.map(\.1)
    }

    private var callNames: [String] {
        engine.calls.map(\.name) + NewsWord.allCases.map(\.rawValue) + ["returnAfterMs"]
    }

    /// News that a scenario can let the world bring.
    private enum NewsWord: String, CaseIterable {
        case audioSession, permission, device
    }

    /// `"audioSession": "began"`, `"permission": {"what": …, "answer": …}`,
    /// `"device": {"event": …, "reason": …}`.
    private mutating func readNews(
        _ word: String, _ value: JSONValue, at path: JSONPath
    ) -> SessionInput? {
        switch NewsWord(rawValue: word) {
        case .audioSession:
            guard let event = value.string, ["began", "ended"].contains(event) else {
                survey.report(.error, path, "write \"began\" or \"ended\"")
                return nil
            }
            return .audioSession(.interruption(event == "began"))
        case .permission:
            guard let input = value.object.flatMap({ SessionInput(permission: $0) }),
                case .permission(let permission, let answer, _) = input,
                Permission.known.contains(permission), PermissionAnswer.given.contains(answer)
            else {
                let permissions = Permission.known.map(\.rawValue).joined(separator: ", ")
                let answers = PermissionAnswer.given.map(\.rawValue).joined(separator: ", ")
                survey.report(
                    .error, path,
                    "write an object with \"what\" (\(permissions)) and"
                        + " \"answer\" (\(answers))")
                return nil
            }
            return input
        case .device:
            let failures = StopReason.failures.map(\.rawValue)
            guard let input = value.object.map({ SessionInput(device: $0) }),
                case .device(let news, _) = input, Self.isFailure(news, for: failures)
            else {
                survey.report(
                    .error, path,
                    "write an object with \"event\" (recordingFailed, playbackFailed) and"
                        + " \"reason\" (\(failures.joined(separator: ", ")))")
                return nil
            }
            return input
        case nil: return nil
        }
    }

    private static func isFailure(_ news: DeviceNews, for reasons: [String]) -> Bool {
        switch news {
        case .recordingFailed(let reason), .playbackFailed(let reason):
            reasons.contains(reason ?? "unknown")
        case .opened, .lost, .underrun, .saved, .other: false
        }
    }

    private mutating func readRuleTrigger(
        _ entry: JSONObject, at path: JSONPath
    ) -> Scenario.Rule.Trigger? {
        guard entry["on"] != nil else {
            guard let time = readTime(entry, "atMs", at: path) else {
                survey.report(.error, path, "A rule needs \"on\" or \"atMs\".")
                return nil
            }
            return .at(milliseconds: time)
        }
        let pattern = survey.object(entry, "on", at: path)
        let place = path.key("on")
        if pattern["reply"] != nil { return readReplyTrigger(pattern, at: place) }
        guard let name = survey.requiredText(pattern, "callback", at: place) else { return nil }
        if !engine.callbacks.contains(name) {
            survey.report(
                .error, place.key("callback"),
                NearMiss.unknown("callback", name, among: engine.callbacks, quotes: "\""))
        }
        return .callback(readPattern(pattern, name: name, key: "callback", at: place))
    }

    private mutating func readCall(
        _ name: String, _ value: JSONValue, at path: JSONPath
    ) -> EngineCall? {
        guard let call = engine.calls.first(where: { $0.name == name }) else {
            survey.report(
                .error, path, NearMiss.unknown("call", name, among: callNames, quotes: "\""))
            return nil
        }
        var arguments = JSONObject()
        let needed = call.arguments.filter { !$0.isOptional }
        switch value {
        case .object(let object): arguments = object
        case .bool(true) where needed.isEmpty: break
        default:
            guard needed.count == 1 else {
                let labels = needed.map(\.name).joined(separator: ", ")
                survey.report(
                    .error, path,
                    needed.isEmpty ? "write true" : "write an object with \(labels)")
                return nil
            }
            arguments[needed[0].name] = value
        }
        for argument in call.arguments {
            guard let given = arguments[argument.name] else {
                if argument.isOptional { continue }
                survey.report(.error, path, "\"\(argument.name)\" is missing")
                return nil
            }
            if !argument.isAnyValue, given.string == nil {
                survey.report(
                    .error, path.key(argument.name),
                    "found \(given.kindName), expected a string")
                return nil
            }
        }
        let known = Set(call.arguments.map(\.name))
        survey.noteUnknownKeys(arguments, known: known, at: path, severity: .error)
        for member in arguments.members where !known.contains(member.key) {
            arguments[member.key] = nil
        }
        return EngineCall(facade: engine.kind, name: name, arguments: arguments)
    }
}
