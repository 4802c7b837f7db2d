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
