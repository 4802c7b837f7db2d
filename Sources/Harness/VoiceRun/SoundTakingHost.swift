public import VoiceAudio

/// A world whose microphone is sound that an app brings: files, streams.
@MainActor
public protocol SoundTakingHost: RunHost {
    /// Hears what `next` gives, mono samples at the rate of ``RunHost/conditions``, until it gives
    /// nil; then `whenOver` is called. Sources are heard one after the other.
    func hear(
        _ next: @escaping @MainActor () async -> [Int16]?,
        whenOver: @escaping @MainActor () -> Void
    )

    /// Hears a whole sound, converted to the rate of ``RunHost/conditions``; calls of the app that
    /// come meanwhile take no time of their own.
    ///
    /// - Throws: `AudioError` where the rate is none.
    func hear(
        _ sound: MonoSound, whenOver: @escaping @MainActor () -> Void
    ) throws(AudioError)

    /// Forgets the source that is heard and those that wait, without a callback.
    func hush()
}
