public import VoiceMedia
public import VoiceTrace

/// Reads a scenario file.
public struct ScenarioReader {
    /// The scenario, as far as it could be read.
    public private(set) var scenario = Scenario()
    /// What is wrong with it.
    public var findings: [Finding] { survey.findings }

    private var survey: DocumentSurvey
    private let engine: EngineDeclaration

    /// Longest time a scenario may name, in milliseconds: the longest session.
    private static let timeLimit = SessionManifest.secondsLimit * 1_000

    /// Reads `bytes`; calls and callbacks are those that `engine` declares.
    ///
    /// - Throws: ``JSONError`` when they are no JSON at all.
    public init(
        bytes: [UInt8], file: String, engine: EngineDeclaration
    ) throws(JSONError) {
        survey = try DocumentSurvey(bytes: bytes, file: file)
        self.engine = engine
        guard let root = survey.document.root.object else {
            survey.note(.error, .root, "found no object. A scenario is an object")
            return
        }
        survey.noteUnknownKeys(
            root,
            known: [
                "caller", "app", "noise", "silence", "recognizerDelayMs", "limits", "expect",
            ], at: .root, severity: .error)
        readLines(root)
        readRules(root)
        readNoise(root)
        readRest(root)
    }

    private mutating func readLines(_ root: JSONObject) {
        for (entry, path) in survey.list(root, "caller", at: .root) {
            survey.noteUnknownKeys(
                entry,
                known: [
                    "after", "delayMs", "atMs", "say", "voice", "rate", "play", "words", "gainDB",
                ], at: path, severity: .error)
            guard let trigger = readTrigger(entry, at: path), let sound = readSound(entry, at: path)
            else { continue }
            scenario.lines.append(
                .init(
                    trigger: trigger, sound: sound,
                    gainMilliDB: readDecibels(entry, "gainDB", at: path) ?? 0, path: path))
        }
    }

    private mutating func readTrigger(
        _ entry: JSONObject, at path: JSONPath
    ) -> Scenario.Trigger? {
        let delay = readTime(entry, "delayMs", at: path) ?? 0
        if entry["after"] != nil, entry["atMs"] != nil {
            survey.note(.error, path.key("atMs"), "\"after\" is there too. Keep one of them")
        }
        if entry["after"] != nil {
            let pattern = survey.object(entry, "after", at: path)
            guard let kind = survey.requiredText(pattern, "kind", at: path.key("after")) else {
                return nil
            }
            return .after(
                readPattern(pattern, name: kind, key: "kind", at: path.key("after")),
                delayMilliseconds: delay)
        }
        guard let time = readTime(entry, "atMs", at: path) else {
            survey.note(.error, path, "neither \"after\" nor \"atMs\" says when")
            return nil
        }
        return .at(milliseconds: time)
    }

    private mutating func readPattern(
        _ object: JSONObject, name: String, key: String, at path: JSONPath
    ) -> EventPattern {
        var fields = object
        fields[key] = nil
        for member in object.members where member.key.hasPrefix("_") { fields[member.key] = nil }
        var pattern = EventPattern(name: name, fields: fields)
        if let expression = survey.text(object, "matches", at: path) {
            pattern.fields["matches"] = nil
            pattern.expression = expression
            if (try? Regex(expression)) == nil {
                survey.note(
                    .error, path.key("matches"), "\"\(expression)\" is no regular expression")
                pattern.expression = nil
            }
        }
        return pattern
    }

    private mutating func readSound(
        _ entry: JSONObject, at path: JSONPath
    ) -> Scenario.Line.Sound? {
        if entry["say"] != nil, entry["play"] != nil {
            survey.note(.error, path.key("play"), "\"say\" is there too. Keep one of them")
        }
        if let text = survey.text(entry, "say", at: path), !text.isEmpty {
            let rate = survey.count(entry, "rate", at: path) ?? 175
            if !(80...450).contains(rate) {
                survey.note(.error, path.key("rate"), "\(rate) words a minute is not 80 to 450")
            }
            return .say(
                text: text, voice: survey.text(entry, "voice", at: path) ?? "en-us",
                wordsPerMinute: Int(clamping: rate))
        }
        guard let file = survey.text(entry, "play", at: path), !file.isEmpty else {
            survey.note(.error, path, "neither \"say\" nor \"play\" says what is heard")
            return nil
        }
        return .play(file: file, words: survey.text(entry, "words", at: path))
    }

    private mutating func readNoise(_ root: JSONObject) {
        guard root["noise"] != nil else { return }
        let entry = survey.object(root, "noise", at: .root)
        let path = JSONPath.root.key("noise")
        survey.noteUnknownKeys(
            entry, known: ["play", "snrDB", "seed"], at: path, severity: .error)
        guard let file = survey.requiredText(entry, "play", at: path) else { return }
        let ratio = readDecibels(entry, "snrDB", at: path)
        if ratio == nil { survey.note(.error, path, "\"snrDB\" is missing") }
        scenario.noise = .init(
            file: file, ratioMilliDB: ratio ?? 0,
            seed: UInt64(survey.count(entry, "seed", at: path) ?? 1))
    }

    private mutating func readRest(_ root: JSONObject) {
        scenario.recognizerDelayMilliseconds =
            readTime(root, "recognizerDelayMs", at: .root) ?? 0
        let limits = survey.object(root, "limits", at: .root)
        let limitsPath = JSONPath.root.key("limits")
        survey.noteUnknownKeys(limits, known: ["seconds"], at: limitsPath, severity: .error)
        if let seconds = survey.count(limits, "seconds", at: limitsPath) {
            let range = 1...SessionManifest.secondsLimit
            if !range.contains(seconds) {
                survey.note(.error, limitsPath.key("seconds"), "\(seconds) is not 1 to 172800")
            }
            scenario.limitSeconds = min(max(seconds, 1), SessionManifest.secondsLimit)
        }
        if let silence = survey.text(root, "silence", at: .root) {
            scenario.isSilenceDigital = silence == "digital"
            if silence != "digital", silence != "room" {
                survey.note(
                    .error, JSONPath.root.key("silence"),
                    "\"\(silence)\" is unknown. Use digital or room")
            }
        }
        for (entry, path) in survey.list(root, "expect", at: .root) {
            guard let kind = survey.requiredText(entry, "kind", at: path) else { continue }
            scenario.expectations.append(
                readPattern(entry, name: kind, key: "kind", at: path))
        }
    }

    private mutating func readTime(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> Int64? {
        guard let time = survey.count(object, key, at: path) else { return nil }
        if time > Self.timeLimit {
            survey.note(.error, path.key(key), "\(time) ms is longer than a session may be")
        }
        return min(time, Self.timeLimit)
    }

    /// Decibels in thousandths; nil when absent.
    private mutating func readDecibels(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> Int? {
        guard let value = object[key] else { return nil }
        let number: Double? =
            switch value {
            case .integer(let whole): Double(whole)
            case .decimal(let digits): Double(digits)
            default: nil
            }
        guard let number, (-120...120).contains(number) else {
            survey.note(.error, path.key(key), "found no number of decibels from -120 to 120")
            return nil
        }
        return Int((number * 1_000).rounded())
    }
}

extension ScenarioReader {
    private mutating func readRules(_ root: JSONObject) {
        for (entry, path) in survey.list(root, "app", at: .root) {
            guard let trigger = readRuleTrigger(entry, at: path) else { continue }
            let times = survey.count(entry, "times", at: path) ?? 1
            var rule = Scenario.Rule(
                trigger: trigger, times: Int(clamping: times), calls: [], returnMilliseconds: 0)
            rule.returnMilliseconds = readTime(entry, "returnAfterMs", at: path) ?? 0
            for member in entry.members where !member.key.hasPrefix("_") {
                guard !["on", "atMs", "times", "returnAfterMs"].contains(member.key) else {
                    continue
                }
                if let call = readCall(member.key, member.value, at: path.key(member.key)) {
                    rule.calls.append(call)
                }
            }
            if rule.calls.isEmpty, rule.returnMilliseconds == 0 {
                survey.note(.error, path, "the rule does nothing. Name one of: \(callNames)")
            }
            scenario.rules.append(rule)
        }
    }

    private var callNames: String {
        (engine.calls.map(\.name) + ["returnAfterMs"]).joined(separator: ", ")
    }

    private mutating func readRuleTrigger(
        _ entry: JSONObject, at path: JSONPath
    ) -> Scenario.Rule.Trigger? {
        guard entry["on"] != nil else {
            guard let time = readTime(entry, "atMs", at: path) else {
                survey.note(.error, path, "neither \"on\" nor \"atMs\" says when")
                return nil
            }
            return .at(milliseconds: time)
        }
        let pattern = survey.object(entry, "on", at: path)
        let place = path.key("on")
        guard let name = survey.requiredText(pattern, "callback", at: place) else { return nil }
        if !engine.callbacks.contains(name) {
            survey.note(
                .error, place.key("callback"),
                "\"\(name)\" is no callback. Use \(engine.callbacks.joined(separator: ", "))")
        }
        return .callback(readPattern(pattern, name: name, key: "callback", at: place))
    }

    private mutating func readCall(
        _ name: String, _ value: JSONValue, at path: JSONPath
    ) -> EngineCall? {
        guard let call = engine.calls.first(where: { $0.name == name }) else {
            survey.note(.error, path, "\"\(name)\" is no call. Use one of: \(callNames)")
            return nil
        }
        var arguments = JSONObject()
        switch value {
        case .object(let object): arguments = object
        case .bool(true) where call.arguments.isEmpty: break
        default:
            guard call.arguments.count == 1 else {
                let labels = call.arguments.map(\.name).joined(separator: ", ")
                survey.note(
                    .error, path,
                    call.arguments.isEmpty ? "write true" : "write an object with \(labels)")
                return nil
            }
            arguments[call.arguments[0].name] = value
        }
        for argument in call.arguments {
            guard let given = arguments[argument.name] else {
                survey.note(.error, path, "\"\(argument.name)\" is missing")
                return nil
            }
            if !argument.isAnyValue, given.string == nil {
                survey.note(
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
