internal import VoiceTrace

extension FlowReader {
    mutating func readDialog(_ object: JSONObject, at path: JSONPath) -> DialogParameters {
        let dialog = survey.object(object, "audioDialogParams", at: path)
        let place = path.key("audioDialogParams")
        survey.noteUnknownKeys(
            dialog,
            known: [
                "dialogMaxRetryCount", "maxRetryCount", "dialogPromptCollection", "dialogPrompts",
            ], at: place)
        let countKey =
            dialog["dialogMaxRetryCount"] == nil ? "maxRetryCount" : "dialogMaxRetryCount"
        let counts = survey.object(dialog, countKey, at: place)
        let countPath = place.key(countKey)
        let countKeys = ["timeout", "garbage", "sr_error"]
        survey.noteUnknownKeys(
            counts, known: Set(countKeys + countKeys.map { $0 + "Runtime" }), at: countPath)
        for key in ["timeout", "garbage"] where counts[key] == nil {
            survey.note(.error, countPath, "\"\(key)\" is missing")
        }
        let promptKey =
            dialog["dialogPromptCollection"] == nil ? "dialogPrompts" : "dialogPromptCollection"
        var prompts: [DialogParameters.Prompt] = []
        for (entry, promptPath) in survey.list(dialog, promptKey, at: place) {
            if let prompt = readDialogPrompt(entry, at: promptPath) { prompts.append(prompt) }
        }
        return DialogParameters(
            prompts: prompts,
            maxTimeouts: readCount(counts, "timeout", at: countPath),
            maxGarbage: readCount(counts, "garbage", at: countPath),
            maxErrors: readCount(counts, "sr_error", at: countPath),
            listening: readListening(object, at: path))
    }

    private mutating func readDialogPrompt(
        _ entry: JSONObject, at path: JSONPath
    ) -> DialogParameters.Prompt? {
        survey.noteUnknownKeys(
            entry,
            known: [
                "type", "style", "recognizeWhilePlay", "recognizeWhilePlayRuntime",
                "playInitialAfter", "promptID", "promptCollection", "ssEngine", "ssVoiceParams",
            ], at: path)
        guard let word = survey.requiredText(entry, "type", at: path) else { return nil }
        guard let type = DialogParameters.PromptType(rawValue: word) else {
            let types = DialogParameters.PromptType.allCases.map(\.rawValue).joined(separator: ", ")
            survey.note(.error, path.key("type"), "\"\(word)\" is no prompt type. Use \(types)")
            return nil
        }
        return DialogParameters.Prompt(
            type: type, play: readPlay(entry, standard: .combo, at: path),
            recognizesWhilePlaying: RuntimeValue(
                fixed: survey.flag(entry, "recognizeWhilePlay", at: path) ?? false,
                field: readField(entry, "recognizeWhilePlayRuntime", at: path)),
            playsInitialAfter: survey.flag(entry, "playInitialAfter", at: path) ?? false)
    }

    private mutating func readListening(
        _ object: JSONObject, at path: JSONPath
    ) -> ListeningParameters {
        let record = survey.object(object, "recordAudioParams", at: path)
        let place = path.key("recordAudioParams")
        survey.noteUnknownKeys(
            record,
            known: [
                "id", "notifyPosMs", "recordPlayPromptParams", "saveAudioParams", "vadParams",
                "stopRecordParams", "promptID", "recordFromPrompt", "aecParams",
            ], at: place)
        let detection = survey.object(record, "vadParams", at: place)
        let detectionPath = place.key("vadParams")
        survey.noteUnknownKeys(
            detection,
            known: [
                "enableVAD", "enableVADRuntime", "minSpeechToDetectMs",
                "minSpeechToDetectMsRuntime", "minSilenceToDetectMs", "minSilenceToDetectMsRuntime",
                "trimSilence",
                "savePreTrimAudio",
            ], at: detectionPath)
        let stop = survey.object(record, "stopRecordParams", at: place)
        let stopPath = place.key("stopRecordParams")
        let limits = [
            "maxRecordLengthMs", "maxAudioLengthMs", "maxSpeechLengthMs",
            "maxPreSpeechSilenceLengthMs", "maxPostSpeechSilenceLengthMs",
        ]
        survey.noteUnknownKeys(
            stop, known: Set(limits + limits.map { $0 + "Runtime" }), at: stopPath)
        let isEnabled = RuntimeValue(
            fixed: survey.flag(detection, "enableVAD", at: detectionPath) ?? false,
            field: readField(detection, "enableVADRuntime", at: detectionPath))
        let needsDetection = limits.dropFirst(2).contains { stop[$0] != nil }
        if needsDetection, isEnabled == RuntimeValue(fixed: false, field: nil) {
            survey.note(
                .warning, stopPath,
                "speech and silence limits count only with vadParams.enableVAD true")
        }
        return ListeningParameters(
            item: survey.text(record, "id", at: place).map { FlowText($0) },
            isEnabled: isEnabled,
            minSpeech: readLimit(detection, "minSpeechToDetectMs", at: detectionPath),
            minSilence: readLimit(detection, "minSilenceToDetectMs", at: detectionPath),
            preSpeechSilence: readLimit(stop, "maxPreSpeechSilenceLengthMs", at: stopPath),
            postSpeechSilence: readLimit(stop, "maxPostSpeechSilenceLengthMs", at: stopPath),
            maxSpeech: readLimit(stop, "maxSpeechLengthMs", at: stopPath),
            maxAudio: readLimit(stop, "maxAudioLengthMs", at: stopPath))
    }

    private mutating func readLimit(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> RuntimeValue<Int64?> {
        RuntimeValue(
            fixed: survey.count(object, key, at: path),
            field: readField(object, key + "Runtime", at: path))
    }

    private mutating func readCount(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> RuntimeValue<Int64> {
        RuntimeValue(
            fixed: survey.count(object, key, at: path) ?? 0,
            field: readField(object, key + "Runtime", at: path))
    }

    private mutating func readField(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> String? {
        guard let text = survey.text(object, key, at: path) else { return nil }
        guard let field = FlowText.fieldName(text) else {
            survey.note(.fault, path.key(key), "\"\(text)\" must be written $[FieldName]")
            return nil
        }
        return field
    }
}
