import VoiceRecognition
import VoiceSession

/// Who recognises beside a live session: one for utterances, so that a person's answer never waits
/// for what was only under way, and one for that.
struct LiveRecognition {
    /// Which recognizer they are.
    let identity: RecognizerIdentity
    private let finals: RecognitionWorker
    private let partials: RecognitionWorker

    init(task: RecognitionTask, mailbox: LiveMailbox) throws(RecognitionError) {
        let recognizer = try LazyRecognizer(made: task)
        identity = recognizer.identity
        finals = RecognitionWorker(recognizer, mailbox: mailbox)
        partials = RecognitionWorker(LazyRecognizer(task, identity), mailbox: mailbox)
    }

    /// Answers `question`, some time.
    func work(on question: LiveQuestion) {
        (question.isOver ? finals : partials).work(on: question)
    }
}
