internal import VoiceMedia
internal import VoiceTrace

extension VoiceflowMachine {
    /// Goes where `outcome` leads; a target that cannot be reached gives way to `internalFailure`,
    /// then to `DEFAULT`; when those fail too the flow ends.
    mutating func follow(_ outcome: Outcome) {
        guard let module else { return }
        var tried: Set<String> = []
        for (key, target, why) in candidates(for: outcome, in: module.goTo) {
            guard tried.insert(target.spelling).inserted else { continue }
            if let id = fields.resolve(target), flow.modules[id] != nil {
                emit("transition", transition(from: module.id, to: id, by: key), why: why)
                work = [.enter(id)]
                return
            }
            var details: JSONObject = ["key": .string(key), "target": .string(target.spelling)]
            if case .field = target {
                details["value"] = fields.resolve(target).map { .string($0) } ?? .null
            }
            fail("ST_VFM_NOT_FOUND", details)
        }
        work = [.finish(reason: "failure", error: "ST_VFM_NOT_FOUND")]
    }

    private func candidates(
        for outcome: Outcome, in goTo: GoToTable
    ) -> [(key: String, target: FlowText, why: JSONObject)] {
        var found: [(String, FlowText, JSONObject)] = []
        switch outcome {
        case .key(let key, var why):
            if let target = goTo.targets[key] {
                found.append((key, target, why))
            } else if let target = goTo.targets["DEFAULT"] {
                why["outcome"] = .string(key)
                found.append(("DEFAULT", target, why))
            }
        case .stop(let reason, var why):
            if let target = goTo.stops[reason] {
                found.append(("stopRecordReason.\(reason.rawValue)", target, why))
            } else if let target = goTo.targets["DEFAULT"] {
                why["outcome"] = .string(reason.rawValue)
                found.append(("DEFAULT", target, why))
            }
        case .interruption(let target):
            found.append(("audioInterruptTransition", target, [:]))
        case .intent(let rule):
            found.append(
                (
                    "userIntentCollection", rule.target,
                    ["intent": intent.map { .string($0) } ?? .null]
                ))
        case .input(let rule):
            let why: JSONObject = [
                "comparator": .string(rule.comparator.rawValue), "input": .string(rule.input),
            ]
            found.append(("userInputCollection", rule.target, why))
        }
        for key in ["internalFailure", "DEFAULT"] {
            if let target = goTo.targets[key] { found.append((key, target, [:])) }
        }
        return found
    }

    /// Leaves the module, whose media already fell silent, for where the app wants to be.
    mutating func divert(_ control: Control) {
        guard let current = module?.id else { return }
        phase = .running
        switch control {
        case .stop: work = [.finish(reason: "stopped", error: nil)]
        case .endInterrupted: work = [.finish(reason: "interrupted", error: nil)]
        case .interrupt(let target): work = [.jump(from: current, to: target)]
        case .fail(let error):
            guard isInsideModule else { return }
            fail(error)
            work = [.leave(.key("internalFailure", why: [:]))]
            return
        }
        // The app may have asked for this while the module was already ending.
        guard isInsideModule else { return }
        isInsideModule = false
        emit("moduleEnd", ["module": .string(current)])
        call("PreModuleEnd", ["module": .string(current)])
    }

    mutating func jump(from: String, to: String) {
        emit("transition", transition(from: from, to: to, by: "interrupt"))
        work = [.enter(to)]
    }
}
