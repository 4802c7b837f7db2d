internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

extension ScenarioReader {
    /// The key of `after` that says which of the events that fit is meant.
    static let countKey = "count"
    /// The highest number of an event that a line may wait for.
    private static let countLimit: Int64 = 1_000_000

    /// Reads the trigger that starts a line of the caller; nil where nothing says so.
    mutating func readTrigger(
        _ entry: JSONObject, at path: JSONPath
    ) -> Scenario.Trigger? {
        let delay = readDelay(entry, at: path)
        if entry["after"] != nil, entry["atMs"] != nil {
            survey.report(.error, path.key("atMs"), "\"after\" is there too. Keep one of them")
        }
        if entry["after"] != nil {
            var pattern = survey.object(entry, "after", at: path)
            let place = path.key("after")
            guard let kind = survey.requiredText(pattern, "kind", at: place) else { return nil }
            let count = readCount(&pattern, of: kind, at: place)
            return .after(
                readPattern(pattern, name: kind, key: "kind", at: place), count: count,
                delayMilliseconds: delay)
        }
        guard let time = readTime(entry, "atMs", at: path) else {
            survey.report(.error, path, "A caller line needs \"after\" or \"atMs\".")
            return nil
        }
        return .at(milliseconds: time)
    }

    /// Takes out of `pattern` which of the events that fit is meant, from 1. Where events of `kind`
    /// have a field of that name, it is the field's.
    private mutating func readCount(
        _ pattern: inout JSONObject, of kind: String, at path: JSONPath
    ) -> Int {
        let fields = engine.vocabulary[kind]?.fields ?? []
        guard pattern[Self.countKey] != nil, !fields.contains(where: { $0.name == Self.countKey })
        else { return 1 }
        let count = survey.count(pattern, Self.countKey, at: path)
        pattern[Self.countKey] = nil
        guard let count else { return 1 }
        if !(1...Self.countLimit).contains(count) {
            survey.report(
                .error, path.key(Self.countKey), "\(count) is not 1 to \(Self.countLimit)")
        }
        return Int(min(max(count, 1), Self.countLimit))
    }

    /// The events or callbacks called `name` that `object` asks for.
    mutating func readPattern(
        _ object: JSONObject, name: String, key: String, at path: JSONPath
    ) -> EventPattern {
        var fields = object
        fields[key] = nil
        for member in object.members where member.key.hasPrefix("_") { fields[member.key] = nil }
        var pattern = EventPattern(name: name, fields: fields)
        if let expression = survey.text(object, "matches", at: path) {
            pattern.fields["matches"] = nil
            do throws(TextPatternError) {
                pattern.expression = try TextPattern(expression)
            } catch {
                let told = "\"\(expression.prefix(Self.toldLimit))\""
                survey.report(
                    .error, path.key("matches"),
                    "\(told) is not a regular expression: \(error)")
            }
        }
        return pattern
    }
}
