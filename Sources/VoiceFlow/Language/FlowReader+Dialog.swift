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
            counts, known: DocumentSurvey.withSiblings(countKeys), at: countPath)
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
            maxTimeouts: survey.runtimeCount(counts, "timeout", at: countPath),
            maxGarbage: survey.runtimeCount(counts, "garbage", at: countPath),
            maxErrors: survey.runtimeCount(counts, "sr_error", at: countPath),
            listening: readListening(object, .audioDialog, at: path))
    }

    private mutating func readDialogPrompt(
        _ entry: JSONObject, at path: JSONPath
    ) -> DialogParameters.Prompt? {
        survey.noteUnknownKeys(
            entry,
            known: [
                "type", "style", "recognizeWhilePlay", "recognizeWhilePlayRuntime",
                "playInitialAfter", "playInitialAfterRuntime", "promptID", "promptCollection",
                "ssEngine", "ssVoiceParams",
            ], at: path)
        guard let word = survey.requiredText(entry, "type", at: path) else { return nil }
        let field = FlowText.fieldName(word)
        if let field { survey.checkName(field, at: path.key("type")) }
        guard
            let type = field == nil ? DialogParameters.PromptType(rawValue: word) : .initial
        else {
            let types = DialogParameters.PromptType.allCases.map(\.rawValue).joined(separator: ", ")
            survey.note(.error, path.key("type"), "\"\(word)\" is no prompt type. Use \(types)")
            return nil
        }
        return DialogParameters.Prompt(
            type: type, typeField: field, play: readPlay(entry, standard: .combo, at: path),
            recognizesWhilePlaying: survey.runtimeFlag(entry, "recognizeWhilePlay", at: path),
            playsInitialAfter: survey.runtimeFlag(entry, "playInitialAfter", at: path))
    }
}
