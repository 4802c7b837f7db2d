internal import VoiceEngine
internal import VoiceTrace

/// Reasons why edges are not taken: what the files alone prove, and what the search found.
struct UnreachedReasons {
    let facts: FlowFacts
    let vocabulary: Vocabulary

    /// Edges that nothing can take, each with the reason.
    var certain: [Int: String] {
        let open = possible
        var reasons: [Int: String] = [:]
        var seen: Set<FlowGraph.Edge> = []
        for (index, edge) in facts.graph.edges.enumerated() {
            guard let module = facts.module(edge.module) else { continue }
            var place = edge
            place.target = ""
            place.isDynamic = false
            if !open.contains(edge.module) {
                reasons[index] = noWay
            } else if edge.detail != nil, !seen.insert(place).inserted {
                reasons[index] = "an equal rule stands before it and decides"
            } else {
                reasons[index] = reason(edge, of: module)
            }
        }
        return reasons
    }

    private let noWay = "no way leads from VF_START to its module; only the app's interrupt does"

    /// Modules that a way may lead to, whatever fields hold.
    private var possible: Set<String> {
        let named = facts.reachedByName
        let isOpen = facts.graph.edges.contains { $0.isDynamic && named.contains($0.module) }
        return isOpen ? Set(facts.graph.modules.map(\.id)) : named
    }

    private func reason(_ edge: FlowGraph.Edge, of module: FlowModule) -> String? {
        if let refusal = module.refusal, !leadsNowhere(module) {
            let key = "stopRecordReason.\(refusal.rawValue)"
            let others = ["userIntentCollection", "audioInterruptTransition"]
            if module.hasKey(key), edge.key != key, !others.contains(edge.key) {
                return "its recording cannot begin, so that it always takes \(key)"
            }
        }
        return switch edge.key {
        case "userInputCollection": words(edge, of: module)
        case "loadPromptFailure": prompts(of: module)
        case "internalFailure": failure(of: module)
        case "maxTimeoutCount": timeout(of: module)
        case "DEFAULT": standard(of: module)
        case _ where edge.key.hasPrefix("stopRecordReason."):
            stop(StopReason(rawValue: String(edge.key.dropFirst(17))), of: module)
        default: nil
        }
    }

    private func words(_ edge: FlowGraph.Edge, of module: FlowModule) -> String? {
        guard let index = module.rules.firstIndex(where: { $0.pattern.detail == edge.detail })
        else {
            return nil
        }
        let rule = module.rules[index]
        let isEarly = rule.acceptsPartial && module.hearsPartially != false
        let cover = module.rules[..<index].first { other in
            other.pattern.covers(rule.pattern) && (other.acceptsPartial || !isEarly)
        }
        if let cover {
            return "the rule before it, \"\(cover.pattern.detail)\", takes all its words"
        }
        guard let phrases = vocabulary.phrases else { return nil }
        let fitting = phrases.filter { rule.takes($0, soFar: isEarly) }
        if fitting.isEmpty {
            return "none of the phrases that can be said fits \"\(rule.pattern.detail)\""
        }
        let before = module.rules[..<index]
        let isTaken = fitting.allSatisfy { phrase in
            before.contains { $0.pattern.matches(phrase) }
        }
        return isTaken && !isEarly
            ? "rules before it take every phrase that fits \"\(rule.pattern.detail)\"" : nil
    }

    /// Returns the reason why every prompt of `module` can be had; nil where one may not.
    private func prompts(of module: FlowModule) -> String? {
        let ids = module.promptIDs
        if ids.isEmpty {
            let needsOne = module.kind == .playAudio || module.kind == .audioListener
            return needsOne || module.hasEmptyGroup ? nil : "the module has no prompt"
        }
        let all = module.kind == .audioListener ? ids + facts.prompts.ids : ids
        return facts.prompts.areSafe(all) && !module.hasEmptyGroup
            ? "all its prompts are there" : nil
    }

    private func failure(of module: FlowModule) -> String? {
        guard [.node, .process, .pauseResume].contains(module.kind), !leadsNowhere(module)
        else { return nil }
        return "nothing in a \(module.kind.rawValue) module can fail"
    }

    /// Whether a target of the module may not be there.
    private func leadsNowhere(_ module: FlowModule) -> Bool {
        facts.openModules.contains(module.id) || module.hasEmptyTarget
            || module.interruptionWord == nil && facts.leavesInterruptionsOpen
    }

    private func timeout(of module: FlowModule) -> String? {
        if module.waitsForEver { return "the silence before speech has no limit" }
        return facts.isNeverSilent(module)
            ? "a prompt plays without an end, and silence counts only behind it" : nil
    }

    private func standard(of module: FlowModule) -> String? {
        guard !leadsNowhere(module) else { return nil }
        func has(_ keys: String...) -> Bool { keys.allSatisfy(module.hasKey) }
        let canLoad = prompts(of: module) != nil || module.hasKey("loadPromptFailure")
        switch module.kind {
        case .runAEC:
            return module.hasKey("internalFailure")
                ? "a runAEC module always takes internalFailure" : nil
        case .audioDialog:
            let isKeyed =
                !module.isFree && canLoad
                && has("maxTimeoutCount", "maxGarbageCount", "maxSRErrorCount", "internalFailure")
            return isKeyed ? "every way in which the module ends has a key of its own" : nil
        case .playAudio, .audioListener:
            let isKeyed =
                canLoad && has("internalFailure")
                && (module.kind == .playAudio || has("maxSRErrorCount"))
            return isKeyed && facts.prompts.playsForEver(module.promptIDs)
                ? "its prompt plays without an end" : nil
        default: return nil
        }
    }

    /// Whether silence before speech, or the length of speech, ends listening before `limit`.
    private func endsBefore(_ limit: Int64, _ module: FlowModule) -> Bool {
        guard module.detectsSpeech == true, !module.hasLimitField else { return false }
        let silence = module.limit("maxPreSpeechSilenceLengthMs") ?? 0
        let speech = module.limit("maxSpeechLengthMs") ?? 0
        // A recording without this limit waits for more speech.
        let isOver = module.recognizes || (module.limit("maxPostSpeechSilenceLengthMs") ?? 0) > 0
        return isOver && silence > 0 && speech > 0 && limit > silence + speech
    }

    private func stop(_ reason: StopReason?, of module: FlowModule) -> String? {
        func unlimited(_ name: String) -> Bool {
            (module.limit(name) ?? 0) <= 0 && !module.hasLimitField
        }
        let isDeaf = module.detectsSpeech == false
        let records = module.kind == .recordAudio
        switch reason {
        case .endOfPrompt:
            return module.mayRecordPrompt ? nil : "the module records no prompt"
        case .maxSpeechLengthExceeded:
            return isDeaf || unlimited("maxSpeechLengthMs")
                ? "no limit of the length of speech counts here" : nil
        case .maxAudioLengthExceeded, .maxAudioExceeded:
            let name =
                reason == .maxAudioExceeded ? "maxRecordLengthMs" : "maxAudioLengthMs"
            if unlimited(name) { return module.saves ? nil : "the module has no \(name)" }
            return endsBefore(module.limit(name) ?? 0, module)
                ? "the limits of silence and of speech end it before" : nil
        case .maxPreSpeechSilenceExceeded where records:
            return isDeaf || unlimited("maxPreSpeechSilenceLengthMs")
                ? "no limit of the silence before speech counts here" : nil
        case .maxPostSpeechSilenceExceeded where records:
            return isDeaf || unlimited("maxPostSpeechSilenceLengthMs")
                ? "no limit of the silence after speech counts here" : nil
        default: return nil
        }
    }

    /// Returns what is left, each with its reason: modules that were not entered, then edges that
    /// were not taken, in the order of the flow.
    func unreached(
        taken: Set<Int>, entered: Set<String>, certain: [Int: String], tried: [Int: [String]],
        isCut: Bool
    ) -> [UnreachedPart] {
        let open = possible
        let limit = "the search was cut off before it got there"
        let edges = Dictionary(grouping: facts.graph.edges.indices) { facts.graph.edges[$0].module }
        /// Returns the reason why an edge is not taken.
        func reason(_ index: Int, of module: String) -> String {
            if let known = certain[index] { return known }
            if isCut { return limit }
            if !entered.contains(module) { return "no draft enters its module" }
            let ways = (tried[index] ?? []).joined(separator: ", ")
            return ways.isEmpty
                ? "nothing that a scenario can do leads there"
                : "none of what was tried leads there: \(ways)"
        }
        var parts: [UnreachedPart] = []
        for module in facts.graph.modules {
            if !entered.contains(module.id) {
                let reason =
                    !open.contains(module.id)
                    ? noWay.replacing("its module", with: "it") : isCut ? limit : barred(module.id)
                parts.append(.init(module: module.id, edge: nil, reason: reason))
            }
            for index in edges[module.id] ?? [] where !taken.contains(index) {
                parts.append(
                    .init(
                        module: module.id, edge: facts.graph.edges[index],
                        reason: reason(index, of: module.id)))
            }
        }
        return parts
    }

    /// Returns the reason why a module that ways lead to is not entered.
    private func barred(_ id: String) -> String {
        let ways = facts.graph.edges.filter { $0.target == id && $0.module != id }
        guard !ways.isEmpty else { return "no field was found that leads to it" }
        let names = ways.prefix(3).map { "\($0.module) \($0.label)" }.joined(separator: ", ")
        return "no draft takes a way to it: \(names)"
    }
}
