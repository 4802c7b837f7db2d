internal import VoiceTrace

extension DocumentSurvey {
    /// The voice that `ssVoiceParams` ask for: its identifier, name or language, and `+female` or
    /// `+male` where the gender is told; empty where nothing is.
    mutating func voice(_ object: JSONObject, at path: JSONPath) -> String {
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
}
