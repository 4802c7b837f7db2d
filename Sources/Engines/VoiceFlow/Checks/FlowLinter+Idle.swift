internal import VoiceJSON

/// Keys that a file may have, and that have no effect in their place.
extension FlowLinter {
    /// The module types that take a block of parameters.
    private static let blocks: [(key: String, kinds: Set<FlowModule.Kind>)] = [
        (FlowKey.processParams, [.process]), (FlowKey.playAudioParams, [.playAudio]),
        (
            FlowKey.recordAudioParams,
            [.recordAudio, .recognizeAudio, .audioDialog, .audioListener]
        ),
        (FlowKey.recognizeAudioParams, [.recognizeAudio, .audioDialog, .audioListener]),
        (FlowKey.audioDialogParams, [.audioDialog]),
        (FlowKey.audioListenerParams, [.audioListener]),
        (FlowKey.runAECParams, [.runAEC]),
    ]

    mutating func checkBlocks(of module: FlowModule) {
        guard let object = object(at: module.path, in: flowSurvey) else { return }
        for (key, kinds) in Self.blocks where object[key] != nil && !kinds.contains(module.kind) {
            flowSurvey.report(
                .warning, module.path.key(key),
                "Modules of type \(module.kind.rawValue) never take \"\(key)\".")
        }
    }

    /// Voice activity that is off, and a recording without a name.
    mutating func checkDetection(of module: FlowModule) {
        guard let listening = module.listening else { return }
        let path = module.path.key(FlowKey.recordAudioParams)
        let record = object(at: path, in: flowSurvey)
        let detection = record?[FlowKey.vadParams]?.object ?? [:]
        let place = path.key(FlowKey.vadParams)
        if listening.isEnabled == .init(fixed: false) {
            for key in [FlowKey.minSpeechToDetectMs, FlowKey.minSilenceToDetectMs]
                + Self.trimmingKeys
            {
                tellIdle(key, in: detection, at: place, "enableVAD is not true")
            }
        } else if listening.trimsSilence == .init(fixed: false) {
            tellIdle(FlowKey.savePreTrimAudio, in: detection, at: place, "trimSilence is not true")
        }
        let save = record?[FlowKey.saveAudioParams]?.object ?? [:]
        if listening.save == nil {
            for key in [
                FlowKey.fileType, FlowKey.fileLocation, FlowKey.languageFolder, FlowKey.audioFormat,
            ] {
                tellIdle(
                    key, in: save, at: path.key(FlowKey.saveAudioParams),
                    "nothing is saved without a fileName")
            }
        }
    }

    private static let trimmingKeys = [FlowKey.trimSilence, FlowKey.savePreTrimAudio]

    /// Warns of `key` or its `…Runtime` sibling in `object`, unless it asks for nothing.
    private mutating func tellIdle(
        _ key: String, in object: JSONObject, at path: JSONPath, isPrompt: Bool = false,
        neutral: Set<String> = ["", "false", "no"], _ why: String
    ) {
        for key in [key, key + "Runtime"] {
            guard let value = object[key],
                !neutral.contains(ScalarText.text(value)?.lowercased() ?? "$")
            else { continue }
            let message = "\"\(key)\" has no effect here: \(why)."
            if isPrompt {
                promptSurvey.report(.warning, path.key(key), message)
            } else {
                flowSurvey.report(.warning, path.key(key), message)
            }
        }
    }

    /// Retry prompts of a dialog that gives up before it says them.
    mutating func checkGroups(of module: FlowModule) {
        guard case .audioDialog(let dialog) = module.body else { return }
        let limits: [(DialogParameters.PromptType, String, RuntimeValue<Int64>)] = [
            (.timeout, FlowKey.timeout, dialog.value.maxTimeouts),
            (.garbage, FlowKey.garbage, dialog.value.maxGarbage),
            (.srError, FlowKey.srError, dialog.value.maxErrors),
        ]
        for (type, key, limit) in limits where limit == .init(fixed: 0) {
            for prompt in dialog.value.prompts where prompt.type == type && prompt.typeField == nil
            {
                flowSurvey.report(
                    .warning, prompt.play.path,
                    "This prompt never plays: the dialog gives up at its first \(key). "
                        + "Allow more in dialogMaxRetryCount.")
            }
        }
    }

    /// Rules behind one that takes all that they would.
    mutating func checkShadows(of module: FlowModule) {
        var intents: [String] = []
        for rule in module.goTo.intents {
            if intents.contains(rule.intent.spelling) {
                flowSurvey.report(
                    .warning, rule.path,
                    "This rule never applies: an earlier rule has the same intent.")
            }
            intents.append(rule.intent.spelling)
        }
        let rules = module.goTo.inputs
        // What a caller can be told apart by is little; a hostile file must not take for ever.
        guard rules.count <= Self.ruleLimit else { return }
        for (index, rule) in rules.enumerated() {
            guard let other = rules[..<index].first(where: { $0.covers(rule) })?.pattern
            else { continue }
            flowSurvey.report(
                .warning, rule.path,
                "This rule never applies: the earlier rule \(other.comparator.rawValue) "
                    + "\"\(other.input)\" matches first. Remove this rule, or move it up.")
        }
    }

    private static let ruleLimit = 1_000

    /// Reports what of a prompt is not played: of a collection its own content, of a single its
    /// members, without a loop its count.
    mutating func checkContent(of prompt: AudioPrompt) {
        guard let object = object(at: prompt.path, in: promptSurvey) else { return }
        func notify(
            _ linter: inout FlowLinter, _ keys: [String], in object: JSONObject, _ path: JSONPath,
            neutral: Set<String> = ["", "false", "no"], _ why: String
        ) {
            for key in keys {
                linter.tellIdle(
                    key, in: object, at: path, isPrompt: true, neutral: neutral, why)
            }
        }
        let playback = object[FlowKey.audioPlaybackParams]?.object ?? [:]
        let place = prompt.path.key(FlowKey.audioPlaybackParams)
        if prompt.style.field == nil, prompt.style.fixed != .single {
            let why = "a \(prompt.style.fixed.rawValue) prompt only plays its members"
            notify(
                &self,
                [
                    FlowKey.audioFile, FlowKey.textString, FlowKey.textFile, FlowKey.textIsSSML,
                    FlowKey.audioPlaybackParams,
                    FlowKey.ssVoiceParams, FlowKey.ssEngineParams,
                ], in: object, prompt.path, why)
            return
        }
        if prompt.style == .init(fixed: .single) {
            notify(
                &self, [FlowKey.promptCollection], in: object, prompt.path, "a single plays itself")
        }
        if prompt.playback.loops == .init(fixed: false) {
            notify(
                &self, [FlowKey.loopCount, FlowKey.maxPlayCount], in: playback, place,
                neutral: ["1"],
                "loopPlay is not true")
        }
        if prompt.audioFile == nil {
            notify(&self, [FlowKey.audioFormat], in: playback, place, "there is no audioFile")
        }
    }

    /// The object at `path` of a file.
    private func object(at path: JSONPath, in survey: DocumentSurvey) -> JSONObject? {
        var value: JSONValue? = survey.document.root
        for step in path.steps {
            switch step {
            case .key(let key): value = value?.object?[key]
            case .index(let index):
                value = value?.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
            }
        }
        return value?.object
    }
}

extension FlowModule {
    /// Parameters by which it listens or records; nil for a module that does neither.
    var listening: ListeningParameters? {
        switch body {
        case .recordAudio(let parameters), .recognizeAudio(let parameters): parameters.value
        case .audioDialog(let dialog): dialog.value.listening
        case .audioListener(let listener): listener.value.listening
        case .node, .process, .pauseResume, .playAudio, .unsupported: nil
        }
    }
}

extension GoToTable.InputRule {
    /// Whether everything that `later` would take is taken by this rule when it stands before it.
    func covers(_ later: Self) -> Bool {
        (acceptsPartial || !later.acceptsPartial) && pattern.covers(later.pattern)
    }
}
