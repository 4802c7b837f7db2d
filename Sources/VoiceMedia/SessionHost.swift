public import VoiceRecognition
public import VoiceTime
public import VoiceTrace

/// What stands around a frame loop: the app, the recognizer and the prompts.
///
/// Recording, replaying and a live session differ in their host only; the loop is the same.
public protocol SessionHost {
    /// Delivers a callback to the app; says what the app called meanwhile and when it came back.
    mutating func deliver(
        _ callback: EngineCallback, of event: TraceEvent, at frame: Frame
    ) -> CallbackReply

    /// Recognises one utterance; says how many frames later the answer is delivered.
    mutating func recognize(_ utterance: Utterance) -> (outcome: RecognitionOutcome, delay: Frame)

    /// Turns a prompt request into audio of a known length.
    mutating func realize(_ request: PromptRequest) -> PromptOutcome
}

/// What an app did with a callback.
public struct CallbackReply: Sendable, Equatable {
    /// The calls it made before it came back, each so many frames after delivery.
    public var calls: [(delay: Frame, call: EngineCall)]
    /// How many frames later it came back; nil when it never does.
    public var returnDelay: Frame?

    /// A reply of `calls`.
    public init(calls: [(delay: Frame, call: EngineCall)] = [], returnDelay: Frame? = 0) {
        self.calls = calls
        self.returnDelay = returnDelay
    }

    /// Equal when the same calls are made at the same distances.
    public static func == (left: Self, right: Self) -> Bool {
        left.returnDelay == right.returnDelay && left.calls.count == right.calls.count
            && zip(left.calls, right.calls).allSatisfy { $0 == $1 }
    }
}
