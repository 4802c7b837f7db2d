/// Fault of the line between the carrier of a telephone call and its server, by the kind of the
/// input that a session keeps of it.
public enum LineFault: String, Sendable, CaseIterable {
    /// The carrier holds back what it sends, and then sends it at once.
    case stall
    /// The stream of the call begins late.
    case lateStart
    /// Each two frames of sound come in the other order.
    case shuffle
    /// The call breaks off without an end.
    case cutOff
}
