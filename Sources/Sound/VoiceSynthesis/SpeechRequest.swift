internal import VoiceFiles

/// Utterance to be spoken, with its manner.
public struct SpeechRequest: Sendable, Hashable {
    /// Text as it is written, before any alias.
    public var text: String
    /// The engine's voice, as in "en-us"; `SpeechSynthesizer.voices()` lists them.
    public var voice: String
    /// Speaking rate in words a minute, 80 to 450.
    package var wordsPerMinute: Int
    /// The engine's pitch, 0 to 100; nil for the voice's own.
    package var pitch: Int?
    /// Whether `text` is SSML.
    package var isSSML: Bool
    /// The aliases that are applied before the engine sees the text.
    public var lexicon: [SpokenForm]
    /// Words and their pronunciations in IPA, which win over the aliases; one that cannot be
    /// converted leaves the word to them.
    public var phonemes: [SpokenForm]

    /// Describes an utterance.
    package init(
        text: String, voice: String = "en-us", wordsPerMinute: Int = 175, pitch: Int? = nil,
        isSSML: Bool = false, lexicon: [SpokenForm] = [], phonemes: [SpokenForm] = []
    ) {
        self.text = text
        self.voice = voice
        self.wordsPerMinute = wordsPerMinute
        self.pitch = pitch
        self.isSSML = isSSML
        self.lexicon = lexicon
        self.phonemes = phonemes
    }

    /// Returns the characters of ``text`` that every Unicode scalar of the engine's text stands
    /// for.
    func origins(of spoken: String) -> [Range<Int>] {
        let plain = TextNormalizer.origins(over: lexicon, to: text, isSSML: isSSML)
        if plain.text == spoken { return plain.origins }
        return TextNormalizer.origins(
            applying: pronounced, over: lexicon, to: text, isSSML: isSSML
        ).origins
    }

    /// The pause before the first word that SSML asks for, in milliseconds: the engine gives none.
    var leadingPause: Int64 { TextNormalizer.leadingPause(of: text, isSSML: isSSML) }

    private var pronounced: [SpokenForm] {
        phonemes.compactMap { form in
            PhoneticSpelling.names(ipa: form.replacement).map { names in
                SpokenForm(word: form.word, replacement: "[[\(names)]]")
            }
        }
    }

    /// The text for the engine, and whether `[[…]]` in it are pronunciations.
    var spoken: (text: String, hasPhonemes: Bool) {
        let pronounced = pronounced
        let plain = TextNormalizer.applying(lexicon, to: text, isSSML: isSSML)
        guard !pronounced.isEmpty else { return (plain, false) }
        let all = TextNormalizer.applying(pronounced, over: lexicon, to: text, isSSML: isSSML)
        // Where no word was met, the text goes as it always went.
        return all.map { ($0, true) } ?? (plain, false)
    }

    /// The name of this utterance's audio: lower-case hex SHA-256, 64 characters.
    ///
    /// Two requests have one digest exactly when the engine is asked for the same: an alias that
    /// meets no word changes nothing. Source: a versioned list of fields, each with its length.
    public func digest(engineVersion: String) -> String {
        let spoken = spoken
        var hash = Digest()
        var fields = [
            "voicetest speech 1", engineVersion, voice, String(wordsPerMinute),
            (isSSML ? "ssml" : "plain") + (spoken.hasPhonemes ? "+phonemes" : ""), spoken.text,
        ]
        if let pitch { fields.append("pitch \(pitch)") }
        let pause = leadingPause
        if pause > 0 { fields.append("pause \(pause)") }
        for field in fields {
            hash.update(Array("\(field.utf8.count):".utf8))
            hash.update(Array(field.utf8))
        }
        return hash.hex()
    }
}
