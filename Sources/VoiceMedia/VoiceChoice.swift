internal import VoiceSynthesis

/// Which of the engine's voices speaks for the one that a flow asks for.
///
/// A flow may name a voice of another system: then its gender still counts, and the language of
/// the request. Source: the engine's own name, then its language code, then gender.
struct VoiceChoice: Equatable {
    /// The voice of languages that no voice speaks, and of none.
    static let standard = "en-us"

    /// The engine's voice.
    var name: String
    /// Whether it is the one that was asked for.
    var isAsked = true
    /// Whether it speaks the language, where that is what it was chosen by.
    var isSpoken = true

    /// The engine's voice for `asked`, as in `com.example.Samantha+female`, in `language`.
    static func voice(
        for asked: String, language: String, among voices: () -> [SpeechVoice]
    ) -> VoiceChoice {
        let parts = asked.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        let base = parts.first.map(String.init) ?? ""
        let gender = parts.count > 1 ? String(parts[1]) : ""
        var choice: VoiceChoice
        if !base.isEmpty, let found = match(base.lowercased(), among: voices()) {
            choice = VoiceChoice(name: found)
        } else {
            choice = speaker(of: language, among: voices)
            choice.isAsked = base.isEmpty
        }
        // The engine's variants of other genders than its usual one.
        switch gender {
        case "female": choice.name += "+f3"
        case "male": choice.name += "+m3"
        case "": break
        // A variant of the engine's own, asked for by name.
        default: choice.name += "+\(gender)"
        }
        return choice
    }

    /// The voice of a language folder: of its whole code, then of ever less of it, as in "de-DE"
    /// and "de".
    private static func speaker(
        of language: String, among voices: () -> [SpeechVoice]
    ) -> VoiceChoice {
        var code = language.lowercased()
        // The standard voice is there without being looked for.
        guard !code.isEmpty, code != standard else { return VoiceChoice(name: standard) }
        let voices = voices()
        while true {
            if let found = match(code, among: voices) { return VoiceChoice(name: found) }
            guard let hyphen = code.lastIndex(of: "-") else {
                return VoiceChoice(name: standard, isSpoken: false)
            }
            code = String(code[..<hyphen])
        }
    }

    private static func match(_ base: String, among voices: [SpeechVoice]) -> String? {
        if let voice = voices.first(where: { $0.language.lowercased() == base }) {
            return voice.language
        }
        if let voice = voices.first(where: { $0.name.lowercased() == base }) { return voice.name }
        // "en" is a family of voices that the engine knows by their first part.
        let isKnown = voices.contains { voice in
            voice.otherLanguages.contains { $0.lowercased() == base }
                || voice.language.lowercased().hasPrefix("\(base)-")
        }
        return isKnown ? base : nil
    }
}
