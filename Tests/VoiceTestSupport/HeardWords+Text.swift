package import VoiceEngine
internal import VoiceRecognition

extension HeardWords {
    /// An answer of a text and a confidence in thousandths.
    package static func final(text: String, confidence: Int) -> Self {
        .final(Hypothesis(text: text, confidence: confidence, words: []))
    }
}
