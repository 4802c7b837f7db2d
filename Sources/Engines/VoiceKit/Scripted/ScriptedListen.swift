public import Foundation

/// Input of one listen of a script.
public struct ScriptedListen: Sendable, Equatable, ExpressibleByStringLiteral {
    /// The words; empty for silence.
    public var transcript: String
    /// Seconds from the beginning to the words.
    public var delay: TimeInterval
    /// Words that are told before, at equal distances within the delay.
    public var partials: [String]
    /// Error that the listen throws instead of a result.
    public var error: VoiceIOError?
    /// The recording of a listen that is to record.
    public var recordingURL: URL?
    /// Reason why the listen ends.
    public var endReason: ListenEndReason

    /// Creates a listen; the delay is that of VoiceKit 0.1.3.
    public init(
        _ transcript: String, delay: TimeInterval = 0.12, partials: [String] = [],
        error: VoiceIOError? = nil, recordingURL: URL? = nil, endReason: ListenEndReason = .final
    ) {
        self.transcript = transcript
        self.delay = delay
        self.partials = partials
        self.error = error
        self.recordingURL = recordingURL
        self.endReason = endReason
    }

    /// A listen that hears a text.
    public init(stringLiteral value: String) { self.init(value) }

    /// A listen that fails.
    public static func failing(_ error: VoiceIOError) -> ScriptedListen {
        ScriptedListen("", error: error)
    }
}

/// A call of a scripted engine.
public enum ScriptedCall: Sendable, Equatable {
    /// `ensurePermissions()`.
    case ensurePermissions
    /// `configureSessionIfNeeded()`.
    case configureSession
    /// `speak(_:)` or `speak(_:using:)`.
    case speak(text: String, voiceID: String?)
    /// `listen`, with the context that was in force.
    case listen(
        timeout: TimeInterval, inactivity: TimeInterval, record: Bool, context: RecognitionContext)
    /// `extendListening(by:)`.
    case extendListening(seconds: TimeInterval)
    /// `prepareClip(url:gainDB:)`.
    case prepareClip(url: URL, gainDB: Float)
    /// `startPreparedClip()`.
    case startPreparedClip
    /// `playClip(url:gainDB:)`.
    case playClip(url: URL, gainDB: Float)
    /// `pause(seconds:)`.
    case pause(seconds: TimeInterval)
    /// `setVoiceProfile(_:)`.
    case setVoiceProfile(TTSVoiceProfile)
    /// `setDefaultVoiceProfile(_:)`.
    case setDefaultVoiceProfile(TTSVoiceProfile)
    /// `setTuning(_:)`.
    case setTuning(Tuning)
    /// `stopAll()`.
    case stopAll
    /// `hardReset()`.
    case hardReset
}
