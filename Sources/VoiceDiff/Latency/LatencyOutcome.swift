public import VoiceTime

/// What became of one latency. Every one is exactly one of these.
public enum LatencyOutcome: Sendable, Hashable {
    /// It took so many frames.
    case measured(Frame)
    /// It took at least so many frames: nothing had come by then.
    case censored(Frame, LatencyReason)
    /// The app took its turn before the caller had ended; so many frames after the end, which is
    /// negative where it began before.
    case talkedOver(Frame)
    /// It does not count.
    case excluded(LatencyReason)

    /// The frames, exact or at least; nil for what does not count.
    public var frames: Frame? {
        switch self {
        case .measured(let frames), .censored(let frames, _), .talkedOver(let frames): frames
        case .excluded: nil
        }
    }

    /// The frames if it was measured.
    public var measured: Frame? { if case .measured(let frames) = self { frames } else { nil } }

    /// Why it was not simply measured; nil where it was, or was talked over.
    public var reason: LatencyReason? {
        switch self {
        case .measured, .talkedOver: nil
        case .censored(_, let reason), .excluded(let reason): reason
        }
    }

    /// As machines read it.
    public var name: String {
        switch self {
        case .measured: "measured"
        case .censored: "censored"
        case .talkedOver: "talkedOver"
        case .excluded: "excluded"
        }
    }
}

/// Why a latency is not simply measured.
public enum LatencyReason: String, Sendable, Hashable, CaseIterable {
    case noWords = "a sound without words"
    case nobodyListened = "nothing was listening"
    case sessionEnded = "the session ended first"
    case stillSpeaking = "the session ended while the caller spoke"
    case flowEnded = "the flow ended without another prompt"
    case callerWentOn = "the caller spoke again first"
    case cutByLimit = "a limit of the module cut the utterance"
    case noSpeechEnd = "no speechEnd came"
    case noEndpoint = "without an endpoint"
    case notRecognized = "nothing was to be recognised"
    case noAnswer = "the recognizer gave no answer"
    case noPromptPlayed = "no prompt was playing"
    case playedOn = "the prompt played to its end"
    case stoppedLate = "the prompt was stopped only with the end of the turn"
    case neverStopped = "the prompt neither stopped nor ended"
    case promptStopped = "the prompt was stopped"
    case listenedBetween = "the app listened in between"
    case spokenBetween = "the caller spoke in between"
    case lastPrompt = "no prompt followed"
}

extension LatencyReason {
    /// As machines read it.
    public var name: String { String(describing: self) }
}
