public import VoiceRecognition
public import VoiceTrace

/// What reaches a live session from outside of the microphone, from any thread.
public enum LiveNews: Sendable {
    /// The app called, or the world has news; `during` where it was from inside a callback.
    case input(SessionInput, during: DuringCallback? = nil)
    /// The words of an utterance that was recognised beside the session.
    case words(job: Int, RecognitionOutcome)
    /// What was understood, beside the session, of speech that was under way; nil for nothing.
    case wordsSoFar(job: Int, Hypothesis?)
}
