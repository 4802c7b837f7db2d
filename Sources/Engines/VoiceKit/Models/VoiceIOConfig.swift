/// Settings of an engine. Values that are negative or not a number become 0, values above an hour
/// become an hour.
public struct VoiceIOConfig: Sendable, Equatable {
    /// Seconds of sound that a trimmed recording keeps before the speech.
    public var trimPrePad: Double { didSet { trimPrePad = Self.limited(trimPrePad) } }
    /// Seconds of sound that a trimmed recording keeps after the speech.
    public var trimPostPad: Double { didSet { trimPostPad = Self.limited(trimPostPad) } }
    /// Seconds beyond a clip's own length until waiting for its end fails with
    /// ``VoiceIOError/timedOut``.
    public var clipWaitTimeoutSeconds: Double {
        didSet { clipWaitTimeoutSeconds = Self.limited(clipWaitTimeoutSeconds) }
    }
    /// Seconds after speech in which the microphone is not heard, nor while speech sounds; 0 lets
    /// callers interrupt.
    public var ttsSuppressAfterFinish: Double {
        didSet { ttsSuppressAfterFinish = Self.limited(ttsSuppressAfterFinish) }
    }
    /// Whether loudness is judged exactly as VoiceKit 0.1.3 does, whose noise floor rises during
    /// speech.
    public var usesCompatibleTracker: Bool

    /// Creates settings; the defaults are those of VoiceKit 0.1.3.
    public init(
        trimPrePad: Double = 0.05, trimPostPad: Double = 0.2, clipWaitTimeoutSeconds: Double = 2,
        ttsSuppressAfterFinish: Double = 0.25, usesCompatibleTracker: Bool = false
    ) {
        self.trimPrePad = Self.limited(trimPrePad)
        self.trimPostPad = Self.limited(trimPostPad)
        self.clipWaitTimeoutSeconds = Self.limited(clipWaitTimeoutSeconds)
        self.ttsSuppressAfterFinish = Self.limited(ttsSuppressAfterFinish)
        self.usesCompatibleTracker = usesCompatibleTracker
    }

    private static func limited(_ seconds: Double) -> Double {
        seconds.isNaN ? 0 : min(max(seconds, 0), 3_600)
    }
}
