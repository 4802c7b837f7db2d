internal import VoiceMedia
internal import VoiceTrace

/// Checks a flow and its prompts against each other.
struct FlowChecker {
    let modules: [FlowModule]
    let prompts: [AudioPrompt]
    /// Whether there is a flow at all, and a prompt list.
    let hasFlow: Bool
    let hasPrompts: Bool
    var promptSurvey: DocumentSurvey
    var flowSurvey: DocumentSurvey

    /// Every finding: those of reading first, then what only shows when files are seen together.
    consuming func check() -> [Finding] {
        if hasFlow { checkEnds() }
        checkTargets()
        if hasPrompts { checkPrompts() }
        checkMembers()
        checkNesting()
        return flowSurvey.findings + promptSurvey.findings
    }

    /// Errors of nesting alone.
    consuming func nestingErrors() -> [Finding] {
        checkNesting()
        return promptSurvey.findings.filter { $0.severity == .error }
    }

    private mutating func checkEnds() {
        let ids = Set(modules.map(\.id))
        for id in [FlowModule.start, FlowModule.end] where !ids.contains(id) {
            flowSurvey.note(.error, .root, "the flow has no module \(id)")
        }
    }

    private mutating func checkTargets() {
        let ids = Set(modules.map(\.id))
        for module in modules where !Self.isPlain(module, within: ids) {
            for way in Self.ways(of: module) {
                guard case .literal(let id) = way.target, !id.isEmpty, !ids.contains(id)
                else { continue }
                flowSurvey.note(.error, way.path, "the goTo leads to \"\(id)\", which is no module")
            }
        }
    }

    /// Whether a module has simple targets only, all of which exist: most modules of a large flow,
    /// for which no path need be made.
    private static func isPlain(_ module: FlowModule, within ids: Set<String>) -> Bool {
        let goTo = module.goTo
        guard goTo.intents.isEmpty, goTo.inputs.isEmpty, goTo.stops.isEmpty,
            module.interruption == nil
        else { return false }
        return goTo.targets.all.allSatisfy { target in
            if case .literal(let id) = target { ids.contains(id) } else { true }
        }
    }

    /// One way out of a module: the goTo key, what tells it from others of its key, the target.
    struct Way {
        let key: String
        let detail: String?
        let target: FlowText
        let path: JSONPath

        /// The way that an interruption's end may take, which is no key of goTo.
        static let interruption = "audioInterruptTransitionParams"
    }

    /// Every way out of `module` that its file names, in a fixed order.
    static func ways(of module: FlowModule) -> [Way] {
        let path = module.path.key("goTo")
        var ways: [Way] = []
        func add(_ key: String, _ detail: String?, _ target: FlowText, _ path: JSONPath) {
            ways.append(Way(key: key, detail: detail, target: target, path: path))
        }
        for key in GoToTable.singleKeys {
            if let target = module.goTo.targets[key] { add(key, nil, target, path.key(key)) }
        }
        for reason in StopReason.allCases {
            guard let target = module.goTo.stops[reason] else { continue }
            let key = "stopRecordReason"
            add("\(key).\(reason.rawValue)", nil, target, path.key(key).key(reason.rawValue))
        }
        for rule in module.goTo.intents {
            add("userIntentCollection", rule.intent.spelling, rule.target, rule.path.key("goTo"))
        }
        for rule in module.goTo.inputs {
            let detail = "\(rule.comparator.rawValue) \(rule.input)"
            add("userInputCollection", detail, rule.target, rule.path.key("goTo"))
        }
        if let interruption = module.interruption {
            let path = interruption.path.key("goToVoiceFlowModuleID")
            add(Way.interruption, nil, interruption.target, path)
        }
        return ways
    }

    private mutating func checkPrompts() {
        let ids = Set(prompts.map(\.id))
        for module in modules {
            for (prompt, path) in Self.prompts(of: module) {
                guard case .literal(let id) = prompt, !ids.contains(id) else { continue }
                flowSurvey.note(
                    .fault, path,
                    "the prompt \"\(id)\" is in no prompt list; "
                        + "running here takes loadPromptFailure")
            }
        }
    }

    static func prompts(of module: FlowModule) -> [(prompt: FlowText, path: JSONPath)] {
        func all(_ plays: [PlayParameters]) -> [(FlowText, JSONPath)] {
            plays.flatMap { play in play.prompts.map { ($0, play.path) } }
        }
        func recorded(in listening: ListeningParameters) -> [(FlowText, JSONPath)] {
            listening.prompt.map { [($0.id, $0.path.key("promptID"))] } ?? []
        }
        switch module.body {
        case .playAudio(let play): return all([play])
        case .audioDialog(let dialog):
            return all(dialog.value.prompts.map(\.play)) + recorded(in: dialog.value.listening)
        case .recordAudio(let listening): return recorded(in: listening.value)
        case .audioListener(let listener):
            let path = module.path.key("audioListenerParams").key("promptID")
            return listener.value.prompt.map { [($0, path)] } ?? []
        case .node, .process, .pauseResume, .recognizeAudio, .unsupported: return []
        }
    }

    private mutating func checkMembers() {
        let ids = Set(prompts.map(\.id))
        for prompt in prompts {
            for (index, member) in prompt.members.enumerated() {
                guard case .literal(let id) = member, !ids.contains(id) else { continue }
                promptSurvey.note(
                    .fault, prompt.path.key("promptCollection").index(index).key("promptID"),
                    "the member \"\(id)\" is in no prompt list")
            }
        }
    }

    /// A prompt that contains itself could never be played: found by walking down from each.
    private mutating func checkNesting() {
        let byID = Dictionary(prompts.map { ($0.id, $0) }) { _, last in last }
        var settled: [String: Int] = [:]
        for prompt in prompts {
            var trail: [String] = []
            let message: String
            switch Self.nesting(of: prompt.id, in: byID, trail: &trail, settled: &settled) {
            case .levels: continue
            case .tooDeep: message = "prompts are nested deeper than \(Self.depthLimit) levels"
            case .cycle(let ids):
                message = "the prompt contains itself: \(ids.joined(separator: " > "))"
            }
            promptSurvey.note(.error, prompt.path, message)
            return
        }
    }

    /// Collections nested deeper than this are refused.
    static let depthLimit = 128

    private enum Nesting {
        case levels(Int)
        case tooDeep
        case cycle([String])
    }

    /// How many collections stand above the deepest leaf of `id`; `settled` remembers it, so that
    /// the answer does not hang on the order of the file.
    private static func nesting(
        of id: String, in prompts: [String: AudioPrompt], trail: inout [String],
        settled: inout [String: Int]
    ) -> Nesting {
        if let start = trail.firstIndex(of: id) { return .cycle(Array(trail[start...]) + [id]) }
        guard let prompt = prompts[id], prompt.style.fixed != .single else { return .levels(0) }
        if let levels = settled[id] { return .levels(levels) }
        guard trail.count < depthLimit else { return .tooDeep }
        trail.append(id)
        var deepest = 0
        for case .literal(let member) in prompt.members {
            let inner = nesting(of: member, in: prompts, trail: &trail, settled: &settled)
            guard case .levels(let levels) = inner else { return inner }
            deepest = max(deepest, levels)
        }
        guard deepest < depthLimit else { return .tooDeep }
        trail.removeLast()
        settled[id] = deepest + 1
        return .levels(deepest + 1)
    }
}
