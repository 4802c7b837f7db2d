internal import VoiceSynthesis

/// Which of the engine's voices speaks for the one that a flow asks for.
///
/// A flow may name a voice of another system: then its gender still counts, and the language of
/// the request. Source: the engine's own name, then its language code, then gender.
enum VoiceChoice {
    /// The engine's voice for `asked`, as in `com.example.Samantha+female`, in `language`, and
    /// whether it is the one that was asked for.
    static func voice(
        for asked: String, language: String, among voices: () -> [SpeechVoice]
    ) -> (name: String, isAsked: Bool) {
        let standard = language.isEmpty ? "en-us" : language.lowercased()
        let parts = asked.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        let base = parts.first.map(String.init) ?? ""
        let gender = parts.count > 1 ? String(parts[1]) : ""
        guard !base.isEmpty || !gender.isEmpty else { return (standard, true) }
        let found = base.isEmpty ? nil : match(base.lowercased(), among: voices())
        let name = found ?? standard
        // The engine's variants of other genders than its usual one.
        switch gender {
        case "female": return ("\(name)+f3", base.isEmpty || found != nil)
        case "male": return ("\(name)+m3", base.isEmpty || found != nil)
        case "": return (name, found != nil)
        // A variant of the engine's own, asked for by name.
        default: return ("\(name)+\(gender)", found != nil)
        }
    }

    private static func match(_ base: String, among voices: [SpeechVoice]) -> String? {
        if let voice = voices.first(where: { $0.language.lowercased() == base }) {
            return voice.language
        }
        if let voice = voices.first(where: { $0.name.lowercased() == base }) { return voice.name }
        // "en" is a family of voices that the engine knows by their first part.
        return voices.contains { $0.language.lowercased().hasPrefix("\(base)-") } ? base : nil
    }
}
