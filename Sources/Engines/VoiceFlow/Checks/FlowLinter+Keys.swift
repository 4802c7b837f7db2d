internal import VoiceJSON

/// Keys that are missing, that a module's type never takes, and that do nothing here.
extension FlowLinter {
    mutating func checkKeys() {
        checkRequired(FlowKey.name, in: &flowSurvey)
        checkRequired(FlowKey.style, in: &promptSurvey)
        for module in modules {
            checkBlocks(of: module)
            checkGoTo(of: module)
            checkListening(of: module)
            checkDetection(of: module)
            checkWords(of: module)
            checkGroups(of: module)
            checkShadows(of: module)
        }
        for prompt in prompts {
            checkContent(of: prompt)
            checkWords(of: prompt)
            checkMarkup(of: prompt)
            checkStart(of: prompt)
        }
        checkTexts()
        checkFieldTypes()
        checkIdleKeys(in: &flowSurvey)
        checkIdleKeys(in: &promptSurvey)
    }

    /// The published schema wants it; files of apps often lack it, and run.
    private func checkRequired(_ key: String, in survey: inout DocumentSurvey) {
        for (index, element) in (survey.document.root.array ?? []).enumerated() {
            guard let object = element.object, object[key] == nil else { continue }
            survey.report(.warning, .root.index(index), "\"\(key)\" is missing")
        }
    }

    private mutating func checkGoTo(of module: FlowModule) {
        let goTo = module.goTo
        let path = module.path.key(FlowKey.goTo)
        func list(_ rule: JSONPath) -> JSONPath { JSONPath(steps: rule.steps.dropLast()) }
        var keys = GoToTable.singleKeys.filter { goTo.targets[$0] != nil }
            .map { ($0, path.key($0)) }
        if let rule = goTo.intents.first {
            keys.append((FlowKey.userIntentCollection, list(rule.path)))
        }
        if let rule = goTo.inputs.first {
            keys.append((FlowKey.userInputCollection, list(rule.path)))
        }
        if !goTo.stops.isEmpty {
            keys.append((FlowKey.stopRecordReason, path.key(FlowKey.stopRecordReason)))
        }
        for (key, path) in keys where !module.kind.takes(key) {
            flowSurvey.report(
                .warning, path, "Modules of type \(module.kind.rawValue) never take \"\(key)\".")
        }
    }

    /// Reports what listening and recording lack to come to an end, and files that cannot be
    /// written.
    private mutating func checkListening(of module: FlowModule) {
        guard let listening = module.listening else { return }
        let path = module.path.key(FlowKey.recordAudioParams)
        if case .literal(let type)? = listening.save?.fileType,
            type.lowercased() == "m4a"
        {
            flowSurvey.report(
                .warning, path.key(FlowKey.saveAudioParams).key(FlowKey.fileType),
                "Recordings cannot be \"\(type)\" files here; the module takes the edge "
                    + "recordingFileError. Use wav or caf.")
        }
        let place = path.key(FlowKey.stopRecordParams)
        switch module.kind {
        case .audioDialog, .recognizeAudio:
            guard listening.hearsSilenceForEver else { return }
            flowSurvey.report(
                .warning, place.key(FlowKey.maxPreSpeechSilenceLengthMs),
                "Listening never ends while the caller is silent. "
                    + "Set maxPreSpeechSilenceLengthMs.")
        case .recordAudio:
            guard listening.recordsForEver else { return }
            flowSurvey.report(
                .warning, place, "No limit ends this recording; only the app can end it.")
        default: return
        }
    }

    /// Keys that files may have and that this engine ignores, after the key of their object, with
    /// the values that ask for nothing else than what is done anyway.
    private static let idleKeys: [String: [String: [String]]] = [
        FlowKey.recognizeAudioParams: [
            FlowKey.srLocale: ["en", "en-us"], FlowKey.languageCode: ["en", "en-us"],
            FlowKey.pocketSphinxSRSessionParams: [],
            FlowKey.recognizeUtteranceFile: ["false", "no"],
            FlowKey.recognizeUtteranceFileParams: [],
        ],
        FlowKey.srSessionParams: [
            FlowKey.taskID: [""], FlowKey.taskHint: ["", "unspecified"],
            FlowKey.autoPunctuate: ["false", "no"],
            FlowKey.onDeviceSR: ["true", "yes"],
        ],
        FlowKey.appleSRSessionParams: [
            FlowKey.taskID: [""], FlowKey.taskHint: ["", "unspecified"],
            FlowKey.autoPunctuate: ["false", "no"],
            FlowKey.onDeviceSR: ["true", "yes"],
        ],
        FlowKey.saveUtteranceParams: ["saveUtterance": ["false", "no"]],
        FlowKey.aecParams: [
            FlowKey.enableAEC: ["true", "yes"], FlowKey.delayOffsetMs: ["0"],
            FlowKey.aecMobile: ["false", "no"],
        ],
        FlowKey.ssEngineParams: [FlowKey.inStreamMode: ["false", "no"]],
        FlowKey.ssVoiceParams: [FlowKey.quality: ["", "default", "unspecified", "unknown"]],
    ]

    /// Adds one finding for each key without effect, however often it is in the file.
    private func checkIdleKeys(in survey: inout DocumentSurvey) {
        var told: Set<String> = []
        func visit(_ value: JSONValue, _ parent: String, _ path: JSONPath) {
            for (index, element) in (value.array ?? []).enumerated() {
                visit(element, parent, path.index(index))
            }
            for member in value.object?.members ?? [] where !member.key.hasPrefix("_") {
                let place = path.key(member.key)
                let suffix = "Runtime"
                let key =
                    member.key.hasSuffix(suffix)
                    ? String(member.key.dropLast(suffix.count)) : member.key
                if let neutral = Self.idleKeys[parent]?[key],
                    !neutral.contains(ScalarText.text(member.value)?.lowercased() ?? "$"),
                    // One word about a key is enough.
                    !survey.findings.contains(where: { $0.path == place }),
                    told.insert("\(parent).\(key)").inserted
                {
                    survey.report(.warning, place, "\"\(member.key)\" has no effect here.")
                }
                visit(member.value, member.key, place)
            }
        }
        visit(survey.document.root, "", .root)
    }
}

extension ListeningParameters {
    /// Whether neither the sound heard nor the sound kept has a limit.
    private var hasNoLength: Bool {
        // Where silence is trimmed off, what is kept only grows with speech.
        let keepsSilence = trimsSilence == .init(fixed: false) || isEnabled == .init(fixed: false)
        return Self.isOff(maxAudio) && (Self.isOff(maxRecord) || !keepsSilence)
    }

    /// Whether recognition waits for speech without a limit. With speech detection off the
    /// engine's own limit counts.
    var hearsSilenceForEver: Bool {
        isEnabled == .init(fixed: true) && preSpeechSilence == .init(fixed: 0) && hasNoLength
    }

    /// Whether no limit of any kind ends a recording.
    fileprivate var recordsForEver: Bool {
        let isSource = prompt?.isSource ?? .init(fixed: false)
        let speech = [preSpeechSilence, postSpeechSilence, maxSpeech]
        let hasNoEnd = Self.isOff(maxAudio) && Self.isOff(maxRecord)
        return isSource == .init(fixed: false) && hasNoEnd
            && (isEnabled == .init(fixed: false) || speech.allSatisfy(Self.isOff))
    }

    /// Whether a limit does not count, whatever fields hold.
    static func isOff(_ limit: RuntimeValue<Int64?>) -> Bool {
        limit.field == nil && (limit.fixed ?? 0) == 0
    }
}
