internal import VoiceJSON

/// Patterns that no event or callback of the engine ever fits, and lines and rules without effect.
extension ScenarioNames {
    /// Reports keys of a pattern that the event or callback does not have, and words it never
    /// tells.
    mutating func checkShape(
        _ pattern: JSONObject, _ nameKey: String, of vocabulary: PatternVocabulary, for use: Use,
        at path: JSONPath
    ) {
        guard let name = pattern[nameKey]?.string else { return }
        guard let fields = vocabulary.fields[name] else {
            // The reader of scenarios reports unknown callbacks.
            guard nameKey == "kind" else { return }
            survey.report(
                .fault, path.key(nameKey),
                NearMiss.unknown(
                    "kind of event", name, among: vocabulary.fields.keys.sorted(), quotes: "\""))
            return
        }
        let takesExpression = fields.contains("text") || fields.contains("hypothesis")
        for member in pattern.members where !member.key.hasPrefix("_") {
            guard member.key != nameKey, !fields.contains(member.key) else { continue }
            if member.key == "matches", takesExpression { continue }
            let known = fields.sorted() + (takesExpression ? ["matches"] : [])
            let near = NearMiss.hint(for: member.key, in: known, quotes: "\"")
            let list =
                known.isEmpty ? " Remove it." : " Use one of: \(known.joined(separator: ", "))."
            survey.report(
                .fault, path.key(member.key),
                "\(name) has no \"\(member.key)\", so \(use.rawValue)."
                    + (near.isEmpty ? list : near))
        }
        for (key, words) in (PatternVocabulary.words[name] ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let value = pattern[key], !words.contains(value.string ?? "") else { continue }
            let near = NearMiss.hint(for: value.string ?? "", in: words, quotes: "\"")
            survey.report(
                .fault, path.key(key),
                "The \(key) of \(name) is never \(JSONWriter.text(value))."
                    + (near.isEmpty ? " Use one of: \(words.joined(separator: ", "))." : near))
        }
        guard name == "media" || name == "MediaEvent",
            let why = PatternVocabulary.impossibleMedia(pattern)
        else { return }
        survey.report(.fault, path.key("event"), why)
    }

    /// Callbacks that the module they name never makes.
    mutating func checkKind(_ pattern: JSONObject, for use: Use, at path: JSONPath) {
        guard let id = pattern["module"]?.string, let kind = kinds[id] else { return }
        let isPossible: Bool
        switch pattern["callback"]?.string {
        case "SRHypothesis": isPossible = kind.takesIntents
        case "PlayAudioSegmentData":
            isPossible =
                kind == .playAudio || kind == .audioDialog || kind == .audioListener
                || kind == .recordAudio
        default: return
        }
        if !isPossible {
            survey.report(
                .fault, path.key("module"),
                "Modules of type \(kind.rawValue) never make this callback, so \(use.rawValue).")
        }
    }

    /// Rules that never act: no times, too late, or for an answer that nothing brings.
    mutating func checkChances(_ rule: JSONObject, at path: JSONPath, hasPermissions: Bool) {
        if let times = rule["times"].flatMap(ScalarText.integer), times <= 0 {
            survey.report(
                .fault, path.key("times"), "\"times\" is \(times), so this rule never acts.")
        }
        checkTime(rule, for: .rule, at: path)
        let callback = rule["on"]?.object?["callback"]?.string
        if callback == "PermissionEvent", !hasPermissions {
            survey.report(
                .fault, path.key("on"),
                "No rule answers the request for a permission, so this rule never acts. "
                    + "Add a rule with \"permission\".")
        }
    }

    /// Reports what is to happen after the session's end.
    mutating func checkTime(_ entry: JSONObject, for use: Use, at path: JSONPath) {
        guard entry["on"] == nil, entry["after"] == nil,
            let time = entry["atMs"].flatMap(ScalarText.integer)
        else { return }
        let limits = survey.document.root.object?["limits"]?.object
        let seconds = limits?["seconds"].flatMap(ScalarText.integer) ?? Self.usualSeconds
        guard seconds > 0, time / 1_000 >= seconds else { return }
        survey.report(
            .fault, path.key("atMs"),
            "The session ends after \(seconds) s at the latest, so \(use.rawValue). "
                + "Raise limits.seconds.")
    }

    /// The length of a session whose scenario names none.
    private static let usualSeconds: Int64 = 120

    /// Reports keys of a caller's line that have no effect beside its speech, and missing clips.
    mutating func checkLine(
        _ line: JSONObject, at path: JSONPath, hasClip: ((String) -> Bool)?
    ) {
        if line["say"] != nil {
            if line["words"] != nil {
                survey.report(
                    .fault, path.key("words"),
                    "\"words\" has no effect beside \"say\". Remove it.")
            }
        } else {
            for key in ["voice", "rate"] where line[key] != nil {
                survey.report(
                    .warning, path.key(key),
                    "\"\(key)\" has no effect beside \"play\". Remove it.")
            }
        }
        checkClip(line, at: path, hasClip)
    }

    mutating func checkClip(
        _ entry: JSONObject, at path: JSONPath, _ hasClip: ((String) -> Bool)?
    ) {
        guard let hasClip, let clip = entry["play"]?.string, !hasClip(clip) else { return }
        survey.report(
            .fault, path.key("play"),
            "The clip \"\(clip)\" is missing. Put it beside the scenario, or name its folder with"
                + " --media.")
    }

    /// An intent that no module lists and that nothing reads.
    mutating func checkIntent(_ rule: JSONObject, at path: JSONPath) {
        let field = rule["setField"]?.object
        let isField = field?["name"]?.string == FieldRepository.intentName
        let key = isField ? "setField" : "setIntent"
        let value = isField ? field?["value"] : rule["setIntent"]
        guard let intent = value?.string ?? value?.object?["intent"]?.string, let intents,
            !intents.contains(intent)
        else { return }
        let names = intents.sorted()
        let near = NearMiss.hint(for: intent, in: names, quotes: "\"")
        let list = names.isEmpty ? "" : " Use one of: \(names.joined(separator: ", "))."
        survey.report(
            .fault, path.key(key),
            "No module lists the intent \"\(intent)\", so setting it changes nothing."
                + (near.isEmpty ? list : near))
    }

    /// A value that a field does not take.
    mutating func checkValue(_ rule: JSONObject, at path: JSONPath) {
        guard let call = rule["setField"]?.object, let name = call["name"]?.string,
            let value = call["value"]
        else { return }
        for use in expectations where use.field == name {
            guard let complaint = use.complaint(about: value) else { continue }
            survey.report(.warning, path.key("setField").key("value"), complaint)
            return
        }
    }
}
