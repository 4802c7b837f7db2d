internal import VoiceJSON

extension FlowReader {
    mutating func readListener(_ object: JSONObject, at path: JSONPath) -> AudioListenerParameters {
        let (listener, place) = survey.object(
            object, FlowKey.audioListenerParams, known: [FlowKey.promptID], at: path)
        let prompt = survey.text(listener, FlowKey.promptID, at: place)
        if prompt?.isEmpty ?? true {
            survey.report(
                .fault, place,
                "no promptID names the prompt; the module takes the edge loadPromptFailure")
        }
        return AudioListenerParameters(
            prompt: prompt.flatMap { text in
                text.isEmpty ? nil : survey.nameText(text, at: place.key(FlowKey.promptID))
            },
            listening: readListening(object, .audioListener, at: path))
    }

    mutating func readInterruption(
        _ object: JSONObject, at path: JSONPath
    ) -> InterruptionParameters? {
        let key = "audioInterruptTransitionParams"
        guard object[key] != nil else { return nil }
        let (parameters, place) = survey.object(
            object, key,
            known: [
                FlowKey.transitionType, FlowKey.goToVoiceFlowModuleID,
                FlowKey.rewindCurrentAudioSegmentMs,
                FlowKey.rewindCurrentAudioSegmentMsRuntime,
            ], at: path)
        var type = FlowText("end")
        if let text = survey.text(parameters, FlowKey.transitionType, at: place) {
            type = survey.fieldText(text, at: place.key(FlowKey.transitionType))
            if case .literal = type {
                let word: InterruptionParameters.Transition? =
                    survey.word(
                        parameters, FlowKey.transitionType, standard: .end, at: place)
                type = .literal((word ?? .end).rawValue)
            }
        }
        let target = survey.text(parameters, FlowKey.goToVoiceFlowModuleID, at: place)
        return InterruptionParameters(
            transition: type,
            target: survey.nameText(
                target ?? FlowModule.end, at: place.key(FlowKey.goToVoiceFlowModuleID)),
            rewindMilliseconds: survey.runtimeCount(
                parameters, FlowKey.rewindCurrentAudioSegmentMs, at: place),
            path: place)
    }

    mutating func readListening(
        _ object: JSONObject, _ kind: FlowModule.Kind, at path: JSONPath
    ) -> ListeningParameters {
        let (record, place) = survey.object(
            object, FlowKey.recordAudioParams,
            known: [
                FlowKey.id, FlowKey.notifyPosMs, FlowKey.notifyPosMsRuntime,
                FlowKey.recordPlayPromptParams,
                FlowKey.saveAudioParams, FlowKey.vadParams, FlowKey.stopRecordParams,
                FlowKey.promptID,
                FlowKey.recordFromPrompt, FlowKey.recordFromPromptRuntime, FlowKey.aecParams,
            ], at: path)
        _ = survey.object(record, FlowKey.aecParams, known: Self.echoKeys, at: place)
        let (detection, vad) = survey.object(
            record, FlowKey.vadParams, known: Self.detectionKeys, at: place)
        let stop = survey.object(record, FlowKey.stopRecordParams, at: place)
        let isEnabled = survey.runtimeFlag(detection, FlowKey.enableVAD, at: vad)
        checkLimits(stop, isEnabled: isEnabled, at: place.key(FlowKey.stopRecordParams))
        func limit(
            _ reader: inout FlowReader, _ key: String
        ) -> RuntimeValue<Int64?> {
            reader.survey.runtimeLimit(stop, key, at: place.key(FlowKey.stopRecordParams))
        }
        return ListeningParameters(
            item: survey.text(record, FlowKey.id, at: place).map { [place] id in
                survey.nameText(id, at: place.key(FlowKey.id))
            },
            isEnabled: isEnabled,
            minSpeech: survey.runtimeLimit(detection, FlowKey.minSpeechToDetectMs, at: vad),
            minSilence: survey.runtimeLimit(detection, FlowKey.minSilenceToDetectMs, at: vad),
            preSpeechSilence: limit(&self, FlowKey.maxPreSpeechSilenceLengthMs),
            postSpeechSilence: limit(&self, FlowKey.maxPostSpeechSilenceLengthMs),
            maxSpeech: limit(&self, FlowKey.maxSpeechLengthMs),
            maxAudio: limit(&self, FlowKey.maxAudioLengthMs),
            maxRecord: limit(&self, FlowKey.maxRecordLengthMs),
            notifyPosition: survey.runtimeLimit(record, FlowKey.notifyPosMs, at: place),
            partialResults: readRecognition(object, kind, at: path),
            takesKeys: readKeys(object, kind, at: path),
            trimsSilence: survey.runtimeFlag(detection, FlowKey.trimSilence, at: vad),
            keepsUntrimmed: survey.runtimeFlag(detection, FlowKey.savePreTrimAudio, at: vad),
            prompt: readRecordPrompt(record, kind, at: place),
            save: readSave(record, at: place))
    }

    private static let echoKeys = DocumentSurvey.withSiblings([
        FlowKey.enableAEC, FlowKey.delayOffsetMs, FlowKey.aecMobile,
    ])

    private static let detectionKeys = DocumentSurvey.withSiblings([
        FlowKey.enableVAD, FlowKey.trimSilence, FlowKey.savePreTrimAudio,
        FlowKey.minSpeechToDetectMs,
        FlowKey.minSilenceToDetectMs,
    ])

    private static let limits = [
        FlowKey.maxRecordLengthMs, FlowKey.maxAudioLengthMs, FlowKey.maxSpeechLengthMs,
        FlowKey.maxPreSpeechSilenceLengthMs, FlowKey.maxPostSpeechSilenceLengthMs,
    ]

    private static let limitKeys = DocumentSurvey.withSiblings(limits)

    private mutating func checkLimits(
        _ stop: JSONObject, isEnabled: RuntimeValue<Bool>, at path: JSONPath
    ) {
        survey.noteUnknownKeys(stop, known: Self.limitKeys, at: path)
        let needsDetection = Self.limits.dropFirst(2).contains { stop[$0] != nil }
        if needsDetection, isEnabled == RuntimeValue(fixed: false, field: nil) {
            survey.report(
                .warning, path, "speech and silence limits count only with vadParams.enableVAD true"
            )
        }
    }

    /// Whether partial results are wanted; the engine and the locale are the session's.
    private mutating func readRecognition(
        _ object: JSONObject, _ kind: FlowModule.Kind, at path: JSONPath
    ) -> RuntimeValue<Bool> {
        guard kind != .recordAudio else { return RuntimeValue(fixed: false) }
        let (recognition, place) = survey.object(
            object, FlowKey.recognizeAudioParams,
            known: [
                FlowKey.srEngine, FlowKey.srLocale, FlowKey.languageCode, FlowKey.srSessionParams,
                FlowKey.appleSRSessionParams, FlowKey.pocketSphinxSRSessionParams,
                FlowKey.saveUtteranceParams,
                FlowKey.recognizeUtteranceFile, FlowKey.recognizeUtteranceFileRuntime,
                FlowKey.recognizeUtteranceFileParams, FlowKey.enableKeys,
                FlowKey.enableKeysRuntime,
            ], at: path)
        survey.checkEngine(
            recognition, FlowKey.srEngine, known: SpeechEngines.recognition, at: place)
        let (session, key) = survey.object(
            recognition, FlowKey.srSessionParams, known: Self.sessionKeys, at: place)
        let hints = ["dictation", "search", "confirmation", "unspecified"]
        survey.fieldText(session, FlowKey.taskHint, of: hints, at: key)
        let partial = survey.runtimeFlag(session, FlowKey.enablePartialResults, at: key)
        guard session[FlowKey.enablePartialResults] == nil, partial.field == nil else {
            return partial
        }
        // The first version had it in the parameters of one engine.
        let old = survey.object(recognition, FlowKey.appleSRSessionParams, at: place)
        return survey.runtimeFlag(
            old, FlowKey.enablePartialResults, at: place.key(FlowKey.appleSRSessionParams))
    }

    /// Whether keys of a telephone count as words, which they do in dialogs alone.
    private mutating func readKeys(
        _ object: JSONObject, _ kind: FlowModule.Kind, at path: JSONPath
    ) -> RuntimeValue<Bool> {
        let recognition = object[FlowKey.recognizeAudioParams]?.object ?? [:]
        let place = path.key(FlowKey.recognizeAudioParams)
        let keys = survey.runtimeFlag(recognition, FlowKey.enableKeys, at: place)
        guard kind != .audioDialog, keys != RuntimeValue(fixed: false) else { return keys }
        survey.report(
            .warning, place.key(FlowKey.enableKeys),
            "\"enableKeys\" has no effect in \(kind.rawValue) modules: only audioDialog modules"
                + " take keys of a telephone")
        return RuntimeValue(fixed: false)
    }

    private static let sessionKeys = DocumentSurvey.withSiblings([
        FlowKey.enablePartialResults, FlowKey.autoPunctuate, FlowKey.onDeviceSR,
    ]).union([FlowKey.taskID, FlowKey.taskHint])

    private mutating func readRecordPrompt(
        _ record: JSONObject, _ kind: FlowModule.Kind, at path: JSONPath
    ) -> ListeningParameters.RecordPrompt? {
        guard kind != .recognizeAudio else {
            for key in [FlowKey.recordPlayPromptParams, FlowKey.promptID, FlowKey.recordFromPrompt]
            where record[key] != nil {
                survey.report(
                    .warning, path.key(key),
                    "\(kind.rawValue) modules play no prompt of their recording; this is ignored")
            }
            return nil
        }
        let (prompt, place) = survey.object(
            record, FlowKey.recordPlayPromptParams,
            known: [
                FlowKey.promptID, FlowKey.recordPromptNoPlay, FlowKey.recordPromptNoPlayRuntime,
            ], at: path)
        // The first version had both keys one level up.
        let old = survey.text(record, FlowKey.promptID, at: path)
        guard let id = survey.text(prompt, FlowKey.promptID, at: place) ?? old, !id.isEmpty else {
            return nil
        }
        var isSource = survey.runtimeFlag(prompt, FlowKey.recordPromptNoPlay, at: place)
        let wasSource = survey.runtimeFlag(record, FlowKey.recordFromPrompt, at: path)
        if prompt[FlowKey.recordPromptNoPlay] == nil { isSource.fixed = wasSource.fixed }
        isSource.field = isSource.field ?? wasSource.field
        if kind != .recordAudio, isSource != .init(fixed: false) {
            survey.report(
                .warning, place.key(FlowKey.recordPromptNoPlay),
                "\"recordPromptNoPlay\" has no effect in \(kind.rawValue) modules: they listen to "
                    + "the caller, so the prompt is played and not recorded")
        }
        return .init(
            id: survey.nameText(id, at: place.key(FlowKey.promptID)),
            isSource: kind == .recordAudio ? isSource : .init(fixed: false),
            path: place)
    }

    private mutating func readSave(
        _ record: JSONObject, at path: JSONPath
    ) -> ListeningParameters.SaveParameters? {
        let (save, place) = survey.object(
            record, FlowKey.saveAudioParams,
            known: [
                FlowKey.fileType, FlowKey.fileName, FlowKey.fileLocation, FlowKey.languageFolder,
                FlowKey.audioFormat,
            ], at: path)
        func text(_ reader: inout FlowReader, _ key: String) -> FlowText? {
            reader.survey.fieldText(save, key, at: place)
        }
        guard let name = text(&self, FlowKey.fileName) else { return nil }
        return .init(
            fileName: name, fileType: text(&self, FlowKey.fileType),
            folder: text(&self, FlowKey.fileLocation),
            language: text(&self, FlowKey.languageFolder),
            format: text(&self, FlowKey.audioFormat))
    }
}
