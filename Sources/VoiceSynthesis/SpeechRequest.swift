internal import Crypto

/// One utterance to be spoken, and how.
public struct SpeechRequest: Sendable, Hashable {
    /// What is written, before any alias.
    public var text: String
    /// The engine's voice, as in "en-us"; `SpeechSynthesizer.voices()` lists them.
    public var voice: String
    /// Speaking rate in words a minute, 80 to 450.
    public var wordsPerMinute: Int
    /// Whether `text` is SSML.
    public var isSSML: Bool
    /// The aliases that are applied before the engine sees the text.
    public var lexicon: [SpokenForm]

    /// Describes an utterance.
    public init(
        text: String, voice: String = "en-us", wordsPerMinute: Int = 175, isSSML: Bool = false,
        lexicon: [SpokenForm] = []
    ) {
        self.text = text
        self.voice = voice
        self.wordsPerMinute = wordsPerMinute
        self.isSSML = isSSML
        self.lexicon = lexicon
    }

    /// The text that the engine is given. Phonemes, when they come, are put in here.
    public var spokenText: String {
        SpokenText.applying(lexicon, to: text, isSSML: isSSML)
    }

    /// The name of this utterance's audio: lower-case hex SHA-256, 64 characters.
    ///
    /// Two requests have one digest exactly when the engine is asked for the same: an alias that
    /// meets no word changes nothing. Source: a versioned list of fields, each with its length.
    public func digest(engineVersion: String) -> String {
        var hash = SHA256()
        let fields = [
            "voicetest speech 1", engineVersion, voice, String(wordsPerMinute),
            isSSML ? "ssml" : "plain", spokenText,
        ]
        for field in fields {
            hash.update(data: Array("\(field.utf8.count):".utf8))
            hash.update(data: Array(field.utf8))
        }
        return hash.finalize().hexText
    }
}

extension Sequence where Element == UInt8 {
    /// Two lower-case hexadecimal digits a byte.
    var hexText: String {
        let digits = Array("0123456789abcdef")
        return String(flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
