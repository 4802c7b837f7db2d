public import VoiceTime
public import VoiceTrace

/// What an app did with a callback.
public struct CallbackReply: Sendable, Equatable {
    /// The calls it made before it came back, each so many frames after delivery.
    public var calls: [(delay: Frame, call: EngineCall)]
    /// What the world brings so many frames later, at least one.
    public var news: [(delay: Frame, input: SessionInput)] = []
    /// How many frames later it came back; nil when `FrameLoop.callbackReturned(calls:)` says so.
    public var returnDelay: Frame?

    /// A reply of `calls`.
    public init(calls: [(delay: Frame, call: EngineCall)] = [], returnDelay: Frame? = 0) {
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
