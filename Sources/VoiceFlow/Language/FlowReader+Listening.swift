internal import VoiceTrace

extension FlowReader {
    mutating func readListener(_ object: JSONObject, at path: JSONPath) -> AudioListenerParameters {
        let listener = survey.object(object, "audioListenerParams", at: path)
        let place = path.key("audioListenerParams")
        survey.noteUnknownKeys(listener, known: ["promptID"], at: place)
        let prompt = survey.text(listener, "promptID", at: place)
        if prompt?.isEmpty ?? true {
            survey.note(.fault, place, "no promptID names the prompt; this takes loadPromptFailure")
        }
        return AudioListenerParameters(
            prompt: prompt.flatMap { text in
                text.isEmpty ? nil : survey.nameText(text, at: place.key("promptID"))
            },
            listening: readListening(object, .audioListener, at: path))
    }

    mutating func readInterruption(
        _ object: JSONObject, at path: JSONPath
    ) -> InterruptionParameters? {
        let key = "audioInterruptTransitionParams"
        guard object[key] != nil else { return nil }
        let parameters = survey.object(object, key, at: path)
        let place = path.key(key)
        survey.noteUnknownKeys(
            parameters,
            known: [
                "transitionType", "goToVoiceFlowModuleID", "rewindCurrentAudioSegmentMs",
                "rewindCurrentAudioSegmentMsRuntime",
            ], at: place)
        var type = FlowText("end")
        if let text = survey.text(parameters, "transitionType", at: place) {
            type = survey.fieldText(text, at: place.key("transitionType"))
            if case .literal = type {
                let word: InterruptionParameters.Transition? =
                    survey.word(parameters, "transitionType", at: place)
                type = .literal((word ?? .end).rawValue)
            }
        }
        let target = survey.text(parameters, "goToVoiceFlowModuleID", at: place)
        return InterruptionParameters(
            transition: type,
            target: survey.nameText(
                target ?? FlowModule.end, at: place.key("goToVoiceFlowModuleID")),
            rewindMilliseconds: survey.runtimeCount(
                parameters, "rewindCurrentAudioSegmentMs", at: place),
            path: place)
    }

    mutating func readListening(
        _ object: JSONObject, _ kind: FlowModule.Kind, at path: JSONPath
    ) -> ListeningParameters {
        let record = survey.object(object, "recordAudioParams", at: path)
        let place = path.key("recordAudioParams")
        survey.noteUnknownKeys(
            record,
            known: [
                "id", "notifyPosMs", "notifyPosMsRuntime", "recordPlayPromptParams",
                "saveAudioParams", "vadParams", "stopRecordParams", "promptID",
                "recordFromPrompt", "recordFromPromptRuntime", "aecParams",
            ], at: place)
        survey.noteUnknownKeys(
            survey.object(record, "aecParams", at: place), known: Self.echoKeys,
            at: place.key("aecParams"))
        let detection = survey.object(record, "vadParams", at: place)
        let vad = place.key("vadParams")
        survey.noteUnknownKeys(detection, known: Self.detectionKeys, at: vad)
        let stop = survey.object(record, "stopRecordParams", at: place)
        let isEnabled = survey.runtimeFlag(detection, "enableVAD", at: vad)
        checkLimits(stop, isEnabled: isEnabled, at: place.key("stopRecordParams"))
        func limit(
            _ reader: inout FlowReader, _ key: String
        ) -> RuntimeValue<Int64?> {
            reader.survey.runtimeLimit(stop, key, at: place.key("stopRecordParams"))
        }
        return ListeningParameters(
            item: survey.text(record, "id", at: place).map { [place] id in
                survey.nameText(id, at: place.key("id"))
            },
            isEnabled: isEnabled,
            minSpeech: survey.runtimeLimit(detection, "minSpeechToDetectMs", at: vad),
            minSilence: survey.runtimeLimit(detection, "minSilenceToDetectMs", at: vad),
            preSpeechSilence: limit(&self, "maxPreSpeechSilenceLengthMs"),
            postSpeechSilence: limit(&self, "maxPostSpeechSilenceLengthMs"),
            maxSpeech: limit(&self, "maxSpeechLengthMs"),
            maxAudio: limit(&self, "maxAudioLengthMs"),
            maxRecord: limit(&self, "maxRecordLengthMs"),
            notifyPosition: survey.runtimeLimit(record, "notifyPosMs", at: place),
            partialResults: readRecognition(object, kind, at: path),
            trimsSilence: survey.runtimeFlag(detection, "trimSilence", at: vad),
            keepsUntrimmed: survey.runtimeFlag(detection, "savePreTrimAudio", at: vad),
            prompt: readRecordPrompt(record, kind, at: place),
            save: readSave(record, at: place))
    }

    private static let echoKeys = DocumentSurvey.withSiblings([
        "enableAEC", "delayOffsetMs", "aecMobile",
    ])

    private static let detectionKeys = DocumentSurvey.withSiblings([
        "enableVAD", "trimSilence", "savePreTrimAudio", "minSpeechToDetectMs",
        "minSilenceToDetectMs",
    ])

    private static let limits = [
        "maxRecordLengthMs", "maxAudioLengthMs", "maxSpeechLengthMs",
        "maxPreSpeechSilenceLengthMs", "maxPostSpeechSilenceLengthMs",
    ]

    private static let limitKeys = DocumentSurvey.withSiblings(limits)

    private mutating func checkLimits(
        _ stop: JSONObject, isEnabled: RuntimeValue<Bool>, at path: JSONPath
    ) {
        survey.noteUnknownKeys(stop, known: Self.limitKeys, at: path)
        let needsDetection = Self.limits.dropFirst(2).contains { stop[$0] != nil }
        if needsDetection, isEnabled == RuntimeValue(fixed: false, field: nil) {
            survey.note(
                .warning, path, "speech and silence limits count only with vadParams.enableVAD true"
            )
        }
    }

    /// Whether partial results are wanted; the engine and the locale are the session's.
    private mutating func readRecognition(
        _ object: JSONObject, _ kind: FlowModule.Kind, at path: JSONPath
    ) -> RuntimeValue<Bool> {
        guard kind != .recordAudio else { return RuntimeValue(fixed: false) }
        let recognition = survey.object(object, "recognizeAudioParams", at: path)
        let place = path.key("recognizeAudioParams")
        survey.noteUnknownKeys(
            recognition,
            known: [
                "srEngine", "srLocale", "languageCode", "srSessionParams",
                "appleSRSessionParams", "pocketSphinxSRSessionParams", "saveUtteranceParams",
                "recognizeUtteranceFile", "recognizeUtteranceFileRuntime",
                "recognizeUtteranceFileParams",
            ], at: place)
        survey.checkEngine(
            recognition, "srEngine", known: SpeechEngines.recognition, at: place)
        let session = survey.object(recognition, "srSessionParams", at: place)
        let key = place.key("srSessionParams")
        survey.noteUnknownKeys(session, known: Self.sessionKeys, at: key)
        let hints = ["dictation", "search", "confirmation", "unspecified"]
        survey.fieldText(session, "taskHint", of: hints, at: key)
        let partial = survey.runtimeFlag(session, "enablePartialResults", at: key)
        guard session["enablePartialResults"] == nil, partial.field == nil else { return partial }
        // The first version had it in the parameters of one engine.
        let old = survey.object(recognition, "appleSRSessionParams", at: place)
        return survey.runtimeFlag(
            old, "enablePartialResults", at: place.key("appleSRSessionParams"))
    }

    private static let sessionKeys = DocumentSurvey.withSiblings([
        "enablePartialResults", "autoPunctuate", "onDeviceSR",
    ]).union(["taskID", "taskHint"])

    private mutating func readRecordPrompt(
        _ record: JSONObject, _ kind: FlowModule.Kind, at path: JSONPath
    ) -> ListeningParameters.RecordPrompt? {
        guard kind != .recognizeAudio else {
            for key in ["recordPlayPromptParams", "promptID", "recordFromPrompt"]
            where record[key] != nil {
                survey.note(
                    .warning, path.key(key),
                    "\(kind.rawValue) modules play no prompt of their recording; this is ignored")
            }
            return nil
        }
        let prompt = survey.object(record, "recordPlayPromptParams", at: path)
        let place = path.key("recordPlayPromptParams")
        survey.noteUnknownKeys(
            prompt,
            known: ["promptID", "recordPromptNoPlay", "recordPromptNoPlayRuntime"], at: place)
        // The first version had both keys one level up.
        let old = survey.text(record, "promptID", at: path)
        guard let id = survey.text(prompt, "promptID", at: place) ?? old, !id.isEmpty else {
            return nil
        }
        var isSource = survey.runtimeFlag(prompt, "recordPromptNoPlay", at: place)
        let wasSource = survey.runtimeFlag(record, "recordFromPrompt", at: path)
        if prompt["recordPromptNoPlay"] == nil { isSource.fixed = wasSource.fixed }
        isSource.field = isSource.field ?? wasSource.field
        if kind != .recordAudio, isSource != .init(fixed: false) {
            survey.note(
                .warning, place.key("recordPromptNoPlay"),
                "\(kind.rawValue) modules listen to their caller: "
                    + "the prompt is played and not recorded")
        }
        return .init(
            id: survey.nameText(id, at: place.key("promptID")),
            isSource: kind == .recordAudio ? isSource : .init(fixed: false),
            path: place)
    }

    private mutating func readSave(
        _ record: JSONObject, at path: JSONPath
    ) -> ListeningParameters.SaveParameters? {
        let save = survey.object(record, "saveAudioParams", at: path)
        let place = path.key("saveAudioParams")
        survey.noteUnknownKeys(
            save,
            known: ["fileType", "fileName", "fileLocation", "languageFolder", "audioFormat"],
            at: place)
        func text(_ reader: inout FlowReader, _ key: String) -> FlowText? {
            reader.survey.fieldText(save, key, at: place)
        }
        guard let name = text(&self, "fileName") else { return nil }
        return .init(
            fileName: name, fileType: text(&self, "fileType"),
            folder: text(&self, "fileLocation"), language: text(&self, "languageFolder"),
            format: text(&self, "audioFormat"))
    }
}
