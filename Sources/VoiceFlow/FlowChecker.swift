internal import VoiceTrace

/// Checks a flow and its prompts against each other.
struct FlowChecker {
    let modules: [FlowModule]
    let prompts: [AudioPrompt]
    var promptSurvey: DocumentSurvey
    var flowSurvey: DocumentSurvey

    /// Every finding: those of reading first, then what only shows when files are seen together.
    consuming func check() -> [Finding] {
        checkEnds()
        checkTargets()
        checkPrompts()
        checkMembers()
        checkCycles()
        return flowSurvey.findings + promptSurvey.findings
    }

    private mutating func checkEnds() {
        for id in [FlowModule.start, FlowModule.end] where !modules.contains(where: { $0.id == id }) {
            flowSurvey.note(.error, .root, "the flow has no module \(id)")
        }
    }

    private mutating func checkTargets() {
        let ids = Set(modules.map(\.id))
        for module in modules {
            for (target, path) in Self.targets(of: module) {
                guard case .literal(let id) = target, !id.isEmpty, !ids.contains(id) else { continue }
                flowSurvey.note(.error, path, "the goTo leads to \"\(id)\", which is no module")
            }
        }
    }

    static func targets(of module: FlowModule) -> [(target: FlowText, path: JSONPath)] {
        let path = module.path.key("goTo")
        var targets: [(FlowText, JSONPath)] = []
        for key in GoToTable.singleKeys {
            if let target = module.goTo.targets[key] { targets.append((target, path.key(key))) }
        }
        for (index, rule) in module.goTo.intents.enumerated() {
            targets.append(
                (rule.target, path.key("userIntentCollection").index(index).key("goTo")))
        }
        for (index, rule) in module.goTo.inputs.enumerated() {
            targets.append((rule.target, path.key("userInputCollection").index(index).key("goTo")))
        }
        return targets
    }

    private mutating func checkPrompts() {
        let ids = Set(prompts.map(\.id))
        for module in modules {
            for (prompt, path) in Self.prompts(of: module) {
                guard case .literal(let id) = prompt, !ids.contains(id) else { continue }
                flowSurvey.note(
                    .fault, path,
                    "the prompt \"\(id)\" is in no prompt list; running here takes loadPromptFailure"
                )
            }
        }
    }

    private static func prompts(of module: FlowModule) -> [(prompt: FlowText, path: JSONPath)] {
        switch module.body {
        case .playAudio(let play):
            let path = module.path.key("playAudioParams")
            return play.prompts.map { ($0, path) }
        case .audioDialog(let dialog):
            let path = module.path.key("audioDialogParams").key("dialogPromptCollection")
            return dialog.prompts.enumerated().flatMap { index, prompt in
                prompt.play.prompts.map { ($0, path.index(index)) }
            }
        default: return []
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
    private mutating func checkCycles() {
        let byID = Dictionary(prompts.map { ($0.id, $0) }) { _, last in last }
        var settled: Set<String> = []
        for prompt in prompts {
            var trail: [String] = []
            guard
                let cycle = Self.cycle(
                    from: prompt.id, in: byID, trail: &trail, settled: &settled)
            else { continue }
            let message =
                cycle.count > Self.depthLimit
                ? "prompts are nested deeper than \(Self.depthLimit) levels"
                : "the prompt contains itself: \(cycle.joined(separator: " > "))"
            promptSurvey.note(.error, prompt.path, message)
            return
        }
    }

    /// Collections nested deeper than this are refused.
    static let depthLimit = 128

    private static func cycle(
        from id: String, in prompts: [String: AudioPrompt], trail: inout [String],
        settled: inout Set<String>
    ) -> [String]? {
        if let start = trail.firstIndex(of: id) { return Array(trail[start...]) + [id] }
        if trail.count > depthLimit { return trail }
        guard !settled.contains(id), let prompt = prompts[id], prompt.style != .single else {
            return nil
        }
        trail.append(id)
        for case .literal(let member) in prompt.members {
            if let cycle = cycle(from: member, in: prompts, trail: &trail, settled: &settled) {
                return cycle
            }
        }
        trail.removeLast()
        settled.insert(id)
        return nil
    }
}
