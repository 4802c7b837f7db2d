internal import VoiceTime
internal import VoiceTrace

/// Something that the carrier of a telephone call does to what it sends, by its key in a scenario.
package enum LineSituation: String, Sendable, CaseIterable {
    /// It holds back what it sends, and then sends it at once.
    case stall = "stallMs"
    /// The beginning of the stream comes late.
    case lateStart = "lateStartMs"
    /// Each two frames of sound come in the other order.
    case shuffle = "shuffleMs"
    /// It breaks off without an end.
    case cutOff

    /// Returns what the session keeps of it.
    func input(frames: Frame) -> SessionInput {
        switch self {
        case .stall: .stall(frames: frames)
        case .lateStart: .lateStart(frames: frames)
        case .shuffle: .shuffle(frames: frames)
        case .cutOff: .cutOff
        }
    }
}
