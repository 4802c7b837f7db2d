internal import VoiceTrace

/// Reads a voiceflow file into modules.
struct FlowReader {
    var survey: DocumentSurvey
    private(set) var modules: [FlowModule] = []

    private static let moduleKeys: Set<String> = [
        "id", "type", "name", "processParams", "audioInterruptTransitionParams", "playAudioParams",
        "recordAudioParams", "recognizeAudioParams", "audioDialogParams", "audioListenerParams",
        "runAECParams", "goTo",
    ]

    private static let processKeys: Set<String> = ["setValueForFieldNameCollection"]
    private static let assignmentKeys: Set<String> = ["name", "value"]

    init(bytes: [UInt8], file: String) throws(JSONError) {
        survey = try DocumentSurvey(bytes: bytes, file: file)
        var seen: Set<String> = []
        for (object, path) in survey.topLevelObjects() {
            guard let module = readModule(object, at: path) else { continue }
            if !seen.insert(module.id).inserted {
                survey.note(.error, path.key("id"), "two modules have the id \"\(module.id)\"")
            }
            modules.append(module)
        }
    }

    private mutating func readModule(_ object: JSONObject, at path: JSONPath) -> FlowModule? {
        survey.noteUnknownKeys(object, known: Self.moduleKeys, at: path)
        guard let id = survey.requiredText(object, "id", at: path),
            let type = survey.requiredText(object, "type", at: path)
        else { return nil }
        guard let kind = FlowModule.Kind(rawValue: type) else {
            let kinds = FlowModule.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            survey.note(.error, path.key("type"), "\"\(type)\" is no module type. Use \(kinds)")
            return nil
        }
        survey.checkName(id, at: path.key("id"))
        if FlowText.fieldName(id) != nil {
            survey.note(.error, path.key("id"), "an id cannot be a runtime field")
        }
        return FlowModule(
            id: id, kind: kind, body: readBody(kind, of: object, at: path),
            goTo: readGoTo(object, isEnd: id == FlowModule.end, at: path),
            interruption: readInterruption(object, at: path), path: path)
    }

    private mutating func readBody(
        _ kind: FlowModule.Kind, of object: JSONObject, at path: JSONPath
    ) -> FlowModule.Body {
        switch kind {
        case .node: return .node
        case .process: return .process(readAssignments(object, at: path))
        case .pauseResume: return .pauseResume
        case .playAudio:
            let key = path.key("playAudioParams")
            let parameters = survey.object(object, "playAudioParams", at: path)
            survey.noteUnknownKeys(
                parameters,
                known: ["style", "promptID", "promptCollection", "ssEngine", "ssVoiceParams"],
                at: key)
            return .playAudio(readPlay(parameters, standard: nil, at: key))
        case .audioDialog: return .audioDialog(Shared(readDialog(object, at: path)))
        case .recordAudio: return .recordAudio(Shared(readListening(object, kind, at: path)))
        case .recognizeAudio: return .recognizeAudio(Shared(readListening(object, kind, at: path)))
        case .audioListener: return .audioListener(Shared(readListener(object, at: path)))
        case .runAEC:
            survey.note(
                .warning, path.key("type"),
                "\(kind.rawValue) modules do not run: this one takes internalFailure")
            return .unsupported
        }
    }

    private mutating func readAssignments(
        _ object: JSONObject, at path: JSONPath
    ) -> [FlowModule.Assignment] {
        let parameters = survey.object(object, "processParams", at: path)
        let path = path.key("processParams")
        survey.noteUnknownKeys(parameters, known: Self.processKeys, at: path)
        var assignments: [FlowModule.Assignment] = []
        for (entry, place) in survey.list(parameters, "setValueForFieldNameCollection", at: path) {
            survey.noteUnknownKeys(entry, known: Self.assignmentKeys, at: place)
            guard let name = survey.requiredText(entry, "name", at: place) else { continue }
            guard let value = entry["value"] else {
                survey.note(.error, place, "\"value\" is missing")
                continue
            }
            guard let field = FlowText.fieldName(name) else {
                survey.note(.error, place.key("name"), "\"\(name)\" must be written $[\(name)]")
                continue
            }
            survey.checkName(field, at: place.key("name"))
            assignments.append(.init(name: field, value: value, path: place))
        }
        return assignments
    }

    /// Reads style and prompts; `standard` is the style of a group that names none.
    mutating func readPlay(
        _ object: JSONObject, standard: PromptStyle?, at path: JSONPath
    ) -> PlayParameters {
        var prompts: [FlowText] = []
        for (entry, place) in survey.list(object, "promptCollection", at: path) {
            survey.noteUnknownKeys(entry, known: ["promptID"], at: place)
            if let id = survey.requiredText(entry, "promptID", at: place) {
                prompts.append(survey.nameText(id, at: place.key("promptID")))
            }
        }
        let single = survey.text(object, "promptID", at: path)
        if let single, !single.isEmpty {
            if prompts.isEmpty {
                prompts = [survey.nameText(single, at: path.key("promptID"))]
            } else {
                survey.note(
                    .warning, path.key("promptID"), "promptCollection is there too and counts")
            }
        }
        if prompts.isEmpty {
            survey.note(.fault, path, "neither promptID nor promptCollection names a prompt")
        }
        let fallback = standard ?? (object["promptCollection"] == nil ? .single : .combo)
        return PlayParameters(
            style: survey.runtimeWord(object, "style", standard: fallback, at: path),
            prompts: prompts, voice: survey.voice(object, at: path), path: path)
    }
}
