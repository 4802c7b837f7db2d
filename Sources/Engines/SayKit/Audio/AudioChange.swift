internal import VoiceEngine

/// Action that the audio production wants done, or fact that it has to tell.
enum AudioChange: Sendable, Equatable {
    case action(EngineAction)
    /// A part begins to sound, which is the sound of this digest.
    case began(AudioPart, digest: String)
    /// A part is a silence of this length, which begins.
    case silent(AudioPart, milliseconds: Int64)
    /// A part is held where it is.
    case held(AudioPart)
    /// A part continues where it was held.
    case resumed(AudioPart)
    /// A part sounds by another gain from now on, in thousandths.
    case ducked(AudioPart, permille: Int)
    /// A part sounds by its own gain again.
    case restored(AudioPart)
    /// A part came to its end.
    case ended(AudioPart)
    /// A part was cut.
    case stopped(AudioPart)
    /// A part cannot be played.
    case failed(AudioPart, reason: String)
    /// An event is over; each event is exactly once.
    case over(item: Int, track: String, SAYAudioOutcome)
    /// Another track has focus; nil for none.
    case focus(track: String?)
}
