internal import Dispatch
internal import Synchronization
public import VoiceRecognition

/// Recognises beside the core on a thread of its own, one utterance after the other, and hands on
/// what it understood.
final class RecognitionWorker: Sendable {
    private let recognizer: Mutex<LazyRecognizer>
    private let answer: LiveRecognition.Answer
    /// Not the threads that tasks share: decoding would keep the core waiting for one.
    private let queue = DispatchQueue(label: "voicetest.recognition")

    init(_ recognizer: sending LazyRecognizer, answer: @escaping LiveRecognition.Answer) {
        self.recognizer = Mutex(recognizer)
        self.answer = answer
    }

    /// Answers `question`, some time.
    func work(on question: LiveQuestion) {
        queue.async { [self] in
            answer(question, recognizer.withLock { $0.recognize(question.utterance) })
        }
    }
}

/// An utterance that somebody live wants recognised.
public struct LiveQuestion: Sendable {
    /// Which listening job it is for.
    public let job: Int
    /// What was said.
    public let utterance: Utterance
    /// Whether it is over; otherwise the speech goes on.
    public let isOver: Bool

    /// A question.
    public init(job: Int, utterance: Utterance, isOver: Bool) {
        self.job = job
        self.utterance = utterance
        self.isOver = isOver
    }
}

/// A recognizer that is made when it is first asked: loading a model takes longer than an answer.
struct LazyRecognizer: Recognizer {
    let identity: RecognizerIdentity
    private let task: RecognitionTask
    private var recognizer: PocketSphinxRecognizer?
    /// For listening jobs with tasks of their own.
    private let others = RecognizerCache()

    /// One that is made at once, so that whatever is missing is known before the session begins.
    init(made task: RecognitionTask) throws(RecognitionError) {
        let made = try PocketSphinxRecognizer(task: task)
        identity = made.identity
        self.task = task
        recognizer = made
    }

    /// One that is made when it is needed.
    init(_ task: RecognitionTask, _ identity: RecognizerIdentity) {
        self.identity = identity
        self.task = task
    }

    mutating func recognize(_ utterance: Utterance) -> RecognitionOutcome {
        do throws(RecognitionError) {
            if let own = utterance.task {
                return try others.recognizer(for: own).recognize(utterance)
            }
            if let recognizer { return recognizer.recognize(utterance) }
            let made = try PocketSphinxRecognizer(task: task)
            recognizer = made
            return made.recognize(utterance)
        } catch { return .failed(error) }
    }
}

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
