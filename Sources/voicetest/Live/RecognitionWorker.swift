import VoiceRecognition
import VoiceSession

/// Recognises beside the core, one utterance after the other, and posts the words.
actor RecognitionWorker {
    /// Which recognizer this is.
    nonisolated let identity: RecognizerIdentity
    private let recognizer: PocketSphinxRecognizer
    private let mailbox: LiveMailbox

    init(task: RecognitionTask, mailbox: LiveMailbox) throws(RecognitionError) {
        recognizer = try PocketSphinxRecognizer(task: task)
        identity = recognizer.identity
        self.mailbox = mailbox
    }

    /// Recognises an utterance of `job`.
    func recognize(_ utterance: Utterance, for job: Int) {
        mailbox.post(.words(job: job, recognizer.recognize(utterance)))
    }
}

/// A recognizer that is made when it is first asked: loading a model takes longer than an answer.
struct LazyRecognizer: Recognizer {
    let identity: RecognizerIdentity
    let task: RecognitionTask
    private var recognizer: PocketSphinxRecognizer?

    init(identity: RecognizerIdentity, task: RecognitionTask) {
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
