internal import VoiceJSON

/// Scenario while it is drafted: acts of the caller, the app and the world.
struct DraftScript: Sendable, Hashable {
    /// One line of the caller.
    struct Line: Sendable, Hashable {
        /// The event that it follows.
        var after: JSONObject
        var delay: Int64
        var text: String
        /// Words a minute; nil for the usual pace.
        var pace: Int64?
        /// Failure of the recognizer.
        var failure: String?

        var json: JSONValue {
            var object: JSONObject = ["after": .object(after), "say": .string(text)]
            if delay > 0 { object["delayMs"] = .integer(delay) }
            if let pace { object["rate"] = .integer(pace) }
            if let failure { object["fails"] = .string(failure) }
            return .object(object)
        }
    }

    /// One rule of the app.
    struct Rule: Sendable, Hashable {
        enum Trigger: Sendable, Hashable {
            case callback(JSONObject)
            case time(Int64)
        }

        var trigger: Trigger
        /// The call or the news, and its value; nil for a callback that only takes long.
        var action: (key: String, value: JSONValue)?
        /// Time from the callback to the news, in milliseconds.
        var delay: Int64 = 0
        /// Duration of the callback, in milliseconds.
        var duration: Int64 = 0
        var times: Int64 = 1

        static func == (left: Self, right: Self) -> Bool { left.json == right.json }
        func hash(into hasher: inout Hasher) { hasher.combine(json) }

        var json: JSONValue {
            var object = JSONObject()
            switch trigger {
            case .callback(let pattern): object["on"] = .object(pattern)
            case .time(let time): object["atMs"] = .integer(time)
            }
            if let action { object[action.key] = action.value }
            if delay > 0 { object["delayMs"] = .integer(delay) }
            if duration > 0 { object["returnAfterMs"] = .integer(duration) }
            if times != 1 { object["times"] = .integer(times) }
            return .object(object)
        }
    }

    var lines: [Line] = []
    var rules: [Rule] = []

    /// Number of acts of caller, app and world.
    var count: Int { lines.count + rules.reduce(0) { $0 + Int($1.times) } }

    /// Number of acts that a caller would not expect: what fails, is denied or interrupted.
    var mishaps: Int {
        let news = ["audioSession", "permission", "device"]
        return lines.count { $0.failure != nil }
            + rules.count { news.contains($0.action?.key ?? "") }
    }

    /// Adds a rule; one that is there already acts once more.
    mutating func add(_ rule: Rule) {
        if let index = rules.firstIndex(where: { known in
            known.trigger == rule.trigger && known.action?.key == rule.action?.key
                && known.action?.value == rule.action?.value && known.delay == rule.delay
        }) {
            rules[index].times += rule.times
        } else {
            rules.append(rule)
        }
    }

    /// The scenario file, with what its author should know and what must happen.
    func file(comment: String?, expecting events: [JSONObject], seconds: Int64) -> [UInt8] {
        var root: JSONObject = [
            "silence": "digital", "limits": .object(["seconds": .integer(seconds)]),
        ]
        if let comment { root["_COMMENT_"] = .string(comment) }
        if !lines.isEmpty { root["caller"] = .array(lines.map(\.json)) }
        if !rules.isEmpty { root["app"] = .array(rules.map(\.json)) }
        if !events.isEmpty { root["expect"] = .array(events.map(JSONValue.object)) }
        return JSONWriter.prettyBytes(.object(root))
    }
}
