internal import Dispatch
internal import Synchronization
package import VoiceRecognition

/// Recognises beside the core on a thread of its own, one utterance after the other, and hands on
/// what it understood.
final class RecognitionWorker: Sendable {
    private let recognizer: Mutex<LazyRecognizer>
    private let answer: LiveRecognition.Answer
    /// A queue of its own, and not the threads that tasks share: decoding would keep the core
    /// waiting for one.
    private let queue = DispatchQueue(label: "voicetest.recognition")

    init(_ recognizer: sending LazyRecognizer, answer: @escaping LiveRecognition.Answer) {
        self.recognizer = Mutex(recognizer)
        self.answer = answer
    }

    /// Makes the recognizer of `task`, some time before it is asked.
    func prepare(_ task: RecognitionTask) {
        queue.async { [self] in recognizer.withLock { $0.prepare(task) } }
    }

    /// Answers `question`, some time.
    func work(on question: LiveQuestion) {
        queue.async { [self] in
            answer(question, recognizer.withLock { $0.outcome(of: question) })
        }
    }
}

/// An utterance of a live session to be recognised.
public struct LiveQuestion: Sendable {
    /// Listening job that the question is for.
    public let job: Int
    /// Sound of the utterance.
    package let utterance: Utterance
    /// Whether it is over; otherwise the speech goes on.
    public let isOver: Bool
}

/// A recognizer that is made when it is first asked: loading a model takes longer than an answer.
struct LazyRecognizer: Recognizer {
    let identity: RecognizerIdentity
    private let task: RecognitionTask
    private let command: RecognizerCommand?
    private let model: SpeechModel
    private let pronunciations: [WordPronunciation]
    /// Whether it hears speech that is under way.
    let givesPartials: Bool
    private var recognizer: (any Recognizer)?
    /// Recognizers for listening jobs with tasks of their own.
    private let others = RecognizerCache()

    /// A recognizer that is made at once, so that whatever is missing is known before the session
    /// begins: the program of `command`, where there is one. Of a model without a language model
    /// only listening jobs with tasks of their own have a recognizer.
    init(
        made task: RecognitionTask, command: RecognizerCommand? = nil,
        model: SpeechModel = SpeechModel(), saying pronunciations: [WordPronunciation] = []
    ) throws(RecognitionError) {
        // An engine that brings a model without a language model says what it listens for.
        let isLater =
            command == nil && task == .general && model.isInstalled && !model.hasLanguageModel
        let made = isLater ? nil : try Self.make(task, command, model, pronunciations)
        identity = if let made { made.identity } else { try model.identity() }
        givesPartials = (made as? ProcessRecognizer)?.givesPartials ?? true
        self.task = task
        self.command = command
        self.model = model
        self.pronunciations = pronunciations
        recognizer = made
    }

    /// A recognizer that is made when it is needed.
    init(
        _ task: RecognitionTask, _ identity: RecognizerIdentity,
        command: RecognizerCommand? = nil, givesPartials: Bool = true,
        model: SpeechModel = SpeechModel(), saying pronunciations: [WordPronunciation] = []
    ) {
        self.identity = identity
        self.task = task
        self.command = command
        self.model = model
        self.pronunciations = pronunciations
        self.givesPartials = givesPartials
    }

    private static func make(
        _ task: RecognitionTask, _ command: RecognizerCommand?, _ model: SpeechModel,
        _ pronunciations: [WordPronunciation]
    ) throws(RecognitionError) -> any Recognizer {
        if let command { return try ProcessRecognizer(command, task: task) }
        return try AcousticRecognizer(task: task, model: model, saying: pronunciations)
    }

    /// Makes the recognizer of a listening job with a task of its own.
    mutating func prepare(_ task: RecognitionTask) { _ = try? recognizer(for: task) }

    /// Returns the outcome of a question: of speech under way, the words that are understood so
    /// far.
    mutating func outcome(of question: LiveQuestion) -> RecognitionOutcome {
        guard !question.isOver else { return recognize(question.utterance) }
        guard givesPartials else { return .rejected(nil) }
        return recognizeSoFar(question.utterance).map { .final($0) } ?? .rejected(nil)
    }

    mutating func recognize(_ utterance: Utterance) -> RecognitionOutcome {
        do throws(RecognitionError) {
            var recognizer = try recognizer(for: utterance.task)
            return recognizer.recognize(utterance)
        } catch { return .failed(error) }
    }

    mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        var recognizer = try? recognizer(for: utterance.task)
        return recognizer?.recognizeSoFar(utterance)
    }

    private mutating func recognizer(
        for own: RecognitionTask?
    ) throws(RecognitionError) -> any Recognizer {
        // A program of the user's listens for whatever it is told.
        if let own, command == nil {
            return try others.recognizer(for: own, saying: pronunciations, model: model)
        }
        if let recognizer { return recognizer }
        let made = try Self.make(task, command, model, pronunciations)
        recognizer = made
        return made
    }
}

/// Recognizers beside a live core: one for utterances, so that a person's answer never waits for
/// what was only under way, and one for that.
package struct LiveRecognition: Sendable {
    /// Takes the outcome of a question, on a thread of the recognizer's.
    public typealias Answer = @Sendable (LiveQuestion, RecognitionOutcome) -> Void

    /// Identity of the recognizers: kind, model and digest.
    package let identity: RecognizerIdentity
    private let finals: RecognitionWorker
    private let partials: RecognitionWorker

    /// Recognizers of one task, the first of which is made at once; with `command` they are that
    /// program of the user's. `pronunciations` say how words are said that the dictionary lacks.
    ///
    /// - Throws: `RecognitionError` when the model, the task or the program cannot be used.
    package init(
        task: RecognitionTask, command: RecognizerCommand? = nil,
        model: SpeechModel = SpeechModel(), saying pronunciations: [WordPronunciation] = [],
        answer: @escaping Answer
    ) throws(RecognitionError) {
        let recognizer = try LazyRecognizer(
            made: task, command: command, model: model, saying: pronunciations)
        identity = recognizer.identity
        let givesPartials = recognizer.givesPartials
        finals = RecognitionWorker(recognizer, answer: answer)
        partials = RecognitionWorker(
            LazyRecognizer(
                task, identity, command: command, givesPartials: givesPartials, model: model,
                saying: pronunciations),
            answer: answer)
    }

    /// Makes the recognizers of `task`, some time before they are asked.
    package func prepare(_ task: RecognitionTask) {
        finals.prepare(task)
        partials.prepare(task)
    }

    /// Answers `question`, some time.
    package func work(on question: LiveQuestion) {
        (question.isOver ? finals : partials).work(on: question)
    }
}
