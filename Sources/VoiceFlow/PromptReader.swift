internal import VoiceTrace

/// Reads an audio prompt module list.
struct PromptReader {
    private(set) var survey: DocumentSurvey
    private(set) var prompts: [AudioPrompt] = []

    private static let promptKeys: Set<String> = [
        "id", "style", "audioFile", "textString", "textFile", "textIsSSML", "promptCollection",
        "audioPlaybackParams", "ssEngine", "ssEngineParams", "ssVoiceParams",
    ]

    init(bytes: [UInt8], file: String) throws(JSONError) {
        survey = try DocumentSurvey(bytes: bytes, file: file)
        var seen: Set<String> = []
        for (object, path) in survey.topLevelObjects() {
            guard let prompt = readPrompt(object, at: path) else { continue }
            if !seen.insert(prompt.id).inserted {
                survey.note(.error, path.key("id"), "two prompts have the id \"\(prompt.id)\"")
            }
            prompts.append(prompt)
        }
    }

    private mutating func readPrompt(_ object: JSONObject, at path: JSONPath) -> AudioPrompt? {
        survey.noteUnknownKeys(object, known: Self.promptKeys, at: path)
        guard let id = survey.requiredText(object, "id", at: path) else { return nil }
        var members: [FlowText] = []
        for (entry, place) in survey.list(object, "promptCollection", at: path) {
            survey.noteUnknownKeys(entry, known: ["promptID"], at: place)
            if let member = survey.requiredText(entry, "promptID", at: place) {
                members.append(FlowText(member))
            }
        }
        let standard: PromptStyle = members.isEmpty ? .single : .combo
        let style: PromptStyle = survey.word(object, "style", at: path) ?? standard
        let voice = survey.object(object, "ssVoiceParams", at: path)
        let voicePath = path.key("ssVoiceParams")
        let prompt = AudioPrompt(
            id: id, style: style, audioFile: readText(object, "audioFile", at: path),
            text: readText(object, "textString", at: path),
            textFile: readText(object, "textFile", at: path),
            isSSML: survey.flag(object, "textIsSSML", at: path) ?? false, members: members,
            playback: readPlayback(object, at: path),
            voice: survey.text(voice, "identifier", at: voicePath)
                ?? survey.text(voice, "name", at: voicePath) ?? "",
            path: path, file: survey.file)
        let hasContent = prompt.audioFile != nil || prompt.text != nil || prompt.textFile != nil
        if style == .single ? !hasContent : members.isEmpty {
            survey.note(
                .fault, path,
                style == .single
                    ? "the prompt has neither audioFile, textString nor textFile"
                    : "a \(style.rawValue) prompt needs a promptCollection")
        }
        return prompt
    }

    private mutating func readText(
        _ object: JSONObject, _ key: String, at path: JSONPath
    ) -> FlowText? {
        survey.text(object, key, at: path).flatMap { $0.isEmpty ? nil : FlowText($0) }
    }

    private mutating func readPlayback(
        _ object: JSONObject, at path: JSONPath
    ) -> PlaybackParameters {
        let object = survey.object(object, "audioPlaybackParams", at: path)
        let path = path.key("audioPlaybackParams")
        survey.noteUnknownKeys(
            object,
            known: [
                "loopPlay", "loopCount", "volume", "audioFormat", "startPosMs",
                "startPosMsRuntime", "playSSSilenceParams",
            ], at: path)
        var playback = PlaybackParameters()
        if survey.flag(object, "loopPlay", at: path) == true {
            playback.plays = readPlays(object, at: path)
        }
        if let volume = object["volume"] {
            playback.volume = readVolume(volume, at: path.key("volume"))
        }
        playback.startMilliseconds = RuntimeValue(
            fixed: survey.count(object, "startPosMs", at: path) ?? 0,
            field: survey.text(object, "startPosMsRuntime", at: path).flatMap(FlowText.fieldName))
        let silences = survey.object(object, "playSSSilenceParams", at: path)
        let silencePath = path.key("playSSSilenceParams")
        survey.noteUnknownKeys(
            silences, known: ["preStartSilenceDurationMs", "postFinishSilenceDurationMs"],
            at: silencePath)
        playback.silenceBefore =
            survey.count(silences, "preStartSilenceDurationMs", at: silencePath) ?? 0
        playback.silenceAfter =
            survey.count(silences, "postFinishSilenceDurationMs", at: silencePath) ?? 0
        return playback
    }

    /// Repetitions beyond this are cut: the length of what plays must stay a number of frames.
    private static let playLimit: Int64 = 1_000_000

    /// How often a looping prompt plays; nil, for 0 and less, is until stopped.
    private mutating func readPlays(_ object: JSONObject, at path: JSONPath) -> Int? {
        guard let value = object["loopCount"] else { return 1 }
        let place = path.key("loopCount")
        guard let count = ScalarText.integer(value) else {
            survey.note(.error, place, "found \(value.kindName), expected a whole number")
            return 1
        }
        if count > Self.playLimit {
            survey.note(
                .warning, place, "\(count) counts as \(Self.playLimit); 0 plays until stopped")
        }
        return count <= 0 ? nil : Int(min(count, Self.playLimit))
    }

    private mutating func readVolume(_ value: JSONValue, at path: JSONPath) -> Int {
        let text: String? =
            switch value {
            case .string(let text), .decimal(let text): text
            case .integer(let number): String(number)
            default: nil
            }
        guard let number = text.flatMap(Double.init), number.isFinite else {
            survey.note(.error, path, "found \(value.kindName), expected a number from 0 to 1")
            return 1_000
        }
        if !(0...1).contains(number) {
            survey.note(.warning, path, "\(text ?? "") is outside 0 to 1 and is clamped")
        }
        return Int((min(max(number, 0), 1) * 1_000).rounded())
    }
}

/// Reads an audio-to-text map.
struct AudioTextMapReader {
    private(set) var survey: DocumentSurvey
    private(set) var map = AudioTextMap()

    init(bytes: [UInt8], file: String) throws(JSONError) {
        survey = try DocumentSurvey(bytes: bytes, file: file)
        for (object, path) in survey.topLevelObjects() {
            survey.noteUnknownKeys(
                object, known: ["audioFile", "textString", "textLanguage", "textLanguageCode"],
                at: path)
            guard let audioFile = survey.requiredText(object, "audioFile", at: path),
                let text = survey.requiredText(object, "textString", at: path)
            else { continue }
            let language =
                survey.text(object, "textLanguage", at: path)
                ?? survey.text(object, "textLanguageCode", at: path) ?? "en-US"
            map.entries.append(.init(audioFile: audioFile, text: text, language: language))
        }
    }
}
