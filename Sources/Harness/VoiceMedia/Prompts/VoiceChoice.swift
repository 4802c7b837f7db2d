internal import VoiceSynthesis

/// The engine's voice that speaks for the one that a flow asks for.
///
/// A flow may name voices of another system: then their gender still counts, and the language of
/// the request. Source: identifiers, names and languages in the order of the request; each is the
/// engine's language code or name.
struct VoiceChoice: Equatable {
    /// The voice of languages that no voice speaks, and of none.
    static let standard = "en-us"

    /// The engine's voice.
    var name: String
    /// Whether it is the one that was asked for.
    var isAsked = true
    /// Whether it speaks the language, where that is what it was chosen by.
    var isSpoken = true

    /// The engine's voice for the first of `asked` that it has, as in `com.x.Anna+female`; where it
    /// has none of them, that of `language`.
    static func voice(
        for asked: [String], language: String, among voices: () -> [SpeechVoice]
    ) -> VoiceChoice {
        let wishes = asked.map(Wish.init)
        for wish in wishes where !wish.name.isEmpty {
            if let found = match(wish.name.lowercased(), among: voices()) {
                return VoiceChoice(name: found + wish.variant)
            }
        }
        // A language without a voice of its region is still that language.
        if let last = wishes.last, let found = relative(of: last.name, among: voices) {
            return VoiceChoice(name: found + last.variant)
        }
        var choice = speaker(of: language, among: voices)
        choice.isAsked = wishes.allSatisfy(\.name.isEmpty)
        choice.name += wishes.first?.variant ?? ""
        return choice
    }

    /// One voice that is asked for: its name, and the engine's variant of it.
    private struct Wish {
        let name: String
        let variant: String

        init(_ text: String) {
            let parts = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
            name = parts.first.map(String.init) ?? ""
            let gender = parts.count > 1 ? String(parts[1]) : ""
            variant =
                switch gender {
                // The engine's variants of other genders than its usual one.
                case "female": "+f3"
                case "male": "+m3"
                case "": ""
                // A variant of the engine's own, asked for by name.
                default: "+\(gender)"
                }
        }
    }

    /// The voice of the language that `name` is a region's code of, as in "de-DE"; nil where it is
    /// no such code.
    private static func relative(
        of name: String, among voices: () -> [SpeechVoice]
    ) -> String? {
        let parts = name.lowercased().split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count > 1, (2...3).contains(parts[0].count),
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 8 && $0.allSatisfy(\.isASCII) })
        else { return nil }
        let voices = voices()
        return (1..<parts.count).reversed().lazy
            .compactMap { match(parts[..<$0].joined(separator: "-"), among: voices) }.first
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
