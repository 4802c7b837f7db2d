public import VoiceTrace

extension VoiceflowFactory {
    /// What a scenario names that neither flow nor prompts have: a caller who waits for it never
    /// speaks, a call about it fails. Of `files` that are not there nothing is expected.
    ///
    /// - Throws: ``FlowError/notJSON(file:error:)``.
    public static func findings(
        inScenario bytes: [UInt8], file: String, of files: [String: [UInt8]]
    ) throws(FlowError) -> [Finding] {
        guard let flow = files[FileName.flow] else { return [] }
        do {
            let prompts = try files[FileName.prompts].map { (bytes) throws(JSONError) in
                try PromptReader(bytes: bytes, file: FileName.prompts)
            }
            var names = try ScenarioNames(
                flow: FlowReader(bytes: flow, file: FileName.flow), prompts: prompts,
                scenario: DocumentSurvey(bytes: bytes, file: file))
            names.check()
            return names.survey.findings
        } catch { throw .notJSON(file: file, error: error) }
    }
}

/// Compares the names in a scenario with those in the files of its flow.
private struct ScenarioNames {
    private(set) var survey: DocumentSurvey
    private let modules: Set<String>
    /// Nil where there is no list of prompts.
    private let prompts: Set<String>?
    /// Whatever an event's item can be: a module, a prompt, or a job that some key names.
    private var items: Set<String>
    /// What the app puts into fields may be a name anywhere.
    private var values: Set<String> = []

    init(flow: FlowReader, prompts: PromptReader?, scenario: DocumentSurvey) {
        survey = scenario
        modules = Set(flow.modules.map(\.id))
        self.prompts = prompts.map { Set($0.prompts.map(\.id)) }
        items = []
        Self.collect(flow.survey.document.root, into: &items)
        if let prompts { Self.collect(prompts.survey.document.root, into: &items) }
    }

    private static func collect(_ value: JSONValue, into texts: inout Set<String>) {
        if let text = value.string { texts.insert(text) }
        for element in value.array ?? [] { collect(element, into: &texts) }
        for member in value.object?.members ?? [] { collect(member.value, into: &texts) }
    }

    mutating func check() {
        guard let root = survey.document.root.object else { return }
        let rules = survey.list(root, "app", at: .root)
        let lines = survey.list(root, "caller", at: .root)
        let events = survey.list(root, "expect", at: .root)
        // What is wrong with the scenario's form is told by whoever reads it.
        survey.dropFindings()
        for (rule, _) in rules {
            for call in ["setField", "setIntent"] {
                if let value = rule[call] { Self.collect(value, into: &values) }
            }
        }
        for (rule, path) in rules {
            checkPattern(rule["on"], at: path.key("on"))
            checkCall(rule, "interrupt", "module", modules, "module", at: path)
            if let prompts {
                checkCall(rule, "loadListenerPrompt", "prompt", prompts, "prompt", at: path)
            }
        }
        for (line, path) in lines {
            checkPattern(line["after"], at: path.key("after"))
        }
        for (event, path) in events {
            checkPattern(.object(event), at: path)
        }
    }

    private mutating func checkCall(
        _ rule: JSONObject, _ call: String, _ argument: String, _ known: Set<String>,
        _ what: String, at path: JSONPath
    ) {
        let value = rule[call]
        guard let name = value?.string ?? value?.object?[argument]?.string else { return }
        if !known.contains(name) {
            survey.note(.error, path.key(call), "there is no \(what) \"\(name)\"")
        }
    }

    private mutating func checkPattern(_ pattern: JSONValue?, at path: JSONPath) {
        guard let pattern = pattern?.object else { return }
        for key in ["module", "from", "to"] {
            check(pattern, key, modules, "there is no module", at: path)
        }
        guard let prompts else { return }
        for key in ["prompt", "member"] {
            check(pattern, key, prompts, "there is no prompt", at: path)
        }
        check(pattern, "item", items, "flow and prompts have no name", at: path)
    }

    private mutating func check(
        _ pattern: JSONObject, _ key: String, _ known: Set<String>, _ fault: String,
        at path: JSONPath
    ) {
        guard let name = pattern[key]?.string, !name.isEmpty, !known.contains(name),
            !values.contains(name)
        else { return }
        survey.note(.warning, path.key(key), "\(fault) \"\(name)\": this never happens")
    }
}
