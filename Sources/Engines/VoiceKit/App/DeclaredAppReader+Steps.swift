internal import VoiceJSON
internal import VoiceTrace

/// Steps, what they do, and where they lead.
extension DeclaredAppReader {
    private static let actions = ["speak", "together", "listen", "clip", "pause"]
    private static let shared = ["save", "on", "next", "end", "atMost", "afterwards", "channel"]
    private static let ofAction: [String: [String]] = [
        "speak": ["voice"], "listen": ["beside", "bargeIn"], "clip": ["gainDB"],
    ]

    mutating func readStep(_ name: String, _ object: JSONObject, _ path: JSONPath)
        -> DeclaredApp.Step
    {
        var step = DeclaredApp.Step(name: name)
        let found = Self.actions.filter { object[$0] != nil }
        if found.count > 1 {
            survey.report(
                .error, path,
                "a step has one action, and this one has \(found.joined(separator: " and "))."
                    + " Split it, or put lines into \"together\"")
        }
        let known = Self.actions + Self.shared + found.flatMap { Self.ofAction[$0] ?? [] }
        survey.noteUnknownKeys(object, known: Set(known), at: path, severity: .error)
        step.action = action(found.first, object, path)
        step.next = survey.text(object, "next", at: path)
        step.afterwards = survey.text(object, "afterwards", at: path)
        step.isEnd = survey.flag(object, "end", at: path) ?? false
        step.atMost = survey.count(object, "atMost", at: path).map {
            Int(clamping: min($0, 100_000))
        }
        step.saves = survey.text(object, "save", at: path)
        if step.saves != nil, found.first != "listen" {
            survey.report(
                .error, path.key("save"), "only what was heard is kept. Put it beside \"listen\"")
        }
        if step.isEnd, step.next != nil {
            survey.report(.error, path.key("next"), "\"end\" is there too. Keep one of them")
        }
        for (entry, place) in survey.list(object, "on", at: path) {
            if let branch = readBranch(entry, place) { step.branches.append(branch) }
        }
        return step
    }

    // MARK: What a step does

    private mutating func action(
        _ name: String?, _ object: JSONObject, _ path: JSONPath
    ) -> DeclaredApp.Action {
        switch name {
        case "speak": .speak([line(object, path, channel: 0)])
        case "together": .speak(lines(object, "together", path, firstChannel: 0))
        case "listen": .listen(hearing(object, path))
        case "clip": clip(object, path)
        case "pause":
            .pause(
                milliseconds: permille(object, "pause", 0...86_400, path) ?? 0,
                channel: channel(object, path) ?? 0)
        default: .none
        }
    }

    private mutating func channel(_ object: JSONObject, _ path: JSONPath) -> Int? {
        guard let channel = survey.count(object, "channel", at: path) else { return nil }
        guard channel < Int64(VoiceKitConstants.channelLimit) else {
            survey.report(
                .error, path.key("channel"),
                "there are \(VoiceKitConstants.channelLimit) channels, counted from 0")
            return nil
        }
        return Int(channel)
    }

    private mutating func line(
        _ object: JSONObject, _ path: JSONPath, channel: Int
    ) -> DeclaredApp.Line {
        let text = survey.text(object, "speak", at: path) ?? ""
        if text.utf8.count > VoiceKitConstants.textLimit {
            survey.report(
                .error, path.key("speak"),
                "the text is longer than \(VoiceKitConstants.textLimit) bytes. Part it")
        }
        return DeclaredApp.Line(
            text: text, voice: survey.text(object, "voice", at: path),
            channel: self.channel(object, path) ?? channel)
    }

    /// Reads lines that are spoken at once, each on a channel of its own unless it names one.
    private mutating func lines(
        _ object: JSONObject, _ key: String, _ path: JSONPath, firstChannel: Int
    ) -> [DeclaredApp.Line] {
        let limit = VoiceKitConstants.channelLimit - firstChannel
        var lines: [DeclaredApp.Line] = []
        for (index, entry) in survey.list(object, key, at: path).enumerated() {
            guard index < limit else {
                survey.report(
                    .error, path.key(key), "more than \(limit) lines at once. Part the step")
                break
            }
            survey.noteUnknownKeys(
                entry.object, known: ["speak", "voice", "channel"], at: entry.path,
                severity: .error)
            if entry.object["speak"] == nil {
                survey.report(.error, entry.path, "\"speak\" is missing")
            }
            lines.append(line(entry.object, entry.path, channel: firstChannel + index))
        }
        if lines.isEmpty { survey.report(.error, path.key(key), "there is no line to speak") }
        return lines
    }

    private mutating func clip(_ object: JSONObject, _ path: JSONPath) -> DeclaredApp.Action {
        .clip(
            file: survey.requiredText(object, "clip", at: path) ?? "",
            gainMilliDB: permille(object, "gainDB", -96...24, path) ?? 0,
            channel: channel(object, path) ?? 0)
    }

    private mutating func hearing(
        _ object: JSONObject, _ path: JSONPath
    ) -> DeclaredApp.Hearing {
        let (listen, place) = survey.object(
            object, "listen", known: ["timeout", "inactivity", "context", "record"], at: path,
            severity: .error)
        var hearing = DeclaredApp.Hearing()
        hearing.timeoutMilliseconds = permille(listen, "timeout", 0...86_400, place) ?? 0
        hearing.inactivityMilliseconds = permille(listen, "inactivity", 0...86_400, place) ?? 0
        if hearing.timeoutMilliseconds == 0 {
            survey.report(
                .warning, place,
                "without a \"timeout\" it listens until the caller speaks, without a limit")
        }
        hearing.isRecorded = survey.flag(listen, "record", at: place) ?? false
        hearing.context = context(listen["context"], place.key("context"))
        if let beside = object["beside"] {
            hearing.beside =
                beside.array == nil
                ? besideLine(beside, path.key("beside"))
                : lines(object, "beside", path, firstChannel: 0)
        }
        hearing.allowsBargeIn = survey.flag(object, "bargeIn", at: path) ?? false
        if hearing.allowsBargeIn, hearing.beside.isEmpty {
            survey.report(
                .warning, path.key("bargeIn"), "nothing is said beside: there is nothing to stop")
        }
        return hearing
    }

    private mutating func besideLine(
        _ value: JSONValue, _ path: JSONPath
    ) -> [DeclaredApp.Line] {
        guard let object = value.object, object["speak"] != nil else {
            survey.report(.error, path, "write { \"speak\": … }, or a list of such lines")
            return []
        }
        survey.noteUnknownKeys(
            object, known: ["speak", "voice", "channel"], at: path, severity: .error)
        return [line(object, path, channel: 0)]
    }

    /// Reads the context as the call has it: `"freeform"`, `"number"`, or names and their
    /// pronunciations.
    private mutating func context(_ value: JSONValue?, _ path: JSONPath) -> JSONValue {
        typealias Expectation = ListeningContext.Expectation
        guard let value else { return ["expectation": .string(Expectation.freeform.rawValue)] }
        if let word = value.string {
            if word == Expectation.freeform.rawValue || word == Expectation.number.rawValue {
                return ["expectation": .string(word)]
            }
            survey.report(
                .error, path, "\"\(word)\" is none. Use freeform, number or { \"names\": [ … ] }")
            return .null
        }
        guard let object = value.object, let names = object["names"]?.array else {
            survey.report(.error, path, "use \"freeform\", \"number\" or { \"names\": [ … ] }")
            return .null
        }
        survey.noteUnknownKeys(
            object, known: ["names", "pronunciations"], at: path, severity: .error)
        let texts = names.compactMap(\.string)
        let usable = texts.filter { ListeningContext.spoken($0) != nil }
        if texts.count != names.count || usable.count != names.count || names.isEmpty
            || names.count > VoiceKitConstants.nameLimit
        {
            survey.report(
                .error, path.key("names"),
                "write 1 to \(VoiceKitConstants.nameLimit) names in letters of the English alphabet"
            )
        }
        let ways = survey.object(object, "pronunciations", at: path).members.compactMap {
            member in
            member.value.string.map { phones -> JSONValue in
                ["word": .string(member.key), "phones": .string(phones.uppercased())]
            }
        }
        return [
            "expectation": .string(Expectation.name.rawValue), "allowed": .array(names),
            "pronunciations": .array(ways),
        ]
    }

    // MARK: Where it leads

    private mutating func readBranch(
        _ entry: JSONObject, _ path: JSONPath
    ) -> DeclaredApp.Branch? {
        let kinds = ["equals", "contains", "below", "above", "empty", "failure"]
        survey.noteUnknownKeys(entry, known: Set(kinds + ["next"]), at: path, severity: .error)
        let next = survey.requiredText(entry, "next", at: path) ?? ""
        let found = kinds.filter { entry[$0] != nil }
        guard found.count == 1, let kind = found.first, let value = entry[kind] else {
            survey.report(.error, path, "write one of \(kinds.joined(separator: ", "))")
            return nil
        }
        func texts() -> [String]? {
            value.string.map { [$0] } ?? value.array.map { $0.compactMap(\.string) }
        }
        let condition: DeclaredApp.Condition? =
            switch kind {
            case "equals": texts().map { .equals($0) }
            case "contains": texts().map { .contains($0) }
            case "below": Self.number(value).map { .below($0) }
            case "above": Self.number(value).map { .above($0) }
            case "empty": value.bool.map { .empty($0) }
            default: failure(value).map { .failure($0) }
            }
        guard let condition else {
            survey.report(
                .error, path.key(kind), "\(JSONWriter.text(value)) does not fit \"\(kind)\"")
            return nil
        }
        let shown = texts()?.joined(separator: ", ") ?? JSONWriter.text(value)
        return DeclaredApp.Branch(condition: condition, label: "\(kind) \(shown)", next: next)
    }

    private func failure(_ value: JSONValue) -> String? {
        let known = VoiceKitFailure.allCases.map(\.rawValue) + ["underlying"]
        return value.string.flatMap { known.contains($0) ? $0 : nil }
    }
}
