internal import VoiceEngine
internal import VoiceJSON

extension FlowChecker {
    /// One way out of a module: the goTo key, the detail that tells it from others of its key, the
    /// target.
    struct Way {
        let key: String
        let detail: String?
        let target: FlowText
        let path: JSONPath

        /// The way that leads on after an interruption, as a transition calls it.
        static let interruption = "audioInterruptTransition"
        /// An interruption that ends the flow, without a transition.
        static let interruptedEnd = "interrupted"
    }

    /// Every way out of `module` that its file names and its type takes, in a fixed order.
    static func ways(of module: FlowModule) -> [Way] {
        goToWays(of: module).filter { module.kind.takes($0.key) } + interruptedWays(of: module)
    }

    /// Every way that the goTo of `module` names, whether its type takes it or not.
    static func goToWays(of module: FlowModule) -> [Way] {
        let path = module.path.key(FlowKey.goTo)
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
            add(
                FlowKey.userIntentCollection, rule.intent.spelling, rule.target,
                rule.path.key(FlowKey.goTo))
        }
        for rule in module.goTo.inputs {
            let detail = rule.pattern.detail
            add(FlowKey.userInputCollection, detail, rule.target, rule.path.key(FlowKey.goTo))
        }
        return ways
    }

    /// Returns the ways that `module` takes when an interruption is over: none with `resume`; where
    /// a field names the transition, to its target and to the end.
    private static func interruptedWays(of module: FlowModule) -> [Way] {
        guard let interruption = module.interruption else { return [] }
        func way(_ key: String, _ target: FlowText) -> Way {
            Way(
                key: key, detail: nil, target: target,
                path: interruption.path.key(FlowKey.goToVoiceFlowModuleID))
        }
        let target = way(Way.interruption, interruption.target)
        let end = way(Way.interruptedEnd, .literal(FlowModule.end))
        guard case .literal(let word) = interruption.transition else { return [target, end] }
        switch InterruptionParameters.Transition(rawValue: word) ?? .end {
        case .resume: return []
        case .repeat: return [way(Way.interruption, .literal(module.id))]
        case .goto: return [target]
        case .end: return [end]
        }
    }
}
