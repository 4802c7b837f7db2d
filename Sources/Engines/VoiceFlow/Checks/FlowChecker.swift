internal import VoiceJSON

/// Checks a flow and its prompts against each other.
struct FlowChecker {
    let modules: [FlowModule]
    let prompts: [AudioPrompt]
    /// Whether there is a flow at all, and a prompt list.
    let hasFlow: Bool
    let hasPrompts: Bool
    var promptSurvey: DocumentSurvey
    var flowSurvey: DocumentSurvey

    /// Returns every finding: those of reading first, then those that only show when files are seen
    /// together.
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
            flowSurvey.report(.error, .root, "The flow has no module \(id).")
        }
    }

    private mutating func checkTargets() {
        let names = modules.map(\.id)
        let ids = Set(names)
        for module in modules where !Self.isPlain(module, within: ids) {
            var targets = Self.goToWays(of: module).map { ($0.target, $0.path) }
            if let interruption = module.interruption {
                let path = interruption.path.key(FlowKey.goToVoiceFlowModuleID)
                targets.append((interruption.target, path))
            }
            for (target, path) in targets {
                guard case .literal(let id) = target, !id.isEmpty, !ids.contains(id)
                else { continue }
                flowSurvey.report(.error, path, Self.missing("module", id, among: names))
            }
        }
    }

    /// Says that a flow names a module or prompt that does not exist, and which one may be meant.
    private static func missing(_ what: String, _ id: String, among known: [String]) -> String {
        let effect = what == "prompt" ? "; the flow takes the edge loadPromptFailure here." : "."
        return "No \(what) is named \"\(id)\"\(effect)"
            + NearMiss.hint(for: id, in: known, quotes: "\"")
    }

    /// Whether a module has only simple, existing targets: most modules of a large flow, for which
    /// no path need be made.
    private static func isPlain(_ module: FlowModule, within ids: Set<String>) -> Bool {
        let goTo = module.goTo
        guard goTo.intents.isEmpty, goTo.inputs.isEmpty, goTo.stops.isEmpty,
            module.interruption == nil
        else { return false }
        return goTo.targets.all.allSatisfy { target in
            if case .literal(let id) = target { ids.contains(id) } else { true }
        }
    }

    private mutating func checkPrompts() {
        let names = prompts.map(\.id)
        let ids = Set(names)
        for module in modules {
            for (prompt, path) in Self.prompts(of: module) {
                guard case .literal(let id) = prompt, !ids.contains(id) else { continue }
                flowSurvey.report(.fault, path, Self.missing("prompt", id, among: names))
            }
        }
    }

    static func prompts(of module: FlowModule) -> [(prompt: FlowText, path: JSONPath)] {
        func all(_ plays: [PlayParameters]) -> [(FlowText, JSONPath)] {
            plays.flatMap { play in play.prompts.map { ($0, play.path) } }
        }
        func recorded(in listening: ListeningParameters) -> [(FlowText, JSONPath)] {
            listening.prompt.map { [($0.id, $0.path.key(FlowKey.promptID))] } ?? []
        }
        switch module.body {
        case .playAudio(let play): return all([play])
        case .audioDialog(let dialog):
            return all(dialog.value.prompts.map(\.play)) + recorded(in: dialog.value.listening)
        case .recordAudio(let listening): return recorded(in: listening.value)
        case .audioListener(let listener):
            let path = module.path.key(FlowKey.audioListenerParams).key(FlowKey.promptID)
            let first = listener.value.prompt.map { [($0, path)] } ?? []
            return first + recorded(in: listener.value.listening)
        case .node, .process, .pauseResume, .recognizeAudio, .unsupported: return []
        }
    }

    private mutating func checkMembers() {
        let names = prompts.map(\.id)
        let ids = Set(names)
        for prompt in prompts {
            for (index, member) in prompt.members.enumerated() {
                guard case .literal(let id) = member, !ids.contains(id) else { continue }
                promptSurvey.report(
                    .fault,
                    prompt.path.key(FlowKey.promptCollection).index(index).key(FlowKey.promptID),
                    Self.missing("prompt", id, among: names))
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
            promptSurvey.report(.error, prompt.path, message)
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

    /// Counts the collections above the deepest leaf of `id`; `settled` remembers it, so that the
    /// answer does not hang on the order of the file.
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
