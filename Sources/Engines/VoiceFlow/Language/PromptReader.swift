internal import VoiceJSON

/// Reads an audio prompt module list.
struct PromptReader {
    private(set) var survey: DocumentSurvey
    private(set) var prompts: [AudioPrompt] = []

    private static let promptKeys: Set<String> = [
        FlowKey.id, FlowKey.style, FlowKey.audioFile, FlowKey.textString, FlowKey.textFile,
        FlowKey.textIsSSML, FlowKey.textIsSSMLRuntime,
        FlowKey.promptCollection,
        FlowKey.audioPlaybackParams, FlowKey.ssEngine, FlowKey.ssEngineParams,
        FlowKey.ssVoiceParams,
    ]

    init(bytes: [UInt8], file: String) throws(JSONError) {
        survey = try DocumentSurvey(bytes: bytes, file: file)
        var seen: Set<String> = []
        for (object, path) in survey.topLevelObjects() {
            guard let prompt = readPrompt(object, at: path) else { continue }
            if !seen.insert(prompt.id).inserted {
                survey.report(
                    .error, path.key(FlowKey.id), "two prompts have the id \"\(prompt.id)\"")
            }
            prompts.append(prompt)
        }
    }

    private mutating func readPrompt(_ object: JSONObject, at path: JSONPath) -> AudioPrompt? {
        survey.noteUnknownKeys(object, known: Self.promptKeys, at: path)
        guard let id = survey.requiredText(object, FlowKey.id, at: path) else { return nil }
        var members: [FlowText] = []
        for (entry, place) in survey.list(object, FlowKey.promptCollection, at: path) {
            survey.noteUnknownKeys(entry, known: [FlowKey.promptID], at: place)
            if let member = survey.requiredText(entry, FlowKey.promptID, at: place) {
                members.append(survey.nameText(member, at: place.key(FlowKey.promptID)))
            }
        }
        survey.checkName(id, at: path.key(FlowKey.id))
        let prompt = AudioPrompt(
            id: id,
            style: survey.runtimeWord(
                object, FlowKey.style, standard: members.isEmpty ? .single : .combo, at: path),
            audioFile: survey.fieldText(object, FlowKey.audioFile, at: path),
            text: survey.fieldText(object, FlowKey.textString, at: path),
            textFile: survey.fieldText(object, FlowKey.textFile, at: path),
            isSSML: survey.runtimeFlag(object, FlowKey.textIsSSML, at: path), members: members,
            playback: readPlayback(object, at: path),
            voice: survey.voice(object, at: path),
            path: path)
        let hasContent = prompt.audioFile != nil || prompt.text != nil || prompt.textFile != nil
        let style = prompt.style.fixed
        if style == .single ? !hasContent : members.isEmpty {
            survey.report(
                .fault, path,
                style == .single
                    ? "the prompt has neither audioFile, textString nor textFile"
                    : "a \(style.rawValue) prompt needs a promptCollection")
        }
        return prompt
    }

    private mutating func readPlayback(
        _ object: JSONObject, at path: JSONPath
    ) -> PlaybackParameters {
        let (object, path) = survey.object(
            object, FlowKey.audioPlaybackParams,
            known: [
                FlowKey.loopPlay, FlowKey.loopPlayRuntime, FlowKey.loopCount,
                FlowKey.loopCountRuntime, FlowKey.maxPlayCount,
                FlowKey.maxPlayCountRuntime,
                FlowKey.volume, FlowKey.volumeRuntime, FlowKey.audioFormat, FlowKey.startPosMs,
                FlowKey.startPosMsRuntime,
                FlowKey.playSSSilenceParams,
            ], at: path)
        var playback = PlaybackParameters()
        playback.loops = survey.runtimeFlag(object, FlowKey.loopPlay, at: path)
        let count = readLoopCount(object, at: path)
        playback.loopCount = survey.runtimeValue(object, FlowKey.loopCount, fixed: count, at: path)
        let oldField = survey.runtimeField(object, FlowKey.maxPlayCountRuntime, at: path)
        playback.loopCount.field = playback.loopCount.field ?? oldField
        playback.volume = survey.volume(object, at: path)
        playback.format = survey.fieldText(object, FlowKey.audioFormat, at: path)
        playback.startMilliseconds = survey.runtimeCount(object, FlowKey.startPosMs, at: path)
        let (silences, silencePath) = survey.object(
            object, FlowKey.playSSSilenceParams, known: Self.silenceKeys, at: path)
        playback.silenceBefore = survey.runtimeCount(
            silences, FlowKey.preStartSilenceDurationMs, at: silencePath)
        playback.silenceAfter = survey.runtimeCount(
            silences, FlowKey.postFinishSilenceDurationMs, at: silencePath)
        // The published name of this sibling leaves the unit out.
        let sibling = "postFinishSilenceDurationRuntime"
        if let field = survey.runtimeField(silences, sibling, at: silencePath) {
            playback.silenceAfter.field = field
        }
        return playback
    }

    private static let silenceKeys: Set<String> = [
        FlowKey.preStartSilenceDurationMs, FlowKey.preStartSilenceDurationMsRuntime,
        FlowKey.postFinishSilenceDurationMs, FlowKey.postFinishSilenceDurationMsRuntime,
        FlowKey.postFinishSilenceDurationRuntime,
    ]

    private mutating func readLoopCount(_ object: JSONObject, at path: JSONPath) -> Int64 {
        guard let value = object[FlowKey.loopCount] ?? object[FlowKey.maxPlayCount] else {
            return 1
        }
        let place = path.key(
            object[FlowKey.loopCount] == nil ? FlowKey.maxPlayCount : FlowKey.loopCount)
        guard let count = ScalarText.integer(value) else {
            survey.report(.error, place, "found \(value.kindName), expected a whole number")
            return 1
        }
        let limit = PlaybackParameters.playLimit
        if count > limit {
            survey.report(.warning, place, "\(count) counts as \(limit); 0 plays until stopped")
        }
        return count
    }
}

/// Reads the map from recordings to their texts, and finds its faults.
struct AudioTextMapReader {
    private(set) var survey: DocumentSurvey
    private(set) var map = AudioTextMap()

    init(bytes: [UInt8], file: String) throws(JSONError) {
        survey = try DocumentSurvey(bytes: bytes, file: file)
        for (object, path) in survey.topLevelObjects() {
            survey.noteUnknownKeys(
                object,
                known: [
                    FlowKey.audioFile, FlowKey.textString, FlowKey.textLanguage,
                    FlowKey.textLanguageCode,
                ],
                at: path)
            guard let audioFile = survey.requiredText(object, FlowKey.audioFile, at: path),
                let text = survey.requiredText(object, FlowKey.textString, at: path)
            else { continue }
            let language =
                survey.text(object, FlowKey.textLanguage, at: path)
                ?? survey.text(object, FlowKey.textLanguageCode, at: path)
                ?? AudioTextMap.usualLanguage
            for (key, text) in [(FlowKey.textString, text), (FlowKey.textLanguage, language)] {
                _ = survey.fieldText(text, at: path.key(key))
            }
            map.entries.append(.init(audioFile: audioFile, text: text, language: language))
        }
    }
}
