internal import VoiceJSON

extension RequestForm {
    /// Members of the event of a request: what it asks and shows, how often it asks again, and
    /// everything else that its author wrote.
    var told: JSONObject {
        var fields: JSONObject = [
            "ask": .string(kind.rawValue), "prompt": .string(display),
            "retries": .integer(retries.map { Int64($0) } ?? -1),
        ]
        if let prompt, prompt.json != .string(display) { fields["spoken"] = prompt.json }
        fields["followup"] = followupPrompt.map { .string($0) }
        if !options.isEmpty { fields["options"] = .array(options.map(\.told)) }
        if !templates.isEmpty { fields["templates"] = Self.texts(templates) }
        if commands != .null { fields["commands"] = commands }
        if !globals.isEmpty {
            var wordings = JSONObject()
            for global in globals { wordings[global.name] = Self.texts(global.wordings) }
            fields["globals"] = .object(wordings)
        }
        let deciders = [
            ("interpreter", interpreter), ("responder", responder), ("recognizer", recognizer),
        ]
        for (name, decider) in deciders where decider != .standard {
            fields[name] = .string(decider.rawValue)
        }
        return fields
    }

    private static func texts(_ texts: [String]) -> JSONValue {
        .array(texts.map { .string($0) })
    }
}

extension RequestForm.Option {
    /// The label, with its aliases where it has some.
    fileprivate var told: JSONValue {
        guard !aliases.isEmpty else { return .string(label) }
        return ["label": .string(label), "aliases": .array(aliases.map { .string($0) })]
    }
}
