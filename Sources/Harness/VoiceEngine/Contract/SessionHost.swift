package import VoiceAudio
package import VoiceHypothesis
public import VoiceTime
public import VoiceTrace

/// Surroundings of a frame loop: the app, the recognizer and the prompts.
///
/// Recording, replaying and a live session differ in their host only; the loop is the same.
package protocol SessionHost {
    /// Delivers a callback to the app; says what the app called meanwhile and when it came back.
    mutating func deliver(
        _ callback: EngineCallback, of event: TraceEvent, at frame: Frame
    ) -> CallbackReply

    /// A callback that took its time has come back; not told of those that took none.
    mutating func callbackReturned()

    /// Hears how a call was answered; says what the app calls because of it, and how many frames
    /// later. `event` is the event emitted last.
    mutating func replied(
        _ answer: CallAnswer, of event: TraceEvent, at frame: Frame
    ) -> [(delay: Frame, call: EngineCall)]

    /// Recognises one utterance; says how many frames later the answer is delivered.
    mutating func recognize(_ utterance: Utterance) -> (outcome: RecognitionOutcome, delay: Frame)

    /// Takes an utterance to be recognised beside the loop; true when it did. The words then come
    /// through `FrameLoop.answer(_:for:)`, and ``recognize(_:)`` is not called.
    mutating func recognizesLater(_ utterance: Utterance, for job: Int) -> Bool

    /// Takes speech that is still under way to be recognised beside the loop; true when it did.
    /// What is understood then comes through `FrameLoop.answer(soFar:for:)`.
    mutating func recognizesSoFarLater(_ utterance: Utterance, for job: Int) -> Bool

    /// Hears which task will be listened for soon.
    mutating func prepare(_ task: RecognitionTask)

    /// Hears that a prompt plays from now on.
    mutating func play(job: Int, _ request: PromptRequest, _ prompt: RealizedPrompt)

    /// Hears that a prompt is not to play any longer; some that ended by themselves are named too.
    mutating func stopPlaying(job: Int)

    /// Hears that a prompt is held where it is.
    mutating func suspendPlaying(job: Int)

    /// Hears that a prompt goes on from where it was held.
    mutating func resumePlaying(job: Int)

    /// Hears that a prompt plays by another gain from now on, in thousandths.
    mutating func setGain(job: Int, permille: Int)

    /// Recognises speech that is still under way, as far as it goes; nil while nothing fits.
    mutating func recognizeSoFar(_ utterance: Utterance) -> Hypothesis?

    /// Takes the number of frames by which the answer of ``recognizeSoFar(_:)`` is delivered later
    /// than it was asked for; asked once after each.
    mutating func takeDelaySoFar() -> Frame

    /// Turns a prompt request into audio of a known length.
    mutating func realize(_ request: PromptRequest) -> PromptOutcome

    /// Whether the sound of recordings is wanted; a replay has no use for it.
    var keepsRecordings: Bool { get }

    /// Writes a recording; `sound` is nil where recordings are not kept, `speech` is the part of
    /// it that holds speech.
    mutating func save(
        _ sound: MonoSound?, speech: Range<Int>?, _ request: SaveRequest
    ) -> SaveOutcome

    /// Sees every event as it happens, before the callback about it.
    mutating func observe(_ event: TraceEvent)
}

/// Reply of an app to a callback.
public struct CallbackReply: Sendable, Equatable {
    /// The calls it made before it came back, each so many frames after delivery.
    public var calls: [(delay: Frame, call: EngineCall)]
    /// News that the world brings so many frames later, at least one.
    package var news: [(delay: Frame, input: SessionInput)] = []
    /// Number of frames after which it came back; nil when `FrameLoop.callbackReturned(calls:)`
    /// says so.
    package var returnDelay: Frame?

    /// A reply of `calls`.
    package init(calls: [(delay: Frame, call: EngineCall)] = [], returnDelay: Frame? = 0) {
        self.calls = calls
        self.returnDelay = returnDelay
    }

    /// Equal when the same calls are made at the same distances.
    public static func == (left: Self, right: Self) -> Bool {
        left.returnDelay == right.returnDelay && left.calls.count == right.calls.count
            && left.news.count == right.news.count
            && zip(left.calls, right.calls).allSatisfy { $0 == $1 }
            && zip(left.news, right.news).allSatisfy { $0 == $1 }
    }
}
