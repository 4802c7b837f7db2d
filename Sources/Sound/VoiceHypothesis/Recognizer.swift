public import VoiceAudio

/// Outcome of one utterance.
public enum RecognitionOutcome: Sendable, Equatable {
    /// The words, good enough to act on.
    case final(Hypothesis)
    /// Speech that nothing in the grammar fits; the nearest fit, when there was one.
    case rejected(Hypothesis?)
    /// The recognizer could not do its work.
    case failed(RecognitionError)
}

/// Identity of the recognizer that answered: sessions with equal identities were heard by the same
/// recognizer.
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
    /// Identity of this recognizer.
    var identity: RecognizerIdentity { get }

    /// Recognises one utterance.
    mutating func recognize(_ utterance: Utterance) -> RecognitionOutcome

    /// Returns what is understood of an utterance that is not over; nil while nothing is.
    ///
    /// It is asked again with more of the same sound; the answer may depend on that sound alone.
    mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis?
}

extension Recognizer {
    /// Recognises the whole of the sound so far.
    public mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        if case .final(let hypothesis) = recognize(utterance) { hypothesis } else { nil }
    }
}

/// One stretch of caller audio that is to be recognised.
///
/// Shape: mono at the session's rate, trimmed to the speech with 150 to 200 ms of its natural
/// surroundings at both ends. Source: the segmenter.
public struct Utterance: Sendable, Equatable {
    /// Seconds of audio that one utterance may hold.
    package static let longestSeconds = 600

    /// The audio, edges included, in the pieces in which it came.
    public var pieces: SoundPieces
    /// Session frame of the first sample.
    public var start: Int64
    /// Session frames of the speech itself, without the edges.
    public var spoken: Range<Int64>
    /// Task that is listened for; nil for the session's own task.
    public var task: RecognitionTask?
    /// Largest number of other readings that the answer carries; 0 for none.
    public var alternatives = 0
    /// Whether the words of the answer carry their phones.
    package var wantsPhones = false
    /// Mean of the speaker's cepstra; nil where nothing is known.
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
