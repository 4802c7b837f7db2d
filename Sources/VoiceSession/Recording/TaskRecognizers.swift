internal import VoiceRecognition

/// The recognizer of a session, and those of listening jobs with tasks of their own.
struct TaskRecognizers {
    private var session: any Recognizer
    private let others: RecognizerCache

    /// Recognises by `session`, and other tasks by what `others` has or makes.
    init(_ session: any Recognizer, others: RecognizerCache) {
        self.session = session
        self.others = others
    }

    /// The session's own recognizer; what jobs listen for is the engine's, like its files.
    var identity: RecognizerIdentity { session.identity }

    mutating func recognize(_ utterance: Utterance) -> RecognitionOutcome {
        guard let task = utterance.task else { return session.recognize(utterance) }
        do throws(RecognitionError) {
            return try others.recognizer(for: task).recognize(utterance)
        } catch { return .failed(error) }
    }
}
