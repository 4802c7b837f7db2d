public import VoiceJSON

extension EventVocabulary {
    /// The vocabulary as `session.json` holds it:
    ///
    ///     { "scope": what a scope is called, "kinds": [ {
    ///       "kind", "role"?: ``EventRole``, "lane"?: ``EventLane``, "sentence"?,
    ///       "fields"?: [ { "name", "role"?: ``FieldRole``, "identity"?: true, "word"?,
    ///                      "unit"?: ``EventUnit`` } ],
    ///       "cases"?: [ { "when": { FIELD: [values] }, "role", "lane"?, "sentence"? } ],
    ///       "detail"?: [ [names of evidence] ], "shared"?: [ways] } ],
    ///       "evidence"?: { NAME: ``EventUnit`` } }
    public var value: JSONValue {
        var object: JSONObject = [
            "scope": .string(scopeWord), "kinds": .array(kinds.map { .object($0.object) }),
        ]
        var units: JSONObject = [:]
        for (name, unit) in evidence { units[name] = .string(unit.rawValue) }
        if !evidence.isEmpty { object["evidence"] = .object(units) }
        return .object(object)
    }
}

extension EventKind {
    fileprivate var object: JSONObject {
        var object: JSONObject = ["kind": .string(name)]
        if role != .other { object["role"] = .string(role.rawValue) }
        object["lane"] = lane.map { .string($0.rawValue) }
        object["sentence"] = sentence.map { .string($0) }
        if !fields.isEmpty { object["fields"] = .array(fields.map { .object($0.object) }) }
        if !cases.isEmpty { object["cases"] = .array(cases.map { .object($0.object) }) }
        if !detail.isEmpty { object["detail"] = .array(detail.map { .strings($0) }) }
        if !shared.isEmpty { object["shared"] = .strings(shared) }
        return object
    }
}

extension EventField {
    fileprivate var object: JSONObject {
        var object: JSONObject = ["name": .string(name)]
        object["role"] = role.map { .string($0.rawValue) }
        if isIdentity { object["identity"] = true }
        object["word"] = word.map { .string($0) }
        object["unit"] = unit.map { .string($0.rawValue) }
        return object
    }
}

extension EventCase {
    fileprivate var object: JSONObject {
        var when: JSONObject = [:]
        for condition in conditions { when[condition.field] = .strings(condition.values) }
        var object: JSONObject = ["when": .object(when), "role": .string(role.rawValue)]
        object["lane"] = lane.map { .string($0.rawValue) }
        object["sentence"] = sentence.map { .string($0) }
        return object
    }
}

extension JSONValue {
    fileprivate static func strings(_ texts: [String]) -> JSONValue {
        .array(texts.map { .string($0) })
    }
}
