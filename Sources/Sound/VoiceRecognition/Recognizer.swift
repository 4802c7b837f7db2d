public import VoiceAudio

/// What became of one utterance.
public enum RecognitionOutcome: Sendable, Equatable {
    /// The words, good enough to act on.
    case final(Hypothesis)
    /// Speech that nothing in the grammar fits; the nearest fit, when there was one.
    case rejected(Hypothesis?)
    /// The recognizer could not do its work.
    case failed(RecognitionError)
}

/// Which recognizer answered: sessions with equal identities were heard by the same recognizer.
public struct RecognizerIdentity: Sendable, Equatable {
    /// "pocketsphinx" (``AcousticRecognizer``), "scripted", "recorded" or "process",
    /// a program of the user's.
    public var kind: String
    /// The model's name; empty for a recognizer without one.
    public var model: String
    /// Lower-case hex SHA-256 of the model files and the task; empty without a model.
    public var digest: String

    /// Puts an identity together.
    package init(kind: String, model: String = "", digest: String = "") {
        self.kind = kind
        self.model = model
        self.digest = digest
    }
}

/// Turns utterances into words, one whole utterance at a time.
///
/// An answer may depend on the utterance alone, never on the ones before it, except in recognizers
/// that read their answers from a recording.
public protocol Recognizer {
    /// Which recognizer this is.
    var identity: RecognizerIdentity { get }

    /// Recognises one utterance.
    mutating func recognize(_ utterance: Utterance) -> RecognitionOutcome

    /// What is understood of an utterance that is not over; nil while nothing is.
    ///
    /// It is asked again with more of the same sound; the answer may depend on that sound alone.
    mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis?
}

extension Recognizer {
    /// What the whole of the sound so far is recognised as.
    public mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        if case .final(let hypothesis) = recognize(utterance) { hypothesis } else { nil }
    }
}

/// One stretch of caller audio that is to be recognised.
///
/// Shape: mono at the session's rate, trimmed to the speech with 150 to 200 ms of its natural
/// surroundings at both ends. Source: the segmenter.
public struct Utterance: Sendable, Equatable {
    /// The audio, edges included, in the pieces in which it came.
    public var pieces: SoundPieces
    /// Session frame of the first sample.
    public var start: Int64
    /// Session frames of the speech itself, without the edges.
    public var spoken: Range<Int64>
    /// What is listened for; nil for the session's own task.
    public var task: RecognitionTask?
    /// How many other readings the answer carries at most; 0 for none.
    public var alternatives = 0
    /// Whether the words of the answer carry their phones.
    package var wantsPhones = false
    /// What is known of the speaker; nil for nothing.
    package var speaker: SpeakerMean?
    /// Whether the speaker pauses: what is understood so far is judged as an answer is.
    package var isPaused = false

    /// Puts an utterance together.
    public init(_ pieces: SoundPieces, start: Int64, spoken: Range<Int64>) {
        self.pieces = pieces
        self.start = start
        self.spoken = spoken
    }

    /// Puts an utterance together.
    public init(sound: MonoSound, start: Int64, spoken: Range<Int64>) {
        self.init(SoundPieces(sound), start: start, spoken: spoken)
    }

    /// The audio in one.
    public var sound: MonoSound {
        get { pieces.sound }
        set { pieces = SoundPieces(newValue) }
    }

    /// Session frames of all the audio; the upper bound is the utterance's end frame.
    public var extent: Range<Int64> { start..<start + Int64(pieces.count) }
}

/// What the recognizer goes by in every session, by name, for the evidence of a trace.
package enum RecognizerConstants {
    /// Every constant with its value: of closed tasks the fit at which an answer is rejected and
    /// what 500 thousandths of confidence are worth, in thousandths of a neper a frame; of the
    /// general model the limit and the price of unexplained speech, both in the decoder's units;
    /// the least confidence of an answer, in thousandths; the level that utterances are brought to,
    /// how many times they are raised at most and the reach of the noise that is added, in
    /// steps of a sample; the fewest samples that are decoded; the longest utterance, in seconds.
    package static var named: [(name: String, value: Int)] {
        [
            ("recognizer.graphFitLimit", FitScale.limitMillinepers),
            ("recognizer.narrowAllowance", FitScale.narrowAllowanceMillinepers),
            ("recognizer.graphFitWidth", FitScale.widthMillinepers),
            ("recognizer.fitLimit", FitJudge.limit),
            ("recognizer.unexplainedPrice", FitJudge.unexplainedPrice),
            ("recognizer.leastConfidencePermille", FitJudge.leastConfidencePermille),
            ("recognizer.inputPeak", Int(DecoderInput.peak)),
            ("recognizer.inputGainLimit", Int(DecoderInput.largestGain)),
            ("recognizer.inputNoise", Int(DecoderInput.noise)),
            ("recognizer.fewestSamples", AcousticRecognizer.fewestSamples),
            ("recognizer.longestUtteranceSeconds", AcousticRecognizer.longestUtteranceSeconds),
        ]
    }
}

/// Recognizers that were made before, by what they listen for: a model is loaded once a task.
///
/// A recognizer forgets every utterance it has answered, so sharing one changes no answer. A class,
/// because everyone who has it shares what was made. Not `Sendable`: one task has it.
package final class RecognizerCache {
    /// Recognizers that are kept, and states of all their networks; the one that was asked for
    /// least recently goes first. A small graph's takes 3 MB.
    static let room = 64
    static let stateRoom = 2_000_000
    /// In the order in which they were asked for last.
    private var made: [Made] = []
    /// Programs of the user's that run at most; the one that was started first goes first.
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

    /// An empty cache of recognizers with `model`.
    package init(model: SpeechModel = SpeechModel()) { self.model = model }

    /// The built-in recognizer for `task`, made now if it was not before; `pronunciations` say
    /// how words of phrases and graphs are said that the dictionary lacks. Its model is `own`, else
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
        let recognizer = try AcousticRecognizer(task: task, model: model, saying: pronunciations)
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
