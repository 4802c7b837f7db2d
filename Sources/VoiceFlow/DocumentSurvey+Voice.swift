internal import VoiceTrace

extension DocumentSurvey {
    /// The voice that `ssVoiceParams` ask for: its identifier, name or language, and `+female` or
    /// `+male` where the gender is told; empty where nothing is.
    mutating func voice(_ object: JSONObject, at path: JSONPath) -> String {
        checkEngine(object, "ssEngine", known: SpeechEngines.synthesis, at: path)
        var (object, path) = (object, path)
        // The 1.x form wraps the same object.
        if object["ssVoiceParams"] == nil, object["ssEngineParams"] != nil {
            object = self.object(object, "ssEngineParams", at: path)
            path = path.key("ssEngineParams")
        }
        let voice = self.object(object, "ssVoiceParams", at: path)
        path = path.key("ssVoiceParams")
        var asked = ""
        for key in ["identifier", "id", "name", "languageCode"] where asked.isEmpty {
            asked = text(voice, key, at: path) ?? ""
        }
        let gender = text(voice, "gender", at: path)?.lowercased()
        return gender == "female" || gender == "male" ? "\(asked)+\(gender ?? "")" : asked
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
