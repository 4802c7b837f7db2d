/// Recognizers that were made before, by what they listen for: a model is loaded once a task.
///
/// A recognizer forgets every utterance it has answered, so sharing one changes no answer. A class,
/// because everyone who has it shares what was made. Not `Sendable`: one task has it.
public final class RecognizerCache {
    /// Recognizers that are kept; the one that was made first goes first.
    static let room = 16
    private var made: [(task: RecognitionTask, recognizer: PocketSphinxRecognizer)] = []

    /// An empty cache.
    public init() {}

    /// The pocketsphinx recognizer for `task`, made now if it was not before.
    ///
    /// - Throws: ``RecognitionError`` when model or task are not usable.
    public func recognizer(
        for task: RecognitionTask
    ) throws(RecognitionError) -> PocketSphinxRecognizer {
        if let known = made.first(where: { $0.task == task }) { return known.recognizer }
        let recognizer = try PocketSphinxRecognizer(task: task)
        if made.count == Self.room { made.removeFirst() }
        made.append((task, recognizer))
        return recognizer
    }
}
