internal import VoiceTrace

extension DocumentSurvey {
    private static let voiceKeys: Set<String> = [
        "identifier", "id", "name", "gender", "quality", "languageCode",
    ]

    private static let engineKeys = withSiblings(["volume", "inStreamMode"])
        .union(["ssVoiceParams"])

    /// The voice that `ssVoiceParams` ask for: its identifier, name or language, and its gender.
    mutating func voice(_ object: JSONObject, at path: JSONPath) -> VoiceText {
        checkEngine(object, "ssEngine", known: SpeechEngines.synthesis, at: path)
        var (object, path) = (object, path)
        // The 1.x form wraps the same object.
        if object["ssEngineParams"] != nil {
            let engine = self.object(object, "ssEngineParams", at: path)
            let place = path.key("ssEngineParams")
            noteUnknownKeys(engine, known: Self.engineKeys, at: place)
            if object["ssVoiceParams"] == nil { (object, path) = (engine, place) }
        }
        guard object["ssVoiceParams"] != nil else { return VoiceText() }
        let voice = self.object(object, "ssVoiceParams", at: path)
        path = path.key("ssVoiceParams")
        noteUnknownKeys(voice, known: Self.voiceKeys, at: path)
        let genders = ["male", "female", "unknown"]
        var wish = VoiceText(gender: fieldText(voice, "gender", of: genders, at: path))
        fieldText(
            voice, "quality",
            of: ["default", "enhanced", "premium", "unspecified", "unknown", "compact"], at: path)
        for key in ["identifier", "id", "name", "languageCode"] {
            guard let asked = fieldText(voice, key, at: path) else { continue }
            wish.asked.append(asked)
            // What comes after a plain string never counts.
            if !asked.isField { break }
        }
        return wish
    }

    /// Notes an engine that nobody has; the only one there is speaks or listens in its place.
    mutating func checkEngine(
        _ object: JSONObject, _ key: String, known: [String], at path: JSONPath
    ) {
        guard let name = text(object, key, at: path), FlowText.fieldName(name) == nil,
            !known.contains(name.lowercased())
        else { return }
        note(
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
