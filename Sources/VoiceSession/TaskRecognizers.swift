internal import VoiceRecognition

/// The recognizer of a session, and those of listening jobs with tasks of their own.
struct TaskRecognizers {
    private var session: any Recognizer
    private var shelf: RecognizerShelf

    /// Recognises by `session`; others are made, or found on the shelf, when they are needed.
    init(_ session: any Recognizer, shelf: RecognizerShelf) {
        self.session = session
        self.shelf = shelf
    }

    /// The session's own recognizer; what jobs listen for is the engine's, like its files.
    var identity: RecognizerIdentity { session.identity }

    mutating func recognize(_ utterance: Utterance) -> RecognitionOutcome {
        guard let task = utterance.task else { return session.recognize(utterance) }
        do throws(RecognitionError) {
            let setup = RecognizerSetup(kind: .pocketsphinx, task: task)
            return try shelf.recognizer(for: setup).recognize(utterance)
        } catch { return .failed(error) }
    }
}
