internal import VoiceTrace

/// What stands around a flow's files, as far as whoever checks them knows.
public struct FlowSurroundings: Sendable {
    /// Names of runtime fields that somebody beside the flow sets.
    public var fields: Set<String>
    /// Whether an audio file of that name is found; nil where no media folder is known.
    public var hasAudio: (@Sendable (String) -> Bool)?

    /// Surroundings; by default nothing is known about them.
    public init(fields: Set<String> = [], hasAudio: (@Sendable (String) -> Bool)? = nil) {
        self.fields = fields
        self.hasAudio = hasAudio
    }
}

/// What only shows when the whole set is seen together and keeps no flow from running: modules
/// nothing leads to, prompts nothing plays, fields nobody sets, ways without an end.
struct FlowCritic {
    let outline: FlowOutline
    let modules: [FlowModule]
    let prompts: [AudioPrompt]
    let map: AudioTextMap
    let surroundings: FlowSurroundings
    let isWhole: Bool
    var flowSurvey: DocumentSurvey
    var promptSurvey: DocumentSurvey

    /// The findings of this critic alone.
    consuming func findings() -> [Finding] {
        let known = (flowSurvey.findings.count, promptSurvey.findings.count)
        if isWhole {
            checkReach()
            checkEnds()
            checkRings()
            checkUse()
            checkFields()
        }
        checkAudio()
        return Array(flowSurvey.findings[known.0...] + promptSurvey.findings[known.1...])
    }

    private mutating func checkReach() {
        for module in outline.modules where !outline.reached.contains(module.id) {
            guard module.id != FlowModule.end || !outline.hasDynamicWay else { continue }
            let message =
                outline.hasDynamicWay
                ? "only a runtime field or the app's interrupt can lead to this module"
                : "no way leads from \(FlowModule.start) to this module"
            flowSurvey.note(.warning, module.path.key("id"), "\"\(module.id)\": \(message)")
        }
    }

    private mutating func checkEnds() {
        let endless = outline.endless
        for module in outline.modules
        where endless.contains(module.id) && outline.reached.contains(module.id) {
            flowSurvey.note(
                .warning, module.path.key("goTo"),
                "no way leads from \"\(module.id)\" to \(FlowModule.end): only the app can end it")
        }
    }

    private mutating func checkRings() {
        let paths = Dictionary(outline.modules.map { ($0.id, $0.path) }) { first, _ in first }
        for ring in outline.timelessRings {
            guard let first = ring.first, let path = paths[first] else { continue }
            flowSurvey.note(
                .warning, path.key("goTo"),
                "\((ring + [first]).joined(separator: " > ")) takes no time and never ends: "
                    + "the loop guard will stop it")
        }
    }

    /// Prompts that neither a module nor a collection names; none where a field may name any.
    private mutating func checkUse() {
        var used: Set<String> = []
        var isOpen = modules.contains { $0.kind == .audioListener }
        func use(_ prompt: FlowText) {
            switch prompt {
            case .literal(let id): used.insert(id)
            case .field: isOpen = true
            }
        }
        for module in modules { FlowChecker.prompts(of: module).forEach { use($0.prompt) } }
        for prompt in prompts { prompt.members.forEach(use) }
        guard !isOpen else { return }
        for prompt in prompts where !used.contains(prompt.id) {
            promptSurvey.note(
                .warning, prompt.path.key("id"), "nothing plays the prompt \"\(prompt.id)\"")
        }
    }

    /// Fields that the files read and no `process` module sets.
    private mutating func checkFields() {
        var set = surroundings.fields
        for case .process(let assignments) in modules.map(\.body) {
            set.formUnion(assignments.map(\.name))
        }
        var told: Set<String> = []
        for (name, path) in Self.reads(in: flowSurvey.document.root, at: .root)
        where !set.contains(name) && told.insert(name).inserted {
            flowSurvey.note(.warning, path, Self.unset(name))
        }
        for (name, path) in Self.reads(in: promptSurvey.document.root, at: .root)
        where !set.contains(name) && told.insert(name).inserted {
            promptSurvey.note(.warning, path, Self.unset(name))
        }
    }

    /// Audio files that are not there.
    private mutating func checkAudio() {
        guard let hasAudio = surroundings.hasAudio else { return }
        for prompt in prompts {
            guard case .literal(let file)? = prompt.audioFile, !hasAudio(file) else { continue }
            let stand =
                prompt.text != nil || prompt.textFile != nil
                ? "the prompt's own text" : map.hasEntry(for: file) ? "the map's text" : nil
            let path = prompt.path.key("audioFile")
            if let stand {
                promptSurvey.note(
                    .warning, path, "the audio file \"\(file)\" is missing; \(stand) stands in")
            } else {
                promptSurvey.note(
                    .fault, path,
                    "the audio file \"\(file)\" is missing and no text stands in; "
                        + "running here takes loadPromptFailure")
            }
        }
    }

    private static func unset(_ name: String) -> String {
        "the field \"\(name)\" is read and nothing here sets it: the app has to"
    }

    /// Every `$[Name]` below `value`, in the order of the keys.
    private static func reads(
        in value: JSONValue, at path: JSONPath
    ) -> [(name: String, path: JSONPath)] {
        switch value {
        case .string(let text): FlowText.fieldName(text).map { [($0, path)] } ?? []
        case .array(let elements):
            elements.enumerated().flatMap { reads(in: $1, at: path.index($0)) }
        case .object(let object):
            object.members.flatMap { member in
                member.key.hasPrefix("_") ? [] : reads(in: member.value, at: path.key(member.key))
            }
        case .null, .bool, .integer, .decimal: []
        }
    }
}
