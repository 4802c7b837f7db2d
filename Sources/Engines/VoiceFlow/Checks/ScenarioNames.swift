internal import VoiceEngine
public import VoiceJSON

extension VoiceflowFactory {
    /// Returns the findings of a scenario: names that neither flow nor prompts have, what never
    /// happens and what has no effect. A caller who waits for it never speaks, a call about it
    /// fails. Of `files` that are not there nothing is expected; the rules of `others`, each a
    /// scenario's object, act too, and `hasClip` says whether a sound file of the caller's is
    /// found.
    ///
    /// - Throws: ``FlowError/notJSON(file:error:)``.
    public static func findings(
        inScenario bytes: [UInt8], file: String, of files: [String: [UInt8]],
        beside others: [JSONObject] = [], hasClip: ((String) -> Bool)? = nil
    ) throws(FlowError) -> [Finding] {
        do {
            let flow = try files[FileName.flow].map { (bytes) throws(JSONError) in
                try FlowReader(bytes: bytes, file: FileName.flow)
            }
            let prompts = try files[FileName.prompts].map { (bytes) throws(JSONError) in
                try PromptReader(bytes: bytes, file: FileName.prompts)
            }
            var names = try ScenarioNames(
                flow: flow, prompts: prompts, scenario: DocumentSurvey(bytes: bytes, file: file))
            names.check(beside: others.flatMap(\.rules), hasClip: hasClip)
            return names.survey.findings
        } catch { throw .notJSON(file: file, error: error) }
    }
}

/// Compares a scenario with the files of its flow, and with what the engine tells.
struct ScenarioNames {
    var survey: DocumentSurvey
    /// The types of the modules by id; none where there is no flow.
    let kinds: [String: FlowModule.Kind]
    let hasFlow: Bool
    /// Names of the prompts; nil without a list of prompts.
    private let prompts: Set<String>?
    /// Intents that modules list; nil where a field may name one, something reads the intent, or
    /// there is no flow.
    let intents: Set<String>?
    /// Expectations of flow and prompts on fields.
    let expectations: [FieldExpectation]
    /// Use of a pattern, and so what never happens where it names nothing.
    enum Use: String {
        case line = "this line never plays"
        case rule = "this rule never acts"
        case expectation = "this event never comes"
    }

    /// Names that an event's item can be: a module, a prompt, or a job that some key names.
    private var items: Set<String>
    /// Values that the app puts into fields: they may be names anywhere.
    private var values: Set<String> = []

    init(flow: FlowReader?, prompts: PromptReader?, scenario: DocumentSurvey) {
        survey = scenario
        hasFlow = flow != nil
        let modules = flow?.modules ?? []
        kinds = Dictionary(modules.map { ($0.id, $0.kind) }) { first, _ in first }
        self.prompts = prompts.map { Set($0.prompts.map(\.id)) }
        expectations = FieldExpectation.all(of: modules, prompts?.prompts ?? [])
        items = []
        if let flow { Self.collect(flow.survey.document.root, into: &items) }
        if let prompts { Self.collect(prompts.survey.document.root, into: &items) }
        let rules = modules.flatMap(\.goTo.intents).map(\.intent)
        let isRead = items.contains(FlowText.field(FieldRepository.intentName).spelling)
        intents =
            flow == nil || isRead || rules.contains(where: \.isField)
            ? nil : Set(rules.map(\.spelling))
    }

    private static func collect(_ value: JSONValue, into texts: inout Set<String>) {
        if let text = value.string { texts.insert(text) }
        for element in value.array ?? [] { collect(element, into: &texts) }
        for member in value.object?.members ?? [] { collect(member.value, into: &texts) }
    }

    mutating func check(beside others: [JSONObject], hasClip: ((String) -> Bool)?) {
        guard let root = survey.document.root.object else { return }
        let rules = survey.list(root, "app", at: .root)
        let lines = survey.list(root, "caller", at: .root)
        // What is expected of the turn-taking names no event.
        let events = survey.list(root, "expect", at: .root).filter { $0.object["kind"] != nil }
        // The reader of scenarios reports what is wrong with its form.
        survey.dropFindings()
        let all = rules.map(\.object) + others
        for rule in all {
            for call in ["setField", "setIntent"] {
                if let value = rule[call] { Self.collect(value, into: &values) }
            }
        }
        let hasPermissions = all.contains { $0["permission"] != nil }
        for (rule, path) in rules { check(rule, at: path, hasPermissions: hasPermissions) }
        for (line, path) in lines {
            checkPattern(
                Self.uncounted(line["after"]), "kind", of: .events, for: .line,
                at: path.key("after"))
            checkTime(line, for: .line, at: path)
            checkLine(line, at: path, hasClip: hasClip)
        }
        for (event, path) in events {
            checkPattern(.object(event), "kind", of: .events, for: .expectation, at: path)
        }
        if let noise = root["noise"]?.object {
            checkClip(noise, at: JSONPath.root.key("noise"), hasClip)
        }
    }

    /// Returns `after` without `count`: the scenario counts events by it, and no event has such a
    /// field.
    private static func uncounted(_ after: JSONValue?) -> JSONValue? {
        guard var pattern = after?.object else { return after }
        pattern["count"] = nil
        return .object(pattern)
    }

    private mutating func check(_ rule: JSONObject, at path: JSONPath, hasPermissions: Bool) {
        checkPattern(rule["on"], "callback", of: .callbacks, for: .rule, at: path.key("on"))
        checkChances(rule, at: path, hasPermissions: hasPermissions)
        checkResume(rule, at: path)
        checkIntent(rule, at: path)
        checkValue(rule, at: path)
        if hasFlow { checkCall(rule, "interrupt", "module", Set(kinds.keys), "module", at: path) }
        if let prompts {
            checkCall(rule, "loadListenerPrompt", "prompt", prompts, "prompt", at: path)
        }
    }

    private mutating func checkCall(
        _ rule: JSONObject, _ call: String, _ argument: String, _ known: Set<String>,
        _ what: String, at path: JSONPath
    ) {
        let value = rule[call]
        guard let name = value?.string ?? value?.object?[argument]?.string else { return }
        if !known.contains(name) {
            let hint = NearMiss.hint(for: name, in: known.sorted(), quotes: "\"")
            survey.report(.error, path.key(call), "No \(what) is named \"\(name)\".\(hint)")
        }
    }

    private mutating func checkPattern(
        _ pattern: JSONValue?, _ nameKey: String, of vocabulary: PatternVocabulary, for use: Use,
        at path: JSONPath
    ) {
        guard let pattern = pattern?.object else { return }
        checkShape(pattern, nameKey, of: vocabulary, for: use, at: path)
        checkKind(pattern, for: use, at: path)
        guard hasFlow else { return }
        for key in ["module", "from", "to"] {
            check(pattern, key, Set(kinds.keys), "No module", for: use, at: path)
        }
        guard let prompts else { return }
        for key in ["prompt", "member"] {
            check(pattern, key, prompts, "No prompt", for: use, at: path)
        }
        guard !lacks(pattern, "item", items) else {
            // Of all texts of the files, modules and prompts are what may be meant.
            let names = Set(kinds.keys).union(prompts)
            return report(pattern, "item", "Nothing", near: names, for: use, at: path)
        }
    }

    private mutating func check(
        _ pattern: JSONObject, _ key: String, _ known: Set<String>, _ subject: String,
        for use: Use, at path: JSONPath
    ) {
        guard lacks(pattern, key, known) else { return }
        report(pattern, key, subject, near: known, for: use, at: path)
    }

    private func lacks(_ pattern: JSONObject, _ key: String, _ known: Set<String>) -> Bool {
        guard let name = pattern[key]?.string else { return false }
        return !name.isEmpty && !known.contains(name) && !values.contains(name)
    }

    private mutating func report(
        _ pattern: JSONObject, _ key: String, _ subject: String, near known: Set<String>,
        for use: Use, at path: JSONPath
    ) {
        let name = pattern[key]?.string ?? ""
        let hint = NearMiss.hint(for: name, in: known.sorted(), quotes: "\"")
        survey.report(
            .fault, path.key(key), "\(subject) is named \"\(name)\", so \(use.rawValue).\(hint)")
    }
}
