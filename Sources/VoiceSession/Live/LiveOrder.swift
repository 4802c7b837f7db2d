public import VoiceAudio
public import VoiceEngine
public import VoiceRecognition

/// What a live session wants done around it.
public enum LiveOrder: Sendable {
    /// Let `sound` be heard, as `request` says: volume, start, rounds, silence.
    case play(job: Int, PromptRequest, MonoSound)
    /// Stop it, if it still plays.
    case stop(job: Int)
    /// Hold it where it is, or let it go on from there.
    case hold(job: Int, Bool)
    /// Recognise an utterance and post its words to the mailbox.
    case recognize(job: Int, Utterance)
    /// Recognise speech that is still under way and post what is understood of it.
    case recognizeSoFar(job: Int, Utterance)
}
