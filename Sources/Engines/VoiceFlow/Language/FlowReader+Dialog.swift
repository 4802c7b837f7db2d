internal import VoiceJSON

extension FlowReader {
    mutating func readDialog(_ object: JSONObject, at path: JSONPath) -> DialogParameters {
        let (dialog, place) = survey.object(
            object, FlowKey.audioDialogParams,
            known: [
                FlowKey.dialogMaxRetryCount, FlowKey.maxRetryCount, FlowKey.dialogPromptCollection,
                FlowKey.dialogPrompts,
            ], at: path)
        let countKey =
            dialog[FlowKey.dialogMaxRetryCount] == nil
            ? FlowKey.maxRetryCount : FlowKey.dialogMaxRetryCount
        let counts = survey.object(dialog, countKey, at: place)
        let countPath = place.key(countKey)
        let countKeys = [FlowKey.timeout, FlowKey.garbage, FlowKey.srError]
        survey.noteUnknownKeys(
            counts, known: DocumentSurvey.withSiblings(countKeys), at: countPath)
        if dialog[countKey] == nil {
            survey.report(.error, place, "\"\(FlowKey.dialogMaxRetryCount)\" is missing.")
        } else {
            for key in [FlowKey.timeout, FlowKey.garbage] where counts[key] == nil {
                survey.report(.error, countPath, "\"\(key)\" is missing.")
            }
        }
        let promptKey =
            dialog[FlowKey.dialogPromptCollection] == nil
            ? FlowKey.dialogPrompts : FlowKey.dialogPromptCollection
        var prompts: [DialogParameters.Prompt] = []
        for (entry, promptPath) in survey.list(dialog, promptKey, at: place) {
            if let prompt = readDialogPrompt(entry, at: promptPath) { prompts.append(prompt) }
        }
        return DialogParameters(
            prompts: prompts,
            maxTimeouts: survey.runtimeCount(counts, FlowKey.timeout, at: countPath),
            maxGarbage: survey.runtimeCount(counts, FlowKey.garbage, at: countPath),
            maxErrors: survey.runtimeCount(counts, FlowKey.srError, at: countPath),
            listening: readListening(object, .audioDialog, at: path))
    }

    private mutating func readDialogPrompt(
        _ entry: JSONObject, at path: JSONPath
    ) -> DialogParameters.Prompt? {
        survey.noteUnknownKeys(
            entry,
            known: [
                FlowKey.type, FlowKey.style, FlowKey.recognizeWhilePlay,
                FlowKey.recognizeWhilePlayRuntime,
                FlowKey.playInitialAfter, FlowKey.playInitialAfterRuntime, FlowKey.promptID,
                FlowKey.promptCollection,
                FlowKey.ssEngine, FlowKey.ssVoiceParams,
            ], at: path)
        guard let word = survey.requiredText(entry, FlowKey.type, at: path) else { return nil }
        let field = FlowText.fieldName(word)
        if let field { survey.checkName(field, at: path.key(FlowKey.type)) }
        guard
            let type = field == nil ? DialogParameters.PromptType(rawValue: word) : .initial
        else {
            let types = DialogParameters.PromptType.allCases.map(\.rawValue).joined(separator: ", ")
            survey.report(
                .error, path.key(FlowKey.type), "\"\(word)\" is not a prompt type. Use \(types)")
            return nil
        }
        return DialogParameters.Prompt(
            type: type, typeField: field, play: readPlay(entry, standard: .combo, at: path),
            recognizesWhilePlaying: survey.runtimeFlag(entry, FlowKey.recognizeWhilePlay, at: path),
            playsInitialAfter: survey.runtimeFlag(entry, FlowKey.playInitialAfter, at: path))
    }
}
