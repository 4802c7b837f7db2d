/// What is measured.
public enum LatencyMetric: String, Sendable, Hashable, CaseIterable {
    case response
    case endpoint
    case recognition
    case bargeIn
    case promptGap
    case blockCompute

    /// From where to where, as a person reads it.
    public var meaning: String {
        switch self {
        case .response: "speech really ended to first frame of the next prompt"
        case .endpoint: "speech really ended to speechEnd decided"
        case .recognition: "speechEnd to the recognizer's answer"
        case .bargeIn: "speech really began to playback stopped"
        case .promptGap: "prompt ended to next prompt began"
        case .blockCompute: "wall time for 10 ms of sound"
        }
    }

    /// Whether there is one for every turn of the caller.
    public var isOfTurns: Bool { self != .promptGap && self != .blockCompute }
}
