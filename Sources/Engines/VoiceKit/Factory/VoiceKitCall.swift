internal import VoiceEngine

/// The calls of the engine, by which an app's ``VoiceIO`` drives it.
enum VoiceKitCall: String, Sendable, CaseIterable {
    case configure, ensurePermissions, configureSessionIfNeeded
    case setVoiceProfile, setDefaultVoiceProfile, setTuning
    case speak, cancelSpeaking
    case listen, extendListening, cancelListening
    case prepareClip, startPreparedClip, playClip, stopClip
    case pause, stopAll, hardReset, shutDown

    /// The arguments of the call, by name; those that are not plain strings take any value.
    var arguments: [EngineDeclaration.Call.Argument] {
        func any(_ names: String...) -> [EngineDeclaration.Call.Argument] {
            names.map { .init($0, isAnyValue: true) }
        }
        func measures(_ names: String...) -> [EngineDeclaration.Call.Argument] {
            names.map { .init($0, isAnyValue: true, content: .name) }
        }
        return switch self {
        case .configure: any("config")
        case .setVoiceProfile, .setDefaultVoiceProfile: any("profile")
        case .setTuning: any("tuning")
        case .speak: [.init("text")] + any("voice", "channel", "speech")
        case .cancelSpeaking: any("speech")
        case .listen:
            measures("timeoutMs", "inactivityMs", "record")
                + [.init("context", isAnyValue: true, content: .expected)]
        case .extendListening: measures("ms")
        case .prepareClip, .playClip: [.init("file")] + measures("gainMilliDB", "channel")
        case .startPreparedClip, .stopClip, .stopAll: any("channel")
        case .pause: measures("ms", "channel")
        case .ensurePermissions, .configureSessionIfNeeded, .cancelListening, .hardReset,
            .shutDown:
            []
        }
    }

    /// Whether an app may wait for the answer.
    var isAnswered: Bool {
        switch self {
        case .ensurePermissions, .configureSessionIfNeeded, .speak, .listen, .prepareClip,
            .startPreparedClip, .playClip, .pause:
            true
        case .configure, .setVoiceProfile, .setDefaultVoiceProfile, .setTuning, .cancelSpeaking,
            .extendListening, .cancelListening, .stopClip, .stopAll, .hardReset, .shutDown:
            false
        }
    }

    /// The call as the engine declares it.
    var declared: EngineDeclaration.Call { .init(rawValue, arguments, isAnswered: isAnswered) }
}

/// Callbacks by which the engine calls an app: those of ``VoiceIO``.
enum VoiceKitCallback: String, Sendable, CaseIterable {
    /// `{listening: bool}`
    case listeningChanged
    /// `{transcript: text}`
    case transcriptChanged
    /// `{levelPermille: 0…1000}`
    case levelChanged
    /// `{speaking: bool, channel}`
    case ttsSpeakingChanged
    /// `{pulsePermille: 0…1000, channel}`
    case ttsPulse
    /// `{message: text or null}`
    case statusMessageChanged
}

/// Reason why a call is answered with a failure: the names of the cases of ``VoiceIOError``, and
/// two more.
enum VoiceKitFailure: String, Sendable, CaseIterable {
    case micUnavailable, recognizerUnavailable, audioFormatInvalid, timedOut, cancelled
    /// Another engine listens already.
    case busy

    /// Prefix of a sentence that fits no other case, as in `underlying: SENTENCE`.
    static let underlying = "underlying: "
}
