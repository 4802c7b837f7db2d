internal import VoiceEngine
internal import VoiceJSON

extension VoiceflowMachine {
    /// Goes where `outcome` leads; a target that cannot be reached gives way to `internalFailure`,
    /// then to `DEFAULT`; when those fail too the flow ends.
    mutating func follow(_ outcome: Outcome) {
        guard let module else { return }
        let (key, target, why) = decided(outcome, in: module.goTo)
        if go(to: target, by: key, why: why) { return }
        var tried: Set<String> = [target.spelling]
        for key in [FlowKey.internalFailure, FlowKey.defaultWay] {
            guard let target = module.goTo.targets[key], tried.insert(target.spelling).inserted
            else { continue }
            if go(to: target, by: key, why: [:]) { return }
        }
        work = [.finish(reason: "failure", error: "ST_VFM_NOT_FOUND")]
    }

    /// Goes to the module that `target` names; false, with an error, for an unknown one.
    private mutating func go(to target: FlowText, by key: String, why: JSONObject) -> Bool {
        if let id = fields.resolve(target), setup.flow.modules[id] != nil {
            emit("transition", Self.transition(from: module?.id ?? "", to: id, by: key), why: why)
            work = [.enter(id)]
            return true
        }
        var details: JSONObject = ["key": .string(key), "target": .string(target.spelling)]
        if case .field = target {
            details["value"] = fields.resolve(target).map { .string($0) } ?? .null
        }
        fail("ST_VFM_NOT_FOUND", details)
        return false
    }

    /// Returns the key, target and evidence of an outcome; without a key of its own it takes
    /// `DEFAULT`.
    private func decided(
        _ outcome: Outcome, in goTo: GoToTable
    ) -> (key: String, target: FlowText, why: JSONObject) {
        let standard = goTo.targets[FlowKey.defaultWay] ?? .literal("")
        switch outcome {
        case .key(let key, var why):
            if let target = goTo.targets[key] { return (key, target, why) }
            why["outcome"] = .string(key)
            return (FlowKey.defaultWay, standard, why)
        case .stop(let reason, var why):
            if let target = goTo.stops[reason] {
                return ("stopRecordReason.\(reason.rawValue)", target, why)
            }
            why["outcome"] = .string(reason.rawValue)
            return (FlowKey.defaultWay, standard, why)
        case .interruption(let target): return ("audioInterruptTransition", target, [:])
        case .intent(let rule):
            let why: JSONObject = ["intent": fields.intent.map { .string($0) } ?? .null]
            return (FlowKey.userIntentCollection, rule.target, why)
        case .input(let rule):
            let why: JSONObject = [
                "comparator": .string(rule.pattern.comparator.rawValue),
                "input": .string(rule.pattern.input),
            ]
            return (FlowKey.userInputCollection, rule.target, why)
        }
    }

    /// Leaves the module, whose media already fell silent, for where the app wants to be.
    mutating func divert(_ control: Control) {
        place.resume()
        switch control {
        case .stop: work = [.finish(reason: "stopped", error: nil)]
        case .endInterrupted: work = [.finish(reason: "interrupted", error: nil)]
        case .interrupt(let target):
            work = [module.map { .jump(from: $0.id, to: target) } ?? .enter(target)]
        case .fail(let error):
            guard place.isInsideModule else { return }
            fail(error)
            work = [.leave(.key(FlowKey.internalFailure, why: [:]))]
            return
        }
        // The app may have asked for this while the module was already ending, or before the run.
        guard place.isInsideModule, let module else { return }
        place.leaveModule()
        emit("moduleEnd", ["module": .string(module.id)])
        call("PreModuleEnd", ["module": .string(module.id)])
    }

    mutating func jump(from: String, to: String) {
        emit("transition", Self.transition(from: from, to: to, by: "interrupt"))
        work = [.enter(to)]
    }
}
