internal import VoiceHypothesis

/// Recognizers that were made before, by what they listen for: a model is loaded once a task.
///
/// A recognizer forgets every utterance it has answered, so sharing one changes no answer. A class,
/// because everyone who has it shares what was made. Not `Sendable`: one task has it.
package final class RecognizerCache {
    /// Number of recognizers that are kept; ``stateRoom`` is that of the states of all their
    /// networks. The one that was asked for least recently goes first. A small graph's takes 3 MB.
    static let room = 64
    static let stateRoom = 2_000_000
    /// Recognizers in the order in which they were asked for last.
    private var made: [Made] = []
    /// Largest number of the user's programs that run; the one that was started first goes first.
    private static let programRoom = 16
    /// Programs of the user's that run; each listens for the task that it is given.
    private var programs: [RecognizerProgram] = []

    /// The model of recognizers that are asked for without one.
    package let model: SpeechModel

    private struct Made {
        let task: RecognitionTask
        let model: SpeechModel
        let pronunciations: [WordPronunciation]
        let recognizer: AcousticRecognizer
    }

    /// Answers of its recognizers, shared with other caches; without them each sound is searched
    /// anew.
    private let answers: AnswerMemo?

    /// An empty cache of recognizers with `model`, which answer what `answers` has.
    package init(model: SpeechModel = SpeechModel(), answers: AnswerMemo? = nil) {
        self.model = model
        self.answers = answers
    }

    /// Returns the built-in recognizer for `task`, made now if it was not before; `pronunciations`
    /// are those of words of phrases and graphs that the dictionary lacks. Its model is `own`, else
    /// the cache's.
    ///
    /// - Throws: ``RecognitionError`` when model or task are not usable.
    package func recognizer(
        for task: RecognitionTask, saying pronunciations: [WordPronunciation] = [],
        model own: SpeechModel? = nil
    ) throws(RecognitionError) -> AcousticRecognizer {
        let model = own ?? model
        let place = made.lastIndex {
            guard $0.task == task, $0.model == model else { return false }
            return $0.recognizer.guessed.isEmpty || $0.pronunciations == pronunciations
        }
        if let place {
            let known = made[place]
            if place < made.count - 1 {
                made.remove(at: place)
                made.append(known)
            }
            return known.recognizer
        }
        let recognizer = try AcousticRecognizer(
            task: task, model: model, saying: pronunciations, answers: answers)
        made.append(
            Made(
                task: task, model: model, pronunciations: pronunciations, recognizer: recognizer))
        var states = made.reduce(0) { $0 + $1.recognizer.stateCount }
        while made.count > 1, made.count > Self.room || states > Self.stateRoom {
            states -= made.removeFirst().recognizer.stateCount
        }
        return recognizer
    }

    /// The recognizer for `task` that is the program of `command`, started now if it does not run.
    ///
    /// - Throws: ``RecognitionError`` when the program cannot be used.
    package func recognizer(
        of command: RecognizerCommand, for task: RecognitionTask
    ) throws(RecognitionError) -> ProcessRecognizer {
        if let known = programs.first(where: { $0.command == command }) {
            return ProcessRecognizer(known, task: task)
        }
        let program = try RecognizerProgram(command)
        if programs.count == Self.programRoom { programs.removeFirst() }
        programs.append(program)
        return ProcessRecognizer(program, task: task)
    }
}
