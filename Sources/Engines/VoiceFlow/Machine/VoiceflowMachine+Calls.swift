internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

extension VoiceflowMachine {
    /// Takes a call of the app. Its changes are visible at once; a change of course waits until the
    /// callback it was made from has come back.
    mutating func receive(_ call: EngineCall) {
        let arguments = call.arguments
        switch call.name {
        case "setField":
            let name = arguments["name"]?.string ?? ""
            if !setField(name, to: arguments["value"] ?? .null, by: "app") {
                fail("ST_INVALID_PARAMETER", ["call": .string(call.name), "name": .string(name)])
            }
        case "resetField": resetField(arguments["name"]?.string ?? "")
        case "setIntent": setIntent(arguments["intent"]?.string ?? "", by: "app")
        case "resetIntent": setIntent(nil, by: "app")
        case "rejectHypothesis": media.rejectHypothesis()
        case "loadListenerPrompt": queuePrompt(arguments["prompt"]?.string ?? "")
        case "setLanguage":
            memory.language = arguments["language"]?.string ?? memory.language
            emit("language", ["name": .string(memory.language)])
        case "stopRecording": askToStopRecording()
        case "stop": ask(.stop, call.name)
        case "interrupt":
            let target = arguments["module"]?.string ?? ""
            if setup.flow.modules[target] == nil {
                fail("ST_VFM_NOT_FOUND", ["call": .string(call.name), "module": .string(target)])
            } else {
                ask(.interrupt(target), call.name)
            }
        case "resume":
            if place.phase == .paused {
                work = [.leave(.standard)]
            } else {
                fail("ST_VOICEFLOW_NOT_PAUSED", ["call": .string(call.name)])
            }
        default: fail("ST_INVALID_PARAMETER", ["call": .string(call.name)])
        }
    }

    private mutating func ask(_ wanted: Control, _ call: String) {
        // What is asked for before the run counts when that begins.
        guard place.phase != .ended else {
            fail("ST_VOICEFLOW_NOT_RUNNING", ["call": .string(call)])
            return
        }
        course.ask(wanted)
    }

    /// Sets a field, or the intent; false when the name or the value cannot be one.
    mutating func setField(_ name: String, to value: JSONValue, by setter: String) -> Bool {
        if name == FieldRepository.intentName {
            guard let intent = ScalarText.text(value) else { return false }
            setIntent(intent, by: setter)
            return true
        }
        guard fields.set(name, to: value) else { return false }
        emitField(name, value, by: setter)
        return true
    }

    private mutating func resetField(_ name: String) {
        if name == FieldRepository.intentName {
            setIntent(nil, by: "app")
        } else if fields.reset(name) {
            emitField(name, .null, by: "app")
        } else {
            fail("ST_INVALID_PARAMETER", ["call": "resetField", "name": .string(name)])
        }
    }

    private mutating func emitField(_ name: String, _ value: JSONValue, by setter: String) {
        emit(
            "field",
            [
                "name": .string(name), "value": JSONValue.traceable(value), "by": .string(setter),
            ])
    }

    /// The user intent is the field `intent` as well.
    mutating func setIntent(_ intent: String?, by setter: String) {
        if let intent {
            _ = fields.set(FieldRepository.intentName, to: .string(intent))
        } else {
            _ = fields.reset(FieldRepository.intentName)
        }
        emit("intent", ["intent": intent.map { .string($0) } ?? .null, "by": .string(setter)])
    }

    /// The intent rule that ends the running dialog, if the intent is listed.
    var matchingIntent: GoToTable.IntentRule? {
        guard place.isInsideModule, media.takesIntents, let intent = fields.intent, let module
        else { return nil }
        return module.goTo.intents.first { fields.resolve($0.intent) == intent }
    }

    mutating func emit(_ kind: String, _ fields: JSONObject = [:], why: JSONObject = [:]) {
        output.add(.emit(kind: kind, fields: fields, why: why))
    }

    mutating func call(
        _ name: String, _ arguments: JSONObject, cause: EngineCallback.Cause = .latest
    ) {
        output.call(EngineCallback(name: name, arguments: arguments, cause: cause))
    }

    mutating func fail(_ error: String, _ details: JSONObject = [:]) {
        var fields = details
        fields["error"] = .string(error)
        if fields["module"] == nil, let module { fields["module"] = .string(module.id) }
        emit("error", fields)
    }
}

extension JSONValue {
    /// The value as a trace may hold it: a number that is no integer becomes `{"decimal": "0.5"}`.
    static func traceable(_ value: JSONValue) -> JSONValue {
        switch value {
        case .decimal(let digits): return ["decimal": .string(digits)]
        case .array(let elements): return .array(elements.map(traceable))
        case .object(let object):
            var traced = JSONObject()
            for member in object.members { traced[member.key] = traceable(member.value) }
            return .object(traced)
        case .null, .bool, .integer, .string: return value
        }
    }
}
