public import VoiceRecognition

/// Who recognises beside a live core: one for utterances, so that a person's answer never waits for
/// what was only under way, and one for that.
public struct LiveRecognition: Sendable {
    /// Takes what became of a question, on a thread of the recognizer's.
    public typealias Answer = @Sendable (LiveQuestion, RecognitionOutcome) -> Void

    /// Which recognizer they are.
    public let identity: RecognizerIdentity
    private let finals: RecognitionWorker
    private let partials: RecognitionWorker

    /// Recognizers of one task, the first of which is made at once.
    ///
    /// - Throws: ``RecognitionError`` when the model or the task cannot be used.
    public init(
        task: RecognitionTask, answer: @escaping Answer
    ) throws(RecognitionError) {
        let recognizer = try LazyRecognizer(made: task)
        identity = recognizer.identity
        finals = RecognitionWorker(recognizer, answer: answer)
        partials = RecognitionWorker(LazyRecognizer(task, identity), answer: answer)
    }

    /// Answers `question`, some time.
    public func work(on question: LiveQuestion) {
        (question.isOver ? finals : partials).work(on: question)
    }
}
