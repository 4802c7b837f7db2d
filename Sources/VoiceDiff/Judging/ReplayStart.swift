/// The first stage that ran when a session was replayed; what stands before it came from the
/// recorded trace.
public enum ReplayStart: String, Sendable, CaseIterable {
    /// Every stage ran, from the microphone on.
    case audio
    /// The recognizer and the engine ran.
    case speech
    /// Only the engine ran.
    case words
}
