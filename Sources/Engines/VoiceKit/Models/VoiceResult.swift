public import Foundation

/// Result of a listen.
public struct VoiceResult: Sendable, Equatable {
    /// The last words that were not blank, as figures in a number context; empty when nothing was
    /// heard.
    public let transcript: String
    /// The trimmed recording, or the raw one where trimming failed; nil without `record`.
    public let recordingURL: URL?
    /// The words before they were turned into figures.
    public let spokenText: String
    /// Reason why the listen ended; nil where the engine does not say.
    public let endReason: ListenEndReason?
    /// Confidence of the recognizer in the transcript, 0 to 1; nil where it does not say.
    public let confidence: Double?
    /// Times of the words in seconds since the listen began; empty where the recognizer has none.
    public let words: [VoiceWord]
    /// Other transcripts that the recognizer considered, best first.
    public let alternatives: [String]

    /// Creates a result; values that the guide's engines do not know have a default.
    public init(
        transcript: String, recordingURL: URL?, spokenText: String? = nil,
        endReason: ListenEndReason? = nil, confidence: Double? = nil, words: [VoiceWord] = [],
        alternatives: [String] = []
    ) {
        self.transcript = transcript
        self.recordingURL = recordingURL
        self.spokenText = spokenText ?? transcript
        self.endReason = endReason
        self.confidence = confidence
        self.words = words
        self.alternatives = alternatives
    }
}

/// A word of a transcript.
public struct VoiceWord: Sendable, Equatable {
    /// The word as the recognizer writes it.
    public let text: String
    /// Seconds from the beginning of the listen to the word's first sound.
    public let start: TimeInterval
    /// Seconds from the beginning of the listen to the word's last sound.
    public let end: TimeInterval
    /// Confidence of the recognizer, 0 to 1; nil where it does not say.
    public let confidence: Double?

    /// A word with its times in seconds.
    public init(text: String, start: TimeInterval, end: TimeInterval, confidence: Double? = nil) {
        self.text = text
        self.start = start
        self.end = end
        self.confidence = confidence
    }
}

/// Reason why a listen that returns a result ended.
public enum ListenEndReason: String, Sendable, CaseIterable {
    /// The whole time was over.
    case timeout
    /// The speaker was silent for long enough.
    case inactivity
    /// The recognizer was done.
    case final
    /// The recognizer failed; the result holds what it heard before.
    case error
}
