internal import VoiceHypothesis

/// Text of what a recognizer heard, as people and apps read it.
///
/// Speech that no word of the task fits is in the text as `<spoken_noise>`. Matchers see it as
/// words that they do not know.
enum HeardText {
    /// The text with an ellipsis for speech that no word fits.
    static func shown(_ text: String) -> String {
        text.split(separator: " ").map { $0 == RecognitionGraph.spokenNoise ? "…" : String($0) }
            .joined(separator: " ")
    }

    /// Whether any of it is a word.
    static func hasWords(_ text: String) -> Bool {
        text.split(separator: " ").contains { $0 != RecognitionGraph.spokenNoise }
    }
}
