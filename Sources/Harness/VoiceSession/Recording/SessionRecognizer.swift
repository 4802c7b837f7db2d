internal import VoiceRecognition
internal import VoiceTrace

/// Recognizer that turns a session's utterances into words.
enum SessionRecognizer {
    /// Nothing in the flow recognises.
    case absent
    /// The words of the caller's lines, as they are placed.
    case script([ScriptedLine])
    /// Real recognizers, one a task.
    case recognizer(TaskRecognizers)

    var identity: RecognizerIdentity {
        switch self {
        case .absent: RecognizerIdentity(kind: RecognizerSetup.Kind.none.rawValue)
        case .script(let lines): ScriptedRecognizer(lines: lines).identity
        case .recognizer(let recognizers): recognizers.identity
        }
    }

    /// Tells a scripted recognizer about a line of the caller.
    mutating func expect(_ line: CallerLine) {
        guard case .script(var lines) = self, line.words != nil || line.failure != nil else {
            return
        }
        lines.append(
            ScriptedLine(
                range: line.speech ?? line.active, words: (line.words ?? "").lowercased(),
                failure: line.failure))
        self = .script(lines)
    }

    /// Returns the words of an utterance that is not over; nil while nothing fits.
    mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        switch self {
        case .absent: return nil
        case .script(let lines): return ScriptedRecognizer(lines: lines).recognizeSoFar(utterance)
        case .recognizer(var recognizers):
            let hypothesis = recognizers.recognizeSoFar(utterance)
            self = .recognizer(recognizers)
            return hypothesis
        }
    }

    mutating func recognize(_ utterance: Utterance) -> RecognitionOutcome {
        switch self {
        case .absent: return .rejected(nil)
        case .script(let lines): return ScriptedRecognizer(lines: lines).recognize(utterance)
        case .recognizer(var recognizers):
            let outcome = recognizers.recognize(utterance)
            self = .recognizer(recognizers)
            return outcome
        }
    }
}

/// The recognizer of a session, and those of listening jobs with tasks of their own.
struct TaskRecognizers {
    private var session: any Recognizer
    private let others: RecognizerCache
    private let pronunciations: [WordPronunciation]

    /// Recognises by `session`, and other tasks by what `others` has or makes; words that the
    /// dictionary lacks are said as `pronunciations` say.
    init(
        _ session: any Recognizer, others: RecognizerCache,
        saying pronunciations: [WordPronunciation] = []
    ) {
        self.session = session
        self.others = others
        self.pronunciations = pronunciations
    }

    /// The session's own recognizer; what jobs listen for is the engine's, like its files.
    var identity: RecognizerIdentity { session.identity }

    mutating func recognize(_ utterance: Utterance) -> RecognitionOutcome {
        // A program of the user's listens for whatever it is told.
        guard let task = utterance.task, !(session is ProcessRecognizer) else {
            return session.recognize(utterance)
        }
        do throws(RecognitionError) {
            return try others.recognizer(for: task, saying: pronunciations).recognize(utterance)
        } catch { return .failed(error) }
    }

    mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        guard let task = utterance.task, !(session is ProcessRecognizer) else {
            return session.recognizeSoFar(utterance)
        }
        let recognizer = try? others.recognizer(for: task, saying: pronunciations)
        return recognizer?.recognizeSoFar(utterance)
    }
}
