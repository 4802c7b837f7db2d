import Dispatch
import Synchronization
import VoiceRecognition
import VoiceSession

/// Recognises beside the core on a thread of its own, one utterance after the other, and posts what
/// it understood.
final class RecognitionWorker: Sendable {
    private let recognizer: Mutex<LazyRecognizer>
    private let mailbox: LiveMailbox
    /// Not the threads that tasks share: decoding would keep the core waiting for one.
    private let queue = DispatchQueue(label: "voicetest.recognition")

    init(_ recognizer: sending LazyRecognizer, mailbox: LiveMailbox) {
        self.recognizer = Mutex(recognizer)
        self.mailbox = mailbox
    }

    /// Answers `question`, some time.
    func work(on question: LiveQuestion) {
        queue.async { [self] in
            let outcome = recognizer.withLock { $0.recognize(question.utterance) }
            mailbox.post(question.answer(outcome))
        }
    }
}

/// An utterance that a live session wants recognised.
struct LiveQuestion {
    let job: Int
    let utterance: Utterance
    /// Whether it is over; otherwise the speech goes on.
    let isOver: Bool

    /// The answer, as the session's mailbox takes it.
    func answer(_ outcome: RecognitionOutcome) -> LiveNews {
        if isOver { return .words(job: job, outcome) }
        guard case .final(let hypothesis) = outcome else { return .wordsSoFar(job: job, nil) }
        return .wordsSoFar(job: job, hypothesis)
    }
}

/// A recognizer that is made when it is first asked: loading a model takes longer than an answer.
struct LazyRecognizer: Recognizer {
    let identity: RecognizerIdentity
    private let task: RecognitionTask
    private var recognizer: PocketSphinxRecognizer?

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
            if let recognizer { return recognizer.recognize(utterance) }
            let made = try PocketSphinxRecognizer(task: task)
            recognizer = made
            return made.recognize(utterance)
        } catch { return .failed(error) }
    }
}
