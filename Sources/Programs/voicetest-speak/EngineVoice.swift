internal import CEspeakNG

/// A voice as the engine lists it.
///
/// Source: `espeak_VOICE` of espeak-ng 1.51: `languages` is pairs of a priority and a code.
struct EngineVoice {
    let name: String
    /// The voice's file below the engine's data, which a voice can be set by.
    let identifier: String
    let gender: String
    /// Language codes in the engine's order; a lower priority speaks a code better.
    let languages: [(code: String, priority: Int)]

    /// The code that the voice is listed by.
    var language: String { languages.first?.code ?? "" }

    /// Voices and languages of one that are looked at.
    private static let limits = (voices: 10_000, languages: 100)

    init(_ voice: espeak_VOICE) {
        name = String(cString: voice.name)
        identifier = voice.identifier.map { String(cString: $0) } ?? ""
        gender = [1: "male", 2: "female"][Int(voice.gender)] ?? "unknown"
        var languages: [(code: String, priority: Int)] = []
        var next = voice.languages
        while let pair = next, pair.pointee != 0, languages.count < Self.limits.languages {
            let code = String(cString: pair + 1)
            languages.append((code, Int(UInt8(bitPattern: pair.pointee))))
            next = pair + 1 + code.utf8.count + 1
        }
        self.languages = languages
    }

    /// Every voice, in the engine's order.
    static func all() -> [EngineVoice] {
        guard let list = espeak_ListVoices(nil) else { return [] }
        var voices: [EngineVoice] = []
        while let voice = list[voices.count], voices.count < limits.voices {
            voices.append(EngineVoice(voice.pointee))
        }
        return voices
    }

    /// Returns the voice that is listed by `code`, else the one that speaks it best; the first of
    /// equals.
    static func best(for code: String, among voices: [EngineVoice]) -> EngineVoice? {
        if let voice = voices.first(where: { $0.language.lowercased() == code }) { return voice }
        let speakers = voices.compactMap { voice in
            voice.languages.first { $0.code.lowercased() == code }.map { (voice, $0.priority) }
        }
        return speakers.min { $0.1 < $1.1 }?.0
    }
}
