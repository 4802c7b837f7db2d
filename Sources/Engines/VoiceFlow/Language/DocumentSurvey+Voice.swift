internal import VoiceJSON

extension DocumentSurvey {
    private static let voiceKeys: Set<String> = [
        FlowKey.identifier, FlowKey.id, FlowKey.name, FlowKey.gender, FlowKey.quality,
        FlowKey.languageCode,
    ]

    private static let engineKeys = withSiblings([FlowKey.volume, FlowKey.inStreamMode])
        .union([FlowKey.ssVoiceParams])

    /// Reads the voice that `ssVoiceParams` ask for: its identifier, name and language, and its
    /// gender; and the loudness that `ssEngineParams` ask for.
    mutating func voice(_ object: JSONObject, at path: JSONPath) -> VoiceText {
        checkEngine(object, FlowKey.ssEngine, known: SpeechEngines.synthesis, at: path)
        var wish = VoiceText()
        var (object, path) = (object, path)
        // The 1.x form wraps the same object.
        if object[FlowKey.ssEngineParams] != nil {
            let (engine, place) = self.object(
                object, FlowKey.ssEngineParams, known: Self.engineKeys, at: path)
            if engine[FlowKey.volume] ?? engine[FlowKey.volumeRuntime] != nil {
                wish.volume = volume(engine, at: place)
            }
            if object[FlowKey.ssVoiceParams] == nil { (object, path) = (engine, place) }
        }
        guard object[FlowKey.ssVoiceParams] != nil else { return wish }
        let voice = self.object(object, FlowKey.ssVoiceParams, at: path)
        path = path.key(FlowKey.ssVoiceParams)
        noteUnknownKeys(voice, known: Self.voiceKeys, at: path)
        let genders = ["male", "female", "unknown"]
        wish.gender = fieldText(voice, FlowKey.gender, of: genders, at: path)
        fieldText(
            voice, FlowKey.quality,
            of: ["default", "enhanced", "premium", "unspecified", "unknown", "compact"], at: path)
        for key in [FlowKey.identifier, FlowKey.id, FlowKey.name, FlowKey.languageCode] {
            if let asked = fieldText(voice, key, at: path) { wish.asked.append(asked) }
        }
        return wish
    }

    /// The `volume` of `object` in thousandths of full scale, which a field may tell.
    mutating func volume(_ object: JSONObject, at path: JSONPath) -> RuntimeValue<Int64> {
        var fixed: Int64 = 1_000
        if let value = object[FlowKey.volume] {
            let place = path.key(FlowKey.volume)
            if let volume = PlaybackParameters.thousandths(value) {
                fixed = volume
                let text = value.string ?? JSONWriter.text(value)
                if !(0...1).contains(Double(text) ?? 0) {
                    report(.warning, place, "\(text) is outside 0 to 1 and is clamped")
                }
            } else {
                report(.error, place, "found \(value.kindName), expected a number from 0 to 1")
            }
        }
        return runtimeValue(object, FlowKey.volume, fixed: fixed, at: path)
    }

    /// Notes an unknown engine; the known one speaks or listens in its place.
    mutating func checkEngine(
        _ object: JSONObject, _ key: String, known: [String], at path: JSONPath
    ) {
        guard let name = text(object, key, at: path), FlowText.fieldName(name) == nil,
            !known.contains(name.lowercased())
        else { return }
        report(
            .fault, path.key(key),
            "no engine is called \"\(name)\"; the usual one counts. Use "
                + known.joined(separator: ", "))
    }
}

/// Engines that a flow may name, in lower case: this package has one of each kind, which stands in
/// for those of other systems.
enum SpeechEngines {
    static let synthesis = ["apple", "espeak", "espeak-ng", "flite"]
    static let recognition = ["apple", "pocketsphinx"]
}
