internal import VoiceJSON

/// Reads a voiceflow file into modules.
struct FlowReader {
    var survey: DocumentSurvey
    private(set) var modules: [FlowModule] = []

    private static let moduleKeys: Set<String> = [
        FlowKey.id, FlowKey.type, FlowKey.name, FlowKey.processParams,
        FlowKey.audioInterruptTransitionParams, FlowKey.playAudioParams,
        FlowKey.recordAudioParams, FlowKey.recognizeAudioParams, FlowKey.audioDialogParams,
        FlowKey.audioListenerParams,
        FlowKey.runAECParams, FlowKey.goTo,
    ]

    private static let processKeys: Set<String> = [FlowKey.setValueForFieldNameCollection]
    private static let assignmentKeys: Set<String> = [FlowKey.name, FlowKey.value]

    init(bytes: [UInt8], file: String) throws(JSONError) {
        survey = try DocumentSurvey(bytes: bytes, file: file)
        var seen: Set<String> = []
        let objects = survey.topLevelObjects()
        guard !Self.arePrompts(objects.map(\.object)) else {
            survey.report(
                .error, .root,
                "these are prompts, not modules. Did you swap the flow and the prompt list?")
            return
        }
        for (object, path) in objects {
            guard let module = readModule(object, at: path) else { continue }
            if !seen.insert(module.id).inserted {
                survey.report(
                    .error, path.key(FlowKey.id), "two modules have the id \"\(module.id)\"")
            }
            modules.append(module)
        }
    }

    /// Whether `objects` are a prompt list: no object has a key that only modules have.
    private static func arePrompts(_ objects: [JSONObject]) -> Bool {
        let promptKeys = [
            FlowKey.textString, FlowKey.audioFile, FlowKey.textFile, FlowKey.promptCollection,
        ]
        return objects.contains { object in promptKeys.contains { object[$0] != nil } }
            && objects.allSatisfy { $0[FlowKey.type] == nil && $0[FlowKey.goTo] == nil }
    }

    private mutating func readModule(_ object: JSONObject, at path: JSONPath) -> FlowModule? {
        survey.noteUnknownKeys(object, known: Self.moduleKeys, at: path)
        guard let id = survey.requiredText(object, FlowKey.id, at: path),
            let type = survey.requiredText(object, FlowKey.type, at: path)
        else { return nil }
        guard let kind = FlowModule.Kind(rawValue: type) else {
            let kinds = FlowModule.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            survey.report(
                .error, path.key(FlowKey.type), "\"\(type)\" is not a module type. Use \(kinds)")
            return nil
        }
        survey.checkName(id, at: path.key(FlowKey.id))
        if FlowText.fieldName(id) != nil {
            survey.report(.error, path.key(FlowKey.id), "an id cannot be a runtime field")
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
            let (parameters, place) = survey.object(
                object, FlowKey.playAudioParams,
                known: [
                    FlowKey.style, FlowKey.promptID, FlowKey.promptCollection, FlowKey.ssEngine,
                    FlowKey.ssVoiceParams,
                ], at: path)
            return .playAudio(readPlay(parameters, standard: nil, at: place))
        case .audioDialog: return .audioDialog(Shared(readDialog(object, at: path)))
        case .recordAudio: return .recordAudio(Shared(readListening(object, kind, at: path)))
        case .recognizeAudio: return .recognizeAudio(Shared(readListening(object, kind, at: path)))
        case .audioListener: return .audioListener(Shared(readListener(object, at: path)))
        case .runAEC:
            survey.report(
                .warning, path.key(FlowKey.type),
                "\(kind.rawValue) modules do not run: this one takes internalFailure")
            return .unsupported
        }
    }

    private mutating func readAssignments(
        _ object: JSONObject, at path: JSONPath
    ) -> [FlowModule.Assignment] {
        let (parameters, path) = survey.object(
            object, FlowKey.processParams, known: Self.processKeys, at: path)
        var assignments: [FlowModule.Assignment] = []
        for (entry, place) in survey.list(
            parameters, FlowKey.setValueForFieldNameCollection, at: path)
        {
            survey.noteUnknownKeys(entry, known: Self.assignmentKeys, at: place)
            guard let name = survey.requiredText(entry, FlowKey.name, at: place) else { continue }
            guard let value = entry[FlowKey.value] else {
                survey.report(.error, place, "\"value\" is missing")
                continue
            }
            guard let field = FlowText.fieldName(name) else {
                survey.report(
                    .error, place.key(FlowKey.name), "\"\(name)\" must be written $[\(name)]")
                continue
            }
            survey.checkName(field, at: place.key(FlowKey.name))
            assignments.append(.init(name: field, value: value, path: place))
        }
        return assignments
    }

    /// Reads style and prompts; `standard` is the style of a group that names none.
    mutating func readPlay(
        _ object: JSONObject, standard: PromptStyle?, at path: JSONPath
    ) -> PlayParameters {
        var prompts: [FlowText] = []
        for (entry, place) in survey.list(object, FlowKey.promptCollection, at: path) {
            survey.noteUnknownKeys(entry, known: [FlowKey.promptID], at: place)
            if let id = survey.requiredText(entry, FlowKey.promptID, at: place) {
                prompts.append(survey.nameText(id, at: place.key(FlowKey.promptID)))
            }
        }
        let single = survey.text(object, FlowKey.promptID, at: path)
        if let single, !single.isEmpty {
            if prompts.isEmpty {
                prompts = [survey.nameText(single, at: path.key(FlowKey.promptID))]
            } else {
                survey.report(
                    .warning, path.key(FlowKey.promptID), "promptCollection is there too and counts"
                )
            }
        }
        if prompts.isEmpty {
            survey.report(.fault, path, "neither promptID nor promptCollection names a prompt")
        }
        let fallback = standard ?? (object[FlowKey.promptCollection] == nil ? .single : .combo)
        return PlayParameters(
            style: survey.runtimeWord(object, FlowKey.style, standard: fallback, at: path),
            prompts: prompts, voice: survey.voice(object, at: path), path: path)
    }
}
